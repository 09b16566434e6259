"""Mails that wait, and the one-time links inside them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models.mails import Mail, OneTimeLink


async def mails_due(session: AsyncSession, now: datetime, most: int) -> list[Mail]:
    """Return mails whose time has come, locked; another sender's share is skipped, not waited for."""
    query = select(Mail).where(col(Mail.next_at) <= now).order_by(col(Mail.next_at), col(Mail.id))
    query = query.limit(most).with_for_update(skip_locked=True)
    return list((await session.execute(query)).scalars())


async def drop_mails(session: AsyncSession, mails: Iterable[Mail]) -> None:
    """Drop mails that are not to be sent again; one that went with its erased owner meanwhile is not
    there."""
    await session.execute(delete(Mail).where(col(Mail.id).in_([mail.id for mail in mails])))


async def mails_waiting(session: AsyncSession) -> int:
    """Return how many mails have not left yet."""
    return int((await session.execute(select(func.count()).select_from(Mail))).scalar_one())


async def take_link(session: AsyncSession, link_id: str, token_hash: bytes) -> OneTimeLink | None:
    """Consume a link: the call that deletes the row has used it, every other comes too late."""
    match = (col(OneTimeLink.id) == link_id) & (col(OneTimeLink.token_hash) == token_hash)
    return (
        await session.execute(delete(OneTimeLink).where(match).returning(OneTimeLink))
    ).scalar_one_or_none()


async def drop_links(session: AsyncSession, user_id: int, *, purpose: str | None = None) -> None:
    """Void all links of before: of one purpose, or of any."""
    own = delete(OneTimeLink).where(col(OneTimeLink.user_id) == user_id)
    await session.execute(own if purpose is None else own.where(col(OneTimeLink.purpose) == purpose))


async def replace_link(session: AsyncSession, row: dict[str, Any]) -> None:
    """Add a one-time link; it takes the place of the account's last one of the same purpose."""
    newest = insert(OneTimeLink).values(row)
    await session.execute(
        newest.on_conflict_do_update(constraint="uq_one_time_links_user_id_purpose", set_=row)
    )
