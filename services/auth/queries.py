"""Every SELECT of auth."""

from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models import RefreshFamily, User


async def user_by_id(session: AsyncSession, user_id: int) -> User | None:
    """The account with this id."""
    return await session.get(User, user_id)


async def user_for_update(session: AsyncSession, user_id: int) -> User | None:
    """The account, locked."""
    query = select(User).where(col(User.id) == user_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def user_for_share(session: AsyncSession, user_id: int) -> User | None:
    """The account, kept from changing until the commit."""
    query = select(User).where(col(User.id) == user_id).with_for_update(read=True)
    return (await session.execute(query)).scalar_one_or_none()


async def user_by_handle(session: AsyncSession, *, username: str | None, email: str | None) -> User | None:
    """The account behind a username or, without one, behind an e-mail address."""
    match = col(User.username_key) == username.lower() if username else col(User.email_key) == (email or "").lower()
    return (await session.execute(select(User).where(match))).scalar_one_or_none()


async def username_exists(session: AsyncSession, username: str) -> bool:
    """Whether the name is taken, in any spelling of upper and lower case."""
    query = select(func.count()).select_from(User).where(col(User.username_key) == username.lower())
    return bool((await session.execute(query)).scalar_one())


async def family_for_update(session: AsyncSession, family_id: str) -> RefreshFamily | None:
    """The refresh family, locked, so that two tabs cannot rotate it at once."""
    query = select(RefreshFamily).where(col(RefreshFamily.id) == family_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def end_families(session: AsyncSession, user_id: int, now: datetime) -> None:
    """End every signed-in device of one person."""
    alive = (col(RefreshFamily.user_id) == user_id) & col(RefreshFamily.revoked_at).is_(None)
    await session.execute(update(RefreshFamily).where(alive).values(revoked_at=now))
