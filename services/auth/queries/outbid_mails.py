"""Who is to get a mail about auctions in which they were outbid, and what it is about."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models.notices import Notice, OutbidMail


async def schedule(session: AsyncSession, user_ids: Collection[int], now: datetime, apart: timedelta) -> None:
    """Make a mail to each of these people due now, or so long after their last; one that is due already stays
    so."""
    rows = insert(OutbidMail).values([{"user_id": one, "due_at": now} for one in sorted(user_ids)])
    earliest = {"due_at": func.greatest(now, col(OutbidMail.sent_at) + apart)}
    not_due = col(OutbidMail.due_at).is_(None)
    await session.execute(
        rows.on_conflict_do_update(index_elements=["user_id"], set_=earliest, where=not_due)
    )


async def mark_sent(session: AsyncSession, user_ids: Collection[int], now: datetime) -> None:
    """Note that the mails to these people were written."""
    sent = update(OutbidMail).where(col(OutbidMail.user_id).in_(user_ids)).values(due_at=None, sent_at=now)
    await session.execute(sent)


async def due(session: AsyncSession, now: datetime, most: int) -> list[int]:
    """Return whose mail is due."""
    query = select(col(OutbidMail.user_id)).where(col(OutbidMail.due_at) <= now)
    return list((await session.execute(query.order_by(col(OutbidMail.due_at)).limit(most))).scalars())


async def hold(session: AsyncSession, user_ids: Collection[int], now: datetime) -> list[int]:
    """Return those of them whose mail is due still and that no other replica is writing to just now,
    locked."""
    query = select(col(OutbidMail.user_id)).where(
        col(OutbidMail.user_id).in_(user_ids), col(OutbidMail.due_at) <= now
    )
    locked = query.order_by(col(OutbidMail.user_id)).with_for_update(skip_locked=True)
    return list((await session.execute(locked)).scalars())


async def waiting(session: AsyncSession, user_ids: Collection[int]) -> dict[int, list[Notice]]:
    """Return what waits to be mailed to each, unread, the newest first."""
    query = select(Notice).where(
        col(Notice.user_id).in_(user_ids), col(Notice.to_mail), col(Notice.read_at).is_(None)
    )
    found: dict[int, list[Notice]] = {}
    for notice in (await session.execute(query.order_by(col(Notice.id).desc()))).scalars():
        found.setdefault(notice.user_id, []).append(notice)
    return found
