"""The signing keys."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models import SigningKey


async def keys_in_use(session: AsyncSession, now: datetime) -> list[SigningKey]:
    """Keys that sign, will sign, or whose tokens may still be about; the one that signs longest first."""
    query = select(SigningKey).where(col(SigningKey.gone_at).is_(None) | (col(SigningKey.gone_at) > now))
    return list((await session.execute(query.order_by(col(SigningKey.signs_from), col(SigningKey.kid)))).scalars())
