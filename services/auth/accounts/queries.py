from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.accounts.models import AddressUndo, User
from services.auth.accounts.rules import key_of, look_of


async def get_user(session: AsyncSession, user_id: int) -> User | None:
    return await session.get(User, user_id)


async def get_open_user(session: AsyncSession, user_id: int) -> User | None:
    """Returns None if the account is closed."""
    query = select(User).where(col(User.id) == user_id, col(User.closed_at).is_(None))
    return (await session.execute(query)).scalar_one_or_none()


async def save_balance(session: AsyncSession, user_id: int, entry_id: int, balance: int) -> None:
    row = update(User).where(col(User.id) == user_id, col(User.wallet_entry) < entry_id)
    await session.execute(row.values(wallet_balance=balance, wallet_entry=entry_id))


async def lock_user(session: AsyncSession, user_id: int) -> User | None:
    """Returns None if the account is closed."""
    query = select(User).where(col(User.id) == user_id, col(User.closed_at).is_(None)).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def drop_pending_address(session: AsyncSession, user_id: int, session_id: str) -> None:
    """Drops an email change that this session requested."""
    row = update(User).where(col(User.id) == user_id, col(User.pending_session) == session_id)
    await session.execute(row.values(pending_email=None, pending_session=None))


async def lock_closed_user(session: AsyncSession, user_id: int) -> User:
    query = select(User).where(col(User.id) == user_id, col(User.closed_at).is_not(None)).with_for_update()
    return (await session.execute(query)).scalar_one()


async def share_lock_user(session: AsyncSession, user_id: int) -> User | None:
    """Takes a shared lock until the commit. Returns None if the account is closed."""
    query = (
        select(User).where(col(User.id) == user_id, col(User.closed_at).is_(None)).with_for_update(read=True)
    )
    return (await session.execute(query)).scalar_one_or_none()


async def share_lock_users(session: AsyncSession, ids: Collection[int]) -> dict[int, User]:
    """Locks accounts in order of id to avoid deadlocks. Omits closed accounts."""
    query = select(User).where(col(User.id).in_(ids), col(User.closed_at).is_(None)).order_by(col(User.id))
    users = (await session.execute(query.with_for_update(read=True))).scalars()
    return {user.id: user for user in users if user.id is not None}


async def get_user_by_handle(
    session: AsyncSession, *, username: str | None, email: str | None
) -> User | None:
    match = (
        col(User.username_key) == key_of(username) if username else col(User.email_key) == key_of(email or "")
    )
    query = select(User).where(match, col(User.closed_at).is_(None))
    return (await session.execute(query)).scalar_one_or_none()


async def is_username_free(session: AsyncSession, username: str, *, but_for: int = 0) -> bool:
    """Also compares normalised spellings and lookalike characters."""
    alike = (col(User.username_key) == key_of(username)) | (col(User.username_look) == look_of(username))
    query = select(func.count()).select_from(User).where(alike, col(User.id) != but_for)
    return not (await session.execute(query)).scalar_one()


async def list_people(session: AsyncSession, ids: Sequence[int]) -> list[User]:
    query = select(User).where(col(User.id).in_(ids), col(User.erased_at).is_(None)).order_by(col(User.id))
    return list((await session.execute(query)).scalars())


async def add_user(
    session: AsyncSession, row: dict[str, Any], *, taken_by: Sequence[str] | None = None
) -> User | None:
    """Returns None on a conflict in the `taken_by` columns. The default is any unique column."""
    made = insert(User).values(row).on_conflict_do_nothing(index_elements=taken_by).returning(User)
    return (await session.execute(made)).scalar_one_or_none()


async def take_undo(
    session: AsyncSession, undo_id: str, token_hash: bytes, now: datetime
) -> AddressUndo | None:
    """Deletes the undo link in one statement, so that the link works once."""
    match = (col(AddressUndo.id) == undo_id) & (col(AddressUndo.token_hash) == token_hash)
    query = delete(AddressUndo).where(match, col(AddressUndo.expires_at) > now).returning(AddressUndo)
    return (await session.execute(query)).scalar_one_or_none()


async def count_undos(session: AsyncSession, user_id: int, now: datetime) -> int:
    own = (col(AddressUndo.user_id) == user_id) & (col(AddressUndo.expires_at) > now)
    return int((await session.execute(select(func.count()).select_from(AddressUndo).where(own))).scalar_one())


async def list_restorable(session: AsyncSession, user_id: int, now: datetime) -> list[str]:
    own = (col(AddressUndo.user_id) == user_id) & (col(AddressUndo.expires_at) > now)
    return list((await session.execute(select(col(AddressUndo.email)).where(own))).scalars())


async def is_address_reserved(
    session: AsyncSession, email_key: str, now: datetime, *, but_for: int = 0
) -> bool:
    reserved = (col(AddressUndo.email_key) == email_key) & (col(AddressUndo.expires_at) > now)
    query = select(func.count()).select_from(AddressUndo).where(reserved, col(AddressUndo.user_id) != but_for)
    return bool((await session.execute(query)).scalar_one())


async def drop_undos(session: AsyncSession, user_id: int, *, since: datetime) -> None:
    later = (col(AddressUndo.user_id) == user_id) & (col(AddressUndo.changed_at) >= since)
    await session.execute(delete(AddressUndo).where(later))
