"""Reviews of deals and what they add up to."""

from datetime import datetime

from sqlalchemy import text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.domain.reviews import About
from services.messaging.models.deals import Deal
from services.messaging.models.reviews import Rating, Review

PRAISE = 45
_PUBLIC = (col(Review.revealed_at).is_not(None), col(Review.hidden_at).is_(None))


async def review_of(session: AsyncSession, deal_id: int, about: About) -> Review | None:
    """Return the review of one of the two people of a deal."""
    query = select(Review).where(col(Review.deal_id) == deal_id, col(Review.about) == about)
    return (await session.execute(query)).scalar_one_or_none()


async def of_deal(session: AsyncSession, deal_id: int) -> list[Review]:
    """Return both reviews of a deal, as they are now."""
    query = select(Review).where(col(Review.deal_id) == deal_id).order_by(col(Review.id))
    return list((await session.execute(query.execution_options(populate_existing=True))).scalars())


async def review(session: AsyncSession, review_id: int) -> Review | None:
    """Return a review."""
    return await session.get(Review, review_id)


async def public(
    session: AsyncSession,
    user_id: int,
    about: About,
    *,
    product_id: int | None,
    before: int | None,
    most: int,
) -> list[Review]:
    """Return the public reviews of a person, the newest first; only those of a listing where it is named."""
    person = Review.seller_id if about == "seller" else Review.buyer_id
    query = select(Review).where(col(person) == user_id, col(Review.about) == about, *_PUBLIC)
    if product_id is not None:
        query = query.where(col(Review.product_id) == product_id)
    if before is not None:
        query = query.where(col(Review.id) < before)
    return list((await session.execute(query.order_by(col(Review.id).desc()).limit(most))).scalars())


# Moderation flagged neither the two of the deal, at any level, nor the seller at a high one.
_IS_TRUSTED = text(
    "NOT EXISTS (SELECT FROM risk_flags WHERE (bidder_id, seller_id) IN ((reviews.buyer_id, reviews.seller_id), "
    "(reviews.seller_id, reviews.buyer_id)) OR is_high AND reviews.seller_id IN (bidder_id, risk_flags.seller_id))"
)


async def praise(session: AsyncSession, most: int) -> list[Review]:
    """The newest public reviews of sellers with 4.5 stars or more and words, of people nobody suspects."""
    query = select(Review).where(
        col(Review.about) == "seller",
        *_PUBLIC,
        col(Review.rating_tenths) >= PRAISE,
        col(Review.comment) != "",
        _IS_TRUSTED,
    )
    return list((await session.execute(query.order_by(col(Review.id).desc()).limit(most))).scalars())


async def count(session: AsyncSession, user_id: int, about: About, rating_tenths: int) -> None:
    """Count one more public review of a person."""
    row = insert(Rating).values(user_id=user_id, about=about, rating_tenths=rating_tenths, reviews=1)
    more = {"reviews": col(Rating.reviews) + 1}
    await session.execute(
        row.on_conflict_do_update(index_elements=["user_id", "about", "rating_tenths"], set_=more)
    )


async def uncount(session: AsyncSession, user_id: int, about: About, rating_tenths: int) -> None:
    """Count one public review of a person less."""
    whose = (col(Rating.user_id) == user_id, col(Rating.about) == about)
    less = update(Rating).where(*whose, col(Rating.rating_tenths) == rating_tenths)
    await session.execute(less.values(reviews=col(Rating.reviews) - 1))


async def counts(session: AsyncSession, user_id: int, about: About) -> dict[int, int]:
    """Return how many public reviews of a person have how many tenths of a star."""
    query = select(Rating).where(col(Rating.user_id) == user_id, col(Rating.about) == about)
    return {one.rating_tenths: one.reviews for one in (await session.execute(query)).scalars()}


async def to_reveal(session: AsyncSession, now: datetime, most: int) -> list[Deal]:
    """Return deals with a hidden review whose time is over, the oldest first."""
    due = select(col(Review.deal_id)).where(col(Review.revealed_at).is_(None), col(Review.reveal_at) <= now)
    oldest = due.order_by(col(Review.reveal_at)).limit(most)
    query = select(Deal).where(col(Deal.id).in_(oldest.scalar_subquery()))
    return list((await session.execute(query)).scalars())
