from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.api_keys.models import ApiKey

# Higher than the maximum number of keys per person.
_MAX_SHOWN = 100


async def list_keys(session: AsyncSession, user_id: int) -> list[ApiKey]:
    """Returns the newest keys first. Omits revoked keys."""
    query = select(ApiKey).where(col(ApiKey.user_id) == user_id, col(ApiKey.revoked_at).is_(None))
    return list((await session.execute(query.order_by(col(ApiKey.id).desc()).limit(_MAX_SHOWN))).scalars())


async def count_live_keys(session: AsyncSession, user_id: int, now: datetime) -> int:
    query = select(func.count()).select_from(ApiKey).where(_is_live(user_id, now))
    return int((await session.execute(query)).scalar_one())


async def lock_own_key(session: AsyncSession, user_id: int, key_id: int, now: datetime) -> ApiKey | None:
    """Returns None if the key belongs to another person or is no longer valid."""
    query = select(ApiKey).where(_is_live(user_id, now), col(ApiKey.id) == key_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def lock_live_keys(session: AsyncSession, user_id: int, now: datetime) -> list[ApiKey]:
    query = select(ApiKey).where(_is_live(user_id, now)).order_by(col(ApiKey.id)).with_for_update()
    return list((await session.execute(query)).scalars())


async def get_key_by_hash(session: AsyncSession, presented: bytes) -> ApiKey | None:
    """Finds a key by its current or previous secret, even if the key is no longer valid."""
    same = (col(ApiKey.secret_hash) == presented) | (col(ApiKey.previous_hash) == presented)
    return (await session.execute(select(ApiKey).where(same))).scalar_one_or_none()


async def note_use(session: AsyncSession, key_id: int, now: datetime, before: datetime) -> None:
    last = col(ApiKey.last_used_at)
    row = update(ApiKey).where(col(ApiKey.id) == key_id, last.is_(None) | (last <= before))
    await session.execute(row.values(last_used_at=now))


async def forget_oldest_ended(session: AsyncSession, user_id: int, now: datetime, *, keep: int) -> None:
    ended = (col(ApiKey.user_id) == user_id) & (
        col(ApiKey.revoked_at).is_not(None) | (col(ApiKey.expires_at) <= now)
    )
    extra = select(col(ApiKey.id)).where(ended).order_by(col(ApiKey.id).desc()).offset(keep)
    await session.execute(delete(ApiKey).where(col(ApiKey.id).in_(extra)))


def _is_live(user_id: int, now: datetime) -> ColumnElement[bool]:
    lives = col(ApiKey.revoked_at).is_(None) & (col(ApiKey.expires_at) > now)
    return (col(ApiKey.user_id) == user_id) & lives
