"""The signing keys, and the keys of earlier root secrets."""

from datetime import datetime

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models.keys import KeptKey, SigningKey


async def keys_in_use(session: AsyncSession, now: datetime) -> list[SigningKey]:
    """Return keys that sign, will sign, or whose tokens may still be about; the one that signs longest
    first."""
    query = select(SigningKey).where(col(SigningKey.gone_at).is_(None) | (col(SigningKey.gone_at) > now))
    return list(
        (await session.execute(query.order_by(col(SigningKey.signs_from), col(SigningKey.kid)))).scalars()
    )


async def retired_keys(session: AsyncSession) -> list[KeptKey]:
    """Return keys of earlier root secrets."""
    return list((await session.execute(select(KeptKey).order_by(col(KeptKey.id)))).scalars())


async def kept_for_update(session: AsyncSession) -> list[KeptKey]:
    """Return the same; no other process keeps any before the transaction ends."""
    await session.execute(text("SELECT pg_advisory_xact_lock(hashtext('auth:kept_keys'))"))
    return await retired_keys(session)


async def lock_signing_keys(session: AsyncSession) -> None:
    """Wait until no other process changes signing keys, and keep them from changing until the commit."""
    await session.execute(text("SELECT pg_advisory_xact_lock(hashtext('auth:signing_keys'))"))
