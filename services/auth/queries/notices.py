"""What somebody was told, and how they want to be told."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models import Lot, Notice, NoticePreference


async def notices_of(session: AsyncSession, user_id: int, *, before: int | None, limit: int) -> list[Notice]:
    """The newest notices, or those before one of them."""
    query = select(Notice).where(col(Notice.user_id) == user_id, col(Notice.shown))
    if before is not None:
        query = query.where(col(Notice.id) < before)
    return list((await session.execute(query.order_by(col(Notice.id).desc()).limit(limit))).scalars())


async def unread(session: AsyncSession, user_id: int) -> int:
    """How many wait to be read; whoever has a hundred need not know more."""
    waiting = select(col(Notice.id)).where(
        col(Notice.user_id) == user_id, col(Notice.read_at).is_(None), col(Notice.shown)
    )
    return int((await session.execute(select(func.count()).select_from(waiting.limit(100).subquery()))).scalar_one())


async def mailed_since(session: AsyncSession, user_id: int, about: str, since: datetime) -> bool:
    """Whether a mail about the same thing has gone out since then."""
    query = select(col(Notice.id)).where(
        col(Notice.user_id) == user_id,
        col(Notice.about) == about,
        col(Notice.mailed),
        col(Notice.created_at) > since,
    )
    return (await session.execute(query.limit(1))).first() is not None


async def preferences_of(session: AsyncSession, user_id: int) -> list[NoticePreference]:
    """What they have chosen themselves."""
    query = select(NoticePreference).where(col(NoticePreference.user_id) == user_id)
    return list((await session.execute(query)).scalars())


async def lot_name(session: AsyncSession, product_id: int) -> str:
    """What a listing with an auction is called; nothing when nobody has told it, or it is forgotten."""
    query = select(col(Lot.name)).where(col(Lot.product_id) == product_id)
    return (await session.execute(query)).scalar_one_or_none() or ""
