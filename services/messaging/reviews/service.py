"""Buyer and seller may review each other. Both reviews become public together."""

from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import DealCompleted, ReviewReplied, ReviewRevealed, ReviewSubmitted
from libs.kit.db.database import Database
from libs.kit.errors import NotFound
from libs.kit.media.signing import Signer
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.messaging.conversations.models import Conversation
from services.messaging.conversations.queries import lock_conversation_by_id
from services.messaging.conversations.views import Parts
from services.messaging.deals import rules as deal_rules
from services.messaging.deals import timeline
from services.messaging.deals.models import Deal
from services.messaging.deals.queries import get_deals, list_deals_to_lapse, lock_deal
from services.messaging.deals.rules import NotYourTurn, ReviewClosed
from services.messaging.deals.service import get_deal_of_card, lock_own_deal, press_card, touch_card
from services.messaging.reviews import pictures, queries, rules
from services.messaging.reviews.models import Review, ReviewPicture
from services.messaging.reviews.rules import OTHER_SIDE, About, ReplyClosed
from services.messaging.reviews.schemas import (
    DealReviewsOut,
    RatingIn,
    ReplyOut,
    ReviewOut,
    ReviewPictureOut,
    ReviewsOut,
)
from services.messaging.verification.service import look_again

LAPSED_AT_ONCE = REVEALED_AT_ONCE = 50


PRAISE_SHOWN = 3


PICTURES = "/api/review-pictures"


async def write_review(session: AsyncSession, buyer: Identity, message_id: int, form: RatingIn) -> Review:
    """Idempotent for the same review."""
    await people.lock_actor(session, buyer)
    card, found = await get_deal_of_card(session, buyer, message_id)
    if card.action_type != "REVIEW":
        raise NotFound
    conversation, deal = await lock_own_deal(session, buyer, found.known_id)
    first = await queries.get_review_of(session, deal.known_id, "seller")
    if first is not None:
        return await _check_repeated_review(session, first, form)
    following = deal_rules.state_after(cast("deal_rules.State", deal.state), "REVIEW")
    now = await clock.now(session)
    row = _new_review(deal, "seller", form, now)
    session.add(row)
    await pictures.attach_pictures(session, row, buyer.user_id, form.pictures)
    await press_card(session, conversation, card, deal, now)
    await timeline.move_deal(session, deal, following, now)
    await timeline.record_event(session, deal, timeline.action_confirmed(deal, card, buyer.user_id, now))
    await _record_submitted(session, deal, row)
    completed = DealCompleted(**timeline.deal_ids(deal), is_reviewed=True, completed_at=now)
    await timeline.record_event(session, deal, completed)
    await timeline.add_to_timeline(session, deal, "reviewed", buyer.user_id, now)
    await _reveal_if_both(session, deal, now)
    return row


async def rate_buyer(session: AsyncSession, seller: Identity, deal_id: int, form: RatingIn) -> Review:
    await people.lock_actor(session, seller)
    conversation, deal = await lock_own_deal(session, seller, deal_id)
    if seller.user_id != deal.seller_id:
        raise NotYourTurn
    first = await queries.get_review_of(session, deal_id, "buyer")
    if first is not None:
        return await _check_repeated_review(session, first, form)
    now = await clock.now(session)
    row = _new_review(deal, "buyer", form, now)
    session.add(row)
    await pictures.attach_pictures(session, row, seller.user_id, form.pictures)
    await _record_submitted(session, deal, row)
    await timeline.add_to_timeline(session, deal, "buyer_rated", seller.user_id, now)
    await _reveal_if_both(session, deal, now)
    await touch_card(session, conversation, deal, "REVIEW", now)
    return row


async def _check_repeated_review(session: AsyncSession, first: Review, form: RatingIn) -> Review:
    shown = (await queries.get_pictures_of_reviews(session, [first.known_id])).get(first.known_id, [])
    content = (first.rating_tenths, first.comment, [item.token for item in shown])
    if content != (form.tenths, form.comment, form.pictures):
        raise ReviewClosed
    return first


