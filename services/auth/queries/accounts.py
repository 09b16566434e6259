"""Looking up accounts."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.domain.accounts import key_of, look_of
from services.auth.models.accounts import User


async def user_by_id(session: AsyncSession, user_id: int) -> User | None:
    """Return the account with this id, closed ones too."""
    return await session.get(User, user_id)


async def open_user(session: AsyncSession, user_id: int) -> User | None:
    """Return the account with this id, unless its owner has closed it."""
    query = select(User).where(col(User.id) == user_id, col(User.closed_at).is_(None))
    return (await session.execute(query)).scalar_one_or_none()


async def keep_balance(session: AsyncSession, user_id: int, entry_id: int, balance: int) -> None:
    """Write what is in a person's wallet, unless a later entry was heard before."""
    row = update(User).where(col(User.id) == user_id, col(User.wallet_entry) < entry_id)
    await session.execute(row.values(wallet_balance=balance, wallet_entry=entry_id))


async def user_for_update(session: AsyncSession, user_id: int) -> User | None:
    """Return the account, locked, unless its owner has closed it."""
    query = select(User).where(col(User.id) == user_id, col(User.closed_at).is_(None)).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def closed_user_for_update(session: AsyncSession, user_id: int) -> User:
    """Return an account whose owner has asked to be forgotten, locked."""
    query = select(User).where(col(User.id) == user_id, col(User.closed_at).is_not(None)).with_for_update()
    return (await session.execute(query)).scalar_one()


async def user_for_share(session: AsyncSession, user_id: int) -> User | None:
    """Return the account, kept from changing until the commit, unless its owner has closed it."""
    query = (
        select(User).where(col(User.id) == user_id, col(User.closed_at).is_(None)).with_for_update(read=True)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def users_for_share(session: AsyncSession, ids: Collection[int]) -> dict[int, User]:
    """Return the same of several, in one order, so that no two wait in a circle; an account that was closed
    is absent."""
    query = select(User).where(col(User.id).in_(ids), col(User.closed_at).is_(None)).order_by(col(User.id))
    users = (await session.execute(query.with_for_update(read=True))).scalars()
    return {user.id: user for user in users if user.id is not None}


async def user_by_handle(session: AsyncSession, *, username: str | None, email: str | None) -> User | None:
    """Return the account behind a username or, without one, behind an e-mail address."""
    match = (
        col(User.username_key) == key_of(username) if username else col(User.email_key) == key_of(email or "")
    )
    query = select(User).where(match, col(User.closed_at).is_(None))
    return (await session.execute(query)).scalar_one_or_none()


async def username_is_free(session: AsyncSession, username: str, *, but_for: int = 0) -> bool:
    """Return whether this name is free, in any spelling, and none that looks the same is taken."""
    alike = (col(User.username_key) == key_of(username)) | (col(User.username_look) == look_of(username))
    query = select(func.count()).select_from(User).where(alike, col(User.id) != but_for)
    return not (await session.execute(query)).scalar_one()


async def people_by_ids(session: AsyncSession, ids: Sequence[int]) -> list[User]:
    """Return several accounts at once; erased ones are absent."""
    query = select(User).where(col(User.id).in_(ids), col(User.erased_at).is_(None)).order_by(col(User.id))
    return list((await session.execute(query)).scalars())


async def add_user(
    session: AsyncSession, row: dict[str, Any], *, taken_by: Sequence[str] | None = None
) -> User | None:
    """Add an account; return None where another row has the same `taken_by` columns, or any unique value
    without it."""
    made = insert(User).values(row).on_conflict_do_nothing(index_elements=taken_by).returning(User)
    return (await session.execute(made)).scalar_one_or_none()
