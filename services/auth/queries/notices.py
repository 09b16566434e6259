"""What somebody was told, and how they want to be told."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select, tuple_
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


async def mailed_since(
    session: AsyncSession, whom_about_what: Collection[tuple[int, str]], since: datetime
) -> set[tuple[int, str]]:
    """To which of these people a mail about that thing has gone out since then."""
    query = select(col(Notice.user_id), col(Notice.about)).where(
        tuple_(col(Notice.user_id), col(Notice.about)).in_(whom_about_what),
        col(Notice.mailed),
        col(Notice.created_at) > since,
    )
    return {(user_id, about) for user_id, about in await session.execute(query)}


class Chosen(NamedTuple):
    """What somebody has chosen themselves for a kind."""

    user_id: int
    kind: str
    in_app: bool
    mail: bool


async def preferences_of(session: AsyncSession, user_ids: Collection[int]) -> list[Chosen]:
    """What these people have chosen themselves."""
    query = select(
        col(NoticePreference.user_id),
        col(NoticePreference.kind),
        col(NoticePreference.in_app),
        col(NoticePreference.mail),
    ).where(col(NoticePreference.user_id).in_(user_ids))
    return [Chosen(*chosen) for chosen in await session.execute(query)]


async def lot_names(session: AsyncSession, product_ids: Collection[int]) -> dict[int, str]:
    """What listings with an auction are called; those nobody has told of, or that are forgotten, are absent."""
    if not product_ids:
        return {}
    query = select(col(Lot.product_id), col(Lot.name)).where(col(Lot.product_id).in_(product_ids))
    return dict(iter(await session.execute(query)))


async def repeats_words_of(session: AsyncSession, user_id: int) -> bool:
    """Whether a notice or the name of a lot still holds what this person wrote."""
    words = select(col(Notice.id)).where(col(Notice.writer_id) == user_id).exists()
    names = select(col(Lot.product_id)).where(col(Lot.seller_id) == user_id).exists()
    return bool((await session.execute(select(words | names))).scalar_one())
