from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import case, func, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.deals.models import Deal
from services.messaging.reviews.models import Rating, Review, ReviewPicture
from services.messaging.reviews.rules import About

PRAISE = 45


_PUBLIC = (col(Review.revealed_at).is_not(None), col(Review.hidden_at).is_(None))


async def get_review_of(session: AsyncSession, deal_id: int, about: About) -> Review | None:
    query = select(Review).where(col(Review.deal_id) == deal_id, col(Review.about) == about)
    return (await session.execute(query)).scalar_one_or_none()


async def list_reviews_of_deal(session: AsyncSession, deal_id: int) -> list[Review]:
    query = select(Review).where(col(Review.deal_id) == deal_id).order_by(col(Review.id))
    return list((await session.execute(query.execution_options(populate_existing=True))).scalars())


async def get_review(session: AsyncSession, review_id: int) -> Review | None:
    return await session.get(Review, review_id)


async def list_public_reviews(
    session: AsyncSession,
    user_id: int,
    about: About,
    *,
    product_id: int | None,
    before: int | None,
    most: int,
) -> list[Review]:
    person = Review.seller_id if about == "seller" else Review.buyer_id
    query = select(Review).where(col(person) == user_id, col(Review.about) == about, *_PUBLIC)
    if product_id is not None:
        query = query.where(col(Review.product_id) == product_id)
    if before is not None:
        query = query.where(col(Review.id) < before)
    return list((await session.execute(query.order_by(col(Review.id).desc()).limit(most))).scalars())


# Excludes pairs that moderation flagged, and sellers with a high risk level.
_IS_TRUSTED = text(
    "NOT EXISTS (SELECT FROM risk_flags WHERE (bidder_id, seller_id) IN ((reviews.buyer_id, reviews.seller_id), "
    "(reviews.seller_id, reviews.buyer_id)) OR is_high AND reviews.seller_id IN (bidder_id, risk_flags.seller_id))"
)


async def list_praise(session: AsyncSession, most: int) -> list[Review]:
    """Newest first, with text and at least 4.5 stars. Excludes reviews of suspected people."""
    query = select(Review).where(
        col(Review.about) == "seller",
        *_PUBLIC,
        col(Review.rating_tenths) >= PRAISE,
        col(Review.comment) != "",
        _IS_TRUSTED,
    )
    return list((await session.execute(query.order_by(col(Review.id).desc()).limit(most))).scalars())


async def count_rating(session: AsyncSession, user_id: int, about: About, rating_tenths: int) -> None:
    row = insert(Rating).values(user_id=user_id, about=about, rating_tenths=rating_tenths, reviews=1)
    more = {"reviews": col(Rating.reviews) + 1}
    await session.execute(
        row.on_conflict_do_update(index_elements=["user_id", "about", "rating_tenths"], set_=more)
    )


async def uncount_rating(session: AsyncSession, user_id: int, about: About, rating_tenths: int) -> None:
    whose = (col(Rating.user_id) == user_id, col(Rating.about) == about)
    less = update(Rating).where(*whose, col(Rating.rating_tenths) == rating_tenths)
    await session.execute(less.values(reviews=col(Rating.reviews) - 1))


async def get_rating_counts(session: AsyncSession, user_id: int, about: About) -> dict[int, int]:
    query = select(Rating).where(col(Rating.user_id) == user_id, col(Rating.about) == about)
    return {row.rating_tenths: row.reviews for row in (await session.execute(query)).scalars()}


async def list_deals_to_reveal(session: AsyncSession, now: datetime, most: int) -> list[Deal]:
    due = select(col(Review.deal_id)).where(col(Review.revealed_at).is_(None), col(Review.reveal_at) <= now)
    oldest = due.order_by(col(Review.reveal_at)).limit(most)
    query = select(Deal).where(col(Deal.id).in_(oldest.scalar_subquery()))
    return list((await session.execute(query)).scalars())


_DISCARD_WAITING = text("""
WITH old AS (SELECT id FROM review_pictures WHERE review_id IS NULL AND created_at < :before
    ORDER BY created_at LIMIT :most FOR UPDATE SKIP LOCKED),
gone AS (DELETE FROM review_pictures WHERE id IN (SELECT id FROM old) RETURNING token)
INSERT INTO discarded_files (token) SELECT token FROM gone ON CONFLICT DO NOTHING""")


async def count_waiting_pictures(session: AsyncSession, deal_id: int, owner_id: int) -> int:
    query = select(func.count()).select_from(ReviewPicture)
    query = query.where(
        col(ReviewPicture.deal_id) == deal_id,
        col(ReviewPicture.owner_id) == owner_id,
        col(ReviewPicture.review_id).is_(None),
    )
    return int((await session.execute(query)).scalar_one())


async def list_waiting_pictures(
    session: AsyncSession, deal_id: int, owner_id: int, tokens: Collection[str]
) -> dict[str, ReviewPicture]:
    query = select(ReviewPicture).where(
        col(ReviewPicture.token).in_(tokens),
        col(ReviewPicture.deal_id) == deal_id,
        col(ReviewPicture.owner_id) == owner_id,
        col(ReviewPicture.review_id).is_(None),
    )
    rows = await session.execute(query.order_by(col(ReviewPicture.id)).with_for_update())
    return {row.token: row for row in rows.scalars()}


async def get_pictures_of_reviews(
    session: AsyncSession, ids: Collection[int]
) -> dict[int, list[ReviewPicture]]:
    found = defaultdict[int, list[ReviewPicture]](list)
    if ids:
        query = select(ReviewPicture).where(col(ReviewPicture.review_id).in_(ids))
        ordered: Sequence[Any] = [col(ReviewPicture.review_id), col(ReviewPicture.place)]
        for row in (await session.execute(query.order_by(*ordered))).scalars():
            assert row.review_id is not None
            found[row.review_id].append(row)
    return found


async def get_picture_of_token(
    session: AsyncSession, token: str
) -> tuple[ReviewPicture, datetime | None] | None:
    """Returns the picture and since when its review is public."""
    revealed = case((col(Review.hidden_at).is_(None), col(Review.revealed_at)))
    query = select(ReviewPicture, revealed).where(col(ReviewPicture.token) == token)
    row = (
        await session.execute(
            query.join(Review, col(Review.id) == col(ReviewPicture.review_id), isouter=True)
        )
    ).one_or_none()
    return None if row is None else (row[0], row[1])


async def discard_waiting_pictures(session: AsyncSession, before: datetime, most: int) -> int:
    done: Any = await session.execute(_DISCARD_WAITING, {"before": before, "most": most})
    return int(done.rowcount)
