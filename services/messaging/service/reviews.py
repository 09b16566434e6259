"""Reviews of deals that were delivered."""

from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import DealCompleted, ReviewSubmitted
from libs.kit.db.database import Database
from libs.kit.events import people
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.messaging.domain import deals as rules
from services.messaging.domain.refusals import ReviewClosed
from services.messaging.models import Review
from services.messaging.queries import conversations as conversation_queries
from services.messaging.queries import deals as deal_queries
from services.messaging.schemas.deals import ReviewOut, ReviewsOut
from services.messaging.service import deal_facts, deals
from services.messaging.service.views import Parts

LAPSED_AT_ONCE = 50


async def review(
    session: AsyncSession, buyer: Identity, message_id: int, rating_tenths: int, comment: str
) -> Review:
    """Review a delivered deal, once; the same review again changes nothing."""
    await people.lock_actor(session, buyer)
    card, deal = await deals.of_card(session, buyer, message_id)
    if card.action_type != "REVIEW":
        raise NotFound
    conversation = await conversation_queries.locked_by_id(session, card.conversation_id)
    locked = await deal_queries.locked(session, deal.known_id)
    assert locked is not None
    deal = locked
    first = await deal_queries.review_of(session, deal.known_id)
    if first is not None:
        if (first.rating_tenths, first.comment) != (rating_tenths, comment):
            raise ReviewClosed
        return first
    following = rules.after(cast("rules.State", deal.state), "REVIEW")
    now = await clock.now(session)
    row = Review(
        deal_id=deal.known_id,
        product_id=deal.product_id,
        seller_id=deal.seller_id,
        buyer_id=deal.buyer_id,
        rating_tenths=rating_tenths,
        comment=comment,
        created_at=now,
    )
    session.add(row)
    await session.flush()
    await deal_queries.add_rating(session, deal.seller_id, rating_tenths)
    await deals.click(session, conversation, card, deal, now)
    await deal_facts.move(session, deal, following, now)
    await deal_facts.record(session, deal, deal_facts.confirmed(deal, card, buyer.user_id, now))
    submitted = ReviewSubmitted(
        **deal_facts.ids(deal),
        review_id=row.known_id,
        rating_tenths=rating_tenths,
        has_comment=comment != "",
        submitted_at=now,
    )
    await deal_facts.record(session, deal, submitted)
    await deal_facts.record(
        session, deal, DealCompleted(**deal_facts.ids(deal), is_reviewed=True, completed_at=now)
    )
    await deal_facts.note(session, deal, "reviewed", buyer.user_id, now)
    return row


async def lapse(database: Database) -> int:
    """Complete deals whose time for a review is over; return how many were looked at."""
    async with database.reading() as session:
        due = await deal_queries.to_lapse(
            session, await clock.now(session) - rules.REVIEW_WITHIN, LAPSED_AT_ONCE
        )
    for found in due:
        async with database.transaction() as session:
            conversation = await conversation_queries.locked_by_id(session, found.conversation_id)
            deal = await deal_queries.locked(session, found.known_id)
            if deal is None or deal.state != "awaiting_review":
                continue  # reviewed meanwhile, or completed by another replica
            now = await clock.now(session)
            await deal_facts.move(session, deal, rules.after("awaiting_review", "LAPSE"), now)
            completed = DealCompleted(**deal_facts.ids(deal), is_reviewed=False, completed_at=now)
            await deal_facts.record(session, deal, completed)
            await deal_facts.note(session, deal, "lapsed", None, now)
            await deals.touch_card(session, conversation, deal, "REVIEW", now)
    return len(due)


async def of_seller(session: AsyncSession, seller_id: int, *, before: int | None, most: int) -> ReviewsOut:
    """Return what buyers said of a seller; former members have no name."""
    rating = await deal_queries.rating_of(session, seller_id)
    rows = await deal_queries.reviews_of(session, seller_id, before=before, most=most)
    parts = await Parts.of_reviews(session, rows)
    return ReviewsOut(
        average_rating=round(rating.sum_tenths / rating.reviews / 10, 1) if rating else None,
        reviews=[review_out(row, parts) for row in rows],
        total=rating.reviews if rating else 0,
    )


def review_out(row: Review, parts: Parts) -> ReviewOut:
    """Return a review as everybody sees it."""
    writer = parts.person(row.buyer_id)
    return ReviewOut(
        id=row.known_id,
        rating=row.rating_tenths / 10,
        comment=row.comment,
        created_at=row.created_at,
        user=writer,
        reviewer=None if writer.is_deleted else writer,
        product=parts.product(row.product_id),
    )