def _new_review(deal: Deal, about: About, form: RatingIn, now: datetime) -> Review:
    until = rules.check_open(deal.state, deal.delivered_at, now)
    return Review(
        deal_id=deal.known_id, product_id=deal.product_id, seller_id=deal.seller_id, buyer_id=deal.buyer_id,
        about=about, rating_tenths=form.tenths, comment=form.comment, created_at=now, reveal_at=until,
    )  # fmt: skip


async def _record_submitted(session: AsyncSession, deal: Deal, row: Review) -> None:
    await session.flush()
    submitted = ReviewSubmitted(
        **timeline.deal_ids(deal),
        review_id=row.known_id,
        about=cast("About", row.about),
        has_comment=row.comment != "",
        submitted_at=row.created_at,
    )
    await timeline.record_event(session, deal, submitted)


async def _reveal_if_both(session: AsyncSession, deal: Deal, now: datetime) -> None:
    rows = await queries.list_reviews_of_deal(session, deal.known_id)
    if len(rows) == len(OTHER_SIDE):
        await _reveal(session, deal, rows, now)


async def _reveal(session: AsyncSession, deal: Deal, rows: list[Review], now: datetime) -> bool:
    hidden = [row for row in rows if row.revealed_at is None]
    for row in hidden:
        about = cast("About", row.about)
        row.revealed_at = now
        reviewed = deal.seller_id if about == "seller" else deal.buyer_id
        await queries.count_rating(session, reviewed, about, row.rating_tenths)
        revealed = ReviewRevealed(
            **timeline.deal_ids(deal),
            review_id=row.known_id,
            about=about,
            rating_tenths=row.rating_tenths,
            revealed_at=now,
        )
        await timeline.record_event(session, deal, revealed)
    if any(row.about == "seller" for row in hidden):
        await look_again(session, deal.seller_id)
    return bool(hidden)


async def write_reply(session: AsyncSession, seller: Identity, review_id: int, text: str) -> Review:
    await people.lock_actor(session, seller)
    review = await queries.get_review(session, review_id)
    if review is None or review.about != "seller" or review.seller_id != seller.user_id:
        raise NotFound
    _, deal = await lock_own_deal(session, seller, review.deal_id)
    await session.refresh(review)
    if not review.is_public:
        raise NotFound
    if review.replied_at is not None:
        if review.reply != text:
            raise ReplyClosed
        return review
    now = await clock.now(session)
    review.reply, review.replied_at = text, now
    replied = ReviewReplied(**timeline.deal_ids(deal), review_id=review_id, replied_at=now)
    await timeline.record_event(session, deal, replied)
    return review


async def reveal_due(database: Database) -> int:
    async with database.reading() as session:
        now = await clock.now(session)
        due = await queries.list_deals_to_reveal(session, now, REVEALED_AT_ONCE)
    for found in due:
        async with database.transaction() as session:
            conversation, deal = await lock_deal_of_review(session, found)
            now = await clock.now(session)
            rows = [
                review
                for review in await queries.list_reviews_of_deal(session, deal.known_id)
                if review.reveal_at <= now
            ]
            if await _reveal(session, deal, rows, now):
                await touch_card(session, conversation, deal, "REVIEW", now)
    return len(due)


async def complete_due(database: Database) -> int:
    async with database.reading() as session:
        due = await list_deals_to_lapse(
            session, await clock.now(session) - deal_rules.REVIEW_WITHIN, LAPSED_AT_ONCE
        )
    for found in due:
        async with database.transaction() as session:
            conversation, deal = await lock_deal_of_review(session, found)
            if deal.state != "awaiting_review":
                continue  # Reviewed meanwhile, or completed by another replica.
            now = await clock.now(session)
            await timeline.move_deal(session, deal, deal_rules.state_after("awaiting_review", "LAPSE"), now)
            completed = DealCompleted(**timeline.deal_ids(deal), is_reviewed=False, completed_at=now)
            await timeline.record_event(session, deal, completed)
            await timeline.add_to_timeline(session, deal, "lapsed", None, now)
            await touch_card(session, conversation, deal, "REVIEW", now)
    return len(due)


