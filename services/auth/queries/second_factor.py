"""Looking up recovery codes."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models import RecoveryCode


async def codes_left(session: AsyncSession, user_id: int) -> int:
    """How many recovery codes still work."""
    unused = (col(RecoveryCode.user_id) == user_id) & col(RecoveryCode.used_at).is_(None)
    return int((await session.execute(select(func.count()).select_from(RecoveryCode).where(unused))).scalar_one())
