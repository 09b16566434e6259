from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.accounts.models import User
from services.auth.second_factor.models import RecoveryCode


async def count_codes_left(session: AsyncSession, user_id: int) -> int:
    unused = (col(RecoveryCode.user_id) == user_id) & col(RecoveryCode.used_at).is_(None)
    return int(
        (await session.execute(select(func.count()).select_from(RecoveryCode).where(unused))).scalar_one()
    )


async def lock_users_with_secret(session: AsyncSession, after: int, limit: int) -> list[User]:
    query = select(User).where(col(User.id) > after, col(User.totp_secret).is_not(None))
    locked = query.order_by(col(User.id)).limit(limit).with_for_update()
    return list((await session.execute(locked)).scalars())


async def use_code(session: AsyncSession, user_id: int, hashes: Sequence[bytes], now: datetime) -> bool:
    unused = (col(RecoveryCode.user_id) == user_id) & col(RecoveryCode.used_at).is_(None)
    use = update(RecoveryCode).where(unused, col(RecoveryCode.code_hash).in_(hashes)).values(used_at=now)
    return (await session.execute(use.returning(col(RecoveryCode.user_id)))).scalar_one_or_none() is not None


async def drop_codes(session: AsyncSession, user_id: int) -> None:
    await session.execute(delete(RecoveryCode).where(col(RecoveryCode.user_id) == user_id))
