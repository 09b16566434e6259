from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.passkeys.models import Challenge, Passkey


async def list_passkeys(session: AsyncSession, user_id: int) -> list[Passkey]:
    """Returns the oldest passkey first."""
    query = (
        select(Passkey)
        .where(col(Passkey.user_id) == user_id)
        .order_by(col(Passkey.created_at), col(Passkey.id))
    )
    return list((await session.execute(query)).scalars())


async def lock_passkey(session: AsyncSession, passkey_id: bytes) -> Passkey | None:
    """Locks the row, so that a concurrent request sees the new signature count."""
    query = select(Passkey).where(col(Passkey.id) == passkey_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def get_challenge(
    session: AsyncSession, challenge_id: str, kind: str, now: datetime
) -> Challenge | None:
    query = select(Challenge).where(_waiting(challenge_id, kind, now))
    return (await session.execute(query)).scalar_one_or_none()


async def take_challenge(
    session: AsyncSession, challenge_id: str, kind: str, now: datetime
) -> Challenge | None:
    """Deletes the challenge in one statement, so that it can be used only once."""
    query = delete(Challenge).where(_waiting(challenge_id, kind, now)).returning(Challenge)
    return (await session.execute(query)).scalar_one_or_none()


def _waiting(challenge_id: str, kind: str, now: datetime) -> ColumnElement[bool]:
    same = (col(Challenge.id) == challenge_id) & (col(Challenge.kind) == kind)
    return same & (col(Challenge.expires_at) > now)


async def add_passkey(session: AsyncSession, row: dict[str, Any]) -> Passkey | None:
    """Returns None if the passkey already exists."""
    new = insert(Passkey).values(row).on_conflict_do_nothing().returning(Passkey)
    return (await session.execute(new)).scalar_one_or_none()


async def remove_passkey(session: AsyncSession, user_id: int, passkey_id: bytes) -> bool:
    own = (col(Passkey.id) == passkey_id) & (col(Passkey.user_id) == user_id)
    gone = delete(Passkey).where(own).returning(col(Passkey.id))
    return (await session.execute(gone)).scalar_one_or_none() is not None


async def drop_passkeys(session: AsyncSession, user_id: int, *, since: datetime | None = None) -> list[str]:
    own = delete(Passkey).where(col(Passkey.user_id) == user_id).returning(col(Passkey.name))
    removed = await session.execute(own if since is None else own.where(col(Passkey.created_at) >= since))
    return sorted(removed.scalars())


async def add_challenge_once(session: AsyncSession, row: dict[str, Any]) -> bool:
    """Returns False if the id already exists."""
    first = insert(Challenge).values(row).on_conflict_do_nothing().returning(col(Challenge.id))
    return (await session.execute(first)).scalar_one_or_none() is not None
