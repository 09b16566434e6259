"""Pictures of reviews: those that wait for their review, and those that are shown with it."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import case, func, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.models.reviews import Review, ReviewPicture

_DISCARD_WAITING = text("""
WITH old AS (SELECT id FROM review_pictures WHERE review_id IS NULL AND created_at < :before
    ORDER BY created_at LIMIT :most FOR UPDATE SKIP LOCKED),
gone AS (DELETE FROM review_pictures WHERE id IN (SELECT id FROM old) RETURNING token)
INSERT INTO discarded_files (token) SELECT token FROM gone ON CONFLICT DO NOTHING""")


async def how_many_wait(session: AsyncSession, deal_id: int, owner_id: int) -> int:
    """Return how many pictures a person has uploaded for a review that is not written."""
    query = select(func.count()).select_from(ReviewPicture)
    query = query.where(
        col(ReviewPicture.deal_id) == deal_id,
        col(ReviewPicture.owner_id) == owner_id,
        col(ReviewPicture.review_id).is_(None),
    )
    return int((await session.execute(query)).scalar_one())


async def waiting(
    session: AsyncSession, deal_id: int, owner_id: int, tokens: Collection[str]
) -> dict[str, ReviewPicture]:
    """Return those of these pictures that wait for a person's review of a deal, locked."""
    query = select(ReviewPicture).where(
        col(ReviewPicture.token).in_(tokens),
        col(ReviewPicture.deal_id) == deal_id,
        col(ReviewPicture.owner_id) == owner_id,
        col(ReviewPicture.review_id).is_(None),
    )
    rows = await session.execute(query.order_by(col(ReviewPicture.id)).with_for_update())
    return {one.token: one for one in rows.scalars()}


async def of_reviews(session: AsyncSession, ids: Collection[int]) -> dict[int, list[ReviewPicture]]:
    """Return the pictures of reviews, in order."""
    found = defaultdict[int, list[ReviewPicture]](list)
    if ids:
        query = select(ReviewPicture).where(col(ReviewPicture.review_id).in_(ids))
        ordered: Sequence[Any] = [col(ReviewPicture.review_id), col(ReviewPicture.place)]
        for one in (await session.execute(query.order_by(*ordered))).scalars():
            assert one.review_id is not None
            found[one.review_id].append(one)
    return found


async def of_token(session: AsyncSession, token: str) -> tuple[ReviewPicture, datetime | None] | None:
    """Return a picture by its name, and since when its review is public, if it is."""
    revealed = case((col(Review.hidden_at).is_(None), col(Review.revealed_at)))
    query = select(ReviewPicture, revealed).where(col(ReviewPicture.token) == token)
    row = (
        await session.execute(
            query.join(Review, col(Review.id) == col(ReviewPicture.review_id), isouter=True)
        )
    ).one_or_none()
    return None if row is None else (row[0], row[1])


async def discard_waiting(session: AsyncSession, before: datetime, most: int) -> int:
    """Delete pictures that have waited since before, and write down that their files go; return how many."""
    done: Any = await session.execute(_DISCARD_WAITING, {"before": before, "most": most})
    return int(done.rowcount)
