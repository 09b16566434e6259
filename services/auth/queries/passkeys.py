"""Looking up passkeys and one-time challenges."""

from datetime import datetime

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models import Challenge, Passkey


async def passkeys_of(session: AsyncSession, user_id: int) -> list[Passkey]:
    """Somebody's passkeys, oldest first."""
    query = select(Passkey).where(col(Passkey.user_id) == user_id).order_by(col(Passkey.created_at), col(Passkey.id))
    return list((await session.execute(query)).scalars())


async def passkey_for_update(session: AsyncSession, passkey_id: bytes) -> Passkey | None:
    """A passkey, locked: of two uses at once the second sees the count of the first."""
    query = select(Passkey).where(col(Passkey.id) == passkey_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def challenge(session: AsyncSession, challenge_id: str, kind: str, now: datetime) -> Challenge | None:
    """A challenge that still waits for its answer."""
    query = select(Challenge).where(_waiting(challenge_id, kind, now))
    return (await session.execute(query)).scalar_one_or_none()


async def take_challenge(session: AsyncSession, challenge_id: str, kind: str, now: datetime) -> Challenge | None:
    """A challenge and its end in one statement: whoever comes second finds none."""
    query = delete(Challenge).where(_waiting(challenge_id, kind, now)).returning(Challenge)
    return (await session.execute(query)).scalar_one_or_none()


def _waiting(challenge_id: str, kind: str, now: datetime) -> ColumnElement[bool]:
    same = (col(Challenge.id) == challenge_id) & (col(Challenge.kind) == kind)
    return same & (col(Challenge.expires_at) > now)