async def lock_deal_of_review(session: AsyncSession, found: Deal) -> tuple[Conversation, Deal]:
    conversation = await lock_conversation_by_id(session, found.conversation_id)
    deal = await lock_deal(session, found.known_id)
    assert deal is not None
    return conversation, deal


async def list_reviews_of_person(
    session: AsyncSession,
    user_id: int,
    about: About,
    *,
    product_id: int | None,
    before: int | None,
    most: int,
) -> ReviewsOut:
    total = rules.summary(await queries.get_rating_counts(session, user_id, about))
    rows = await queries.list_public_reviews(
        session, user_id, about, product_id=product_id, before=before, most=most
    )
    parts = await Parts.of_reviews(session, rows)
    return ReviewsOut(
        average_rating=total.average,
        reviews=[review_out(row, parts) for row in rows],
        total=total.total,
        stars=total.stars,
    )


async def list_testimonials(session: AsyncSession) -> list[ReviewOut]:
    rows = await queries.list_praise(session, PRAISE_SHOWN)
    parts = await Parts.of_reviews(session, rows)
    return [review_out(row, parts) for row in rows]


async def get_reviews_of_deal(
    session: AsyncSession, person: Identity, deal_id: int, signer: Signer
) -> DealReviewsOut:
    deal = (await get_deals(session, [deal_id])).get(deal_id)
    if deal is None or person.user_id not in (deal.seller_id, deal.buyer_id):
        raise NotFound
    rows = {row.about: row for row in await queries.list_reviews_of_deal(session, deal_id)}
    parts = await Parts.of_reviews(session, rows.values())
    me = "seller" if person.user_id == deal.seller_id else "buyer"
    yours, theirs = rows.get(OTHER_SIDE[me]), rows.get(me)
    until = None if deal.delivered_at is None else rules.open_until(deal.delivered_at)
    return DealReviewsOut(
        yours=review_out(yours, parts, signer) if yours else None,
        theirs=review_out(theirs, parts) if theirs and theirs.is_public else None,
        is_theirs_hidden=theirs is not None and theirs.revealed_at is None,
        may_write=yours is None and until is not None and await clock.now(session) < until,
        until=until,
    )


def review_out(row: Review, parts: Parts, signer: Signer | None = None) -> ReviewOut:
    """Pictures of a hidden review are included only with a signer, because their URLs are signed for the
    writer."""
    writer = parts.person(row.buyer_id if row.about == "seller" else row.seller_id)
    is_public = row.is_public
    pictures = parts.pictures.get(row.known_id, []) if is_public or signer else []
    return ReviewOut(
        id=row.known_id,
        rating=row.rating_tenths / 10,
        comment=row.comment,
        created_at=row.created_at,
        user=writer,
        reviewer=None if writer.is_deleted else writer,
        product=parts.product(row.product_id),
        reply=ReplyOut(text=row.reply, created_at=row.replied_at) if row.reply and row.replied_at else None,
        is_public=is_public,
        pictures=[picture_out(picture, None if is_public else signer) for picture in pictures],
    )


def picture_out(picture: ReviewPicture, signer: Signer | None) -> ReviewPictureOut:
    path = f"{PICTURES}/{picture.token}"
    whole = signer.address(picture.token, picture.owner_id, PICTURES) if signer else path
    return ReviewPictureOut(
        token=picture.token,
        image_url=whole,
        thumbnail_url=f"{whole}{'&' if signer else '?'}size=small",
        width=picture.width,
        height=picture.height,
    )
