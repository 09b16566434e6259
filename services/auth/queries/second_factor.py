"""Looking up recovery codes, and who has an authenticator."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models import RecoveryCode, User


async def codes_left(session: AsyncSession, user_id: int) -> int:
    """How many recovery codes still work."""
    unused = (col(RecoveryCode.user_id) == user_id) & col(RecoveryCode.used_at).is_(None)
    return int((await session.execute(select(func.count()).select_from(RecoveryCode).where(unused))).scalar_one())


async def with_secret_for_update(session: AsyncSession, after: int, limit: int) -> list[User]:
    """The next accounts with the secret of an authenticator, locked."""
    query = select(User).where(col(User.id) > after, col(User.totp_secret).is_not(None))
    locked = query.order_by(col(User.id)).limit(limit).with_for_update()
    return list((await session.execute(locked)).scalars())
