from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.mail.models import Mail, OneTimeLink
from services.auth.notifications.models import Notification, OutbidMail


async def lock_due_mails(session: AsyncSession, now: datetime, most: int) -> list[Mail]:
    """Skips mails that another sender has locked."""
    query = select(Mail).where(col(Mail.next_at) <= now).order_by(col(Mail.next_at), col(Mail.id))
    query = query.limit(most).with_for_update(skip_locked=True)
    return list((await session.execute(query)).scalars())


async def drop_mails(session: AsyncSession, mails: Iterable[Mail]) -> None:
    await session.execute(delete(Mail).where(col(Mail.id).in_([mail.id for mail in mails])))


async def count_waiting_mails(session: AsyncSession) -> int:
    return int((await session.execute(select(func.count()).select_from(Mail))).scalar_one())


async def take_link(session: AsyncSession, link_id: str, token_hash: bytes) -> OneTimeLink | None:
    """Deletes the link and returns it. A link can be taken only once."""
    match = (col(OneTimeLink.id) == link_id) & (col(OneTimeLink.token_hash) == token_hash)
    return (
        await session.execute(delete(OneTimeLink).where(match).returning(OneTimeLink))
    ).scalar_one_or_none()


async def drop_links(session: AsyncSession, user_id: int, *, purpose: str | None = None) -> None:
    own = delete(OneTimeLink).where(col(OneTimeLink.user_id) == user_id)
    await session.execute(own if purpose is None else own.where(col(OneTimeLink.purpose) == purpose))


async def replace_link(session: AsyncSession, row: dict[str, Any]) -> None:
    newest = insert(OneTimeLink).values(row)
    await session.execute(
        newest.on_conflict_do_update(constraint="uq_one_time_links_user_id_purpose", set_=row)
    )


async def schedule_outbid_mails(
    session: AsyncSession, user_ids: Collection[int], now: datetime, apart: timedelta
) -> None:
    """Schedules a mail to each person for now, or for `apart` after the person's previous mail. A mail that
    is already due stays due."""
    rows = insert(OutbidMail).values([{"user_id": user_id, "due_at": now} for user_id in sorted(user_ids)])
    earliest = {"due_at": func.greatest(now, col(OutbidMail.sent_at) + apart)}
    not_due = col(OutbidMail.due_at).is_(None)
    await session.execute(
        rows.on_conflict_do_update(index_elements=["user_id"], set_=earliest, where=not_due)
    )


async def mark_outbid_sent(session: AsyncSession, user_ids: Collection[int], now: datetime) -> None:
    sent = update(OutbidMail).where(col(OutbidMail.user_id).in_(user_ids)).values(due_at=None, sent_at=now)
    await session.execute(sent)


async def list_due_people(session: AsyncSession, now: datetime, most: int) -> list[int]:
    query = select(col(OutbidMail.user_id)).where(col(OutbidMail.due_at) <= now)
    return list((await session.execute(query.order_by(col(OutbidMail.due_at)).limit(most))).scalars())


async def lock_due_outbid_mails(session: AsyncSession, user_ids: Collection[int], now: datetime) -> list[int]:
    """Locks due mails and returns the ids of their recipients. Skips mails that another replica is
    writing."""
    query = select(col(OutbidMail.user_id)).where(
        col(OutbidMail.user_id).in_(user_ids), col(OutbidMail.due_at) <= now
    )
    locked = query.order_by(col(OutbidMail.user_id)).with_for_update(skip_locked=True)
    return list((await session.execute(locked)).scalars())


async def list_waiting_outbids(
    session: AsyncSession, user_ids: Collection[int]
) -> dict[int, list[Notification]]:
    query = select(Notification).where(
        col(Notification.user_id).in_(user_ids),
        col(Notification.to_mail),
        col(Notification.read_at).is_(None),
    )
    found: dict[int, list[Notification]] = {}
    for notification in (await session.execute(query.order_by(col(Notification.id).desc()))).scalars():
        found.setdefault(notification.user_id, []).append(notification)
    return found
