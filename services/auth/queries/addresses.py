"""Addresses that were changed and can still be changed back."""

from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models.accounts import AddressUndo


async def take_undo(
    session: AsyncSession, undo_id: str, token_hash: bytes, now: datetime
) -> AddressUndo | None:
    """Return an undo link and its end in one statement; of two uses at once the second finds none."""
    match = (col(AddressUndo.id) == undo_id) & (col(AddressUndo.token_hash) == token_hash)
    query = delete(AddressUndo).where(match, col(AddressUndo.expires_at) > now).returning(AddressUndo)
    return (await session.execute(query)).scalar_one_or_none()


async def undos_waiting(session: AsyncSession, user_id: int, now: datetime) -> int:
    """Return how many changes of a person's address can still be undone."""
    own = (col(AddressUndo.user_id) == user_id) & (col(AddressUndo.expires_at) > now)
    return int((await session.execute(select(func.count()).select_from(AddressUndo).where(own))).scalar_one())


async def that_can_come_back(session: AsyncSession, user_id: int, now: datetime) -> list[str]:
    """Return the earlier addresses of a person that an undo link can still bring back."""
    own = (col(AddressUndo.user_id) == user_id) & (col(AddressUndo.expires_at) > now)
    return list((await session.execute(select(col(AddressUndo.email)).where(own))).scalars())


async def is_reserved(session: AsyncSession, email_key: str, now: datetime, *, but_for: int = 0) -> bool:
    """Return whether an address is kept free for its last owner, who may still undo the change."""
    reserved = (col(AddressUndo.email_key) == email_key) & (col(AddressUndo.expires_at) > now)
    query = select(func.count()).select_from(AddressUndo).where(reserved, col(AddressUndo.user_id) != but_for)
    return bool((await session.execute(query)).scalar_one())


async def drop_undos(session: AsyncSession, user_id: int, *, since: datetime) -> None:
    """Remove the ways back to addresses that were changed since a moment."""
    later = (col(AddressUndo.user_id) == user_id) & (col(AddressUndo.changed_at) >= since)
    await session.execute(delete(AddressUndo).where(later))
