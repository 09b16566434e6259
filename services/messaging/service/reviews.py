"""Reviews of deals that were delivered: each of the two writes one, and both become public together."""

from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import DealCompleted, ReviewReplied, ReviewRevealed, ReviewSubmitted
from libs.kit.db.database import Database
from libs.kit.events import people
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.media.signing import Signer
from libs.kit.process import clock
from services.messaging.domain import deals as rules
from services.messaging.domain import reviews as review_rules
from services.messaging.domain.refusals import NotYourTurn, ReplyClosed, ReviewClosed
from services.messaging.domain.reviews import OTHER_SIDE, About
from services.messaging.models.conversations import Conversation
from services.messaging.models.deals import Deal
from services.messaging.models.reviews import Review, ReviewPicture
from services.messaging.queries import conversations as conversation_queries
from services.messaging.queries import deals as deal_queries
from services.messaging.queries import review_pictures as picture_queries
from services.messaging.queries import reviews as review_queries
from services.messaging.schemas.reviews import (
    DealReviewsOut,
    RatingIn,
    ReplyOut,
    ReviewOut,
    ReviewPictureOut,
    ReviewsOut,
)
from services.messaging.service import deal_facts, deals, review_pictures, verification
from services.messaging.service.views import Parts

LAPSED_AT_ONCE = REVEALED_AT_ONCE = 50
PRAISE_SHOWN = 3
# Where pictures of reviews are read.
PICTURES = "/api/review-pictures"


async def review(session: AsyncSession, buyer: Identity, message_id: int, form: RatingIn) -> Review:
    """Review the seller of a delivered deal, once; the same review again changes nothing."""
    await people.lock_actor(session, buyer)
    card, found = await deals.of_card(session, buyer, message_id)
    if card.action_type != "REVIEW":
        raise NotFound
    conversation, deal = await deals.locked(session, buyer, found.known_id)
    first = await review_queries.review_of(session, deal.known_id, "seller")
    if first is not None:
        return await _check_repeated_review(session, first, form)
    following = rules.after(cast("rules.State", deal.state), "REVIEW")
    now = await clock.now(session)
    row = _new_review(deal, "seller", form, now)
    session.add(row)
    await review_pictures.attach(session, row, buyer.user_id, form.pictures)
    await deals.click(session, conversation, card, deal, now)
    await deal_facts.move(session, deal, following, now)
    await deal_facts.record(session, deal, deal_facts.confirmed(deal, card, buyer.user_id, now))
    await _record_submitted(session, deal, row)
    completed = DealCompleted(**deal_facts.ids(deal), is_reviewed=True, completed_at=now)
    await deal_facts.record(session, deal, completed)
    await deal_facts.note(session, deal, "reviewed", buyer.user_id, now)
    await _reveal_if_both(session, deal, now)
    return row


async def rate_buyer(session: AsyncSession, seller: Identity, deal_id: int, form: RatingIn) -> Review:
    """Review the buyer of a delivered deal, once; the same review again changes nothing."""
    await people.lock_actor(session, seller)
    conversation, deal = await deals.locked(session, seller, deal_id)
    if seller.user_id != deal.seller_id:
        raise NotYourTurn
    first = await review_queries.review_of(session, deal_id, "buyer")
    if first is not None:
        return await _check_repeated_review(session, first, form)
    now = await clock.now(session)
    row = _new_review(deal, "buyer", form, now)
    session.add(row)
    await review_pictures.attach(session, row, seller.user_id, form.pictures)
    await _record_submitted(session, deal, row)
    await deal_facts.note(session, deal, "buyer_rated", seller.user_id, now)
    await _reveal_if_both(session, deal, now)
    await deals.touch_card(session, conversation, deal, "REVIEW", now)
    return row


async def _check_repeated_review(session: AsyncSession, first: Review, form: RatingIn) -> Review:
    shown = (await picture_queries.of_reviews(session, [first.known_id])).get(first.known_id, [])
    content = (first.rating_tenths, first.comment, [one.token for one in shown])
    if content != (form.tenths, form.comment, form.pictures):
        raise ReviewClosed
    return first


def _new_review(deal: Deal, about: About, form: RatingIn, now: datetime) -> Review:
    """Return a new, hidden review; refuse it before the delivery and when its time is over."""
    until = review_rules.check_open(deal.state, deal.delivered_at, now)
    return Review(
        deal_id=deal.known_id, product_id=deal.product_id, seller_id=deal.seller_id, buyer_id=deal.buyer_id,
        about=about, rating_tenths=form.tenths, comment=form.comment, created_at=now, reveal_at=until,
    )  # fmt: skip


async def _record_submitted(session: AsyncSession, deal: Deal, row: Review) -> None:
    await session.flush()
    submitted = ReviewSubmitted(
        **deal_facts.ids(deal),
        review_id=row.known_id,
        about=cast("About", row.about),
        has_comment=row.comment != "",
        submitted_at=row.created_at,
    )
    await deal_facts.record(session, deal, submitted)


async def _reveal_if_both(session: AsyncSession, deal: Deal, now: datetime) -> None:
    rows = await review_queries.of_deal(session, deal.known_id)
    if len(rows) == len(OTHER_SIDE):
        await _reveal(session, deal, rows, now)


async def _reveal(session: AsyncSession, deal: Deal, rows: list[Review], now: datetime) -> bool:
    """Make the hidden ones of these reviews public, and count them; return whether there were any."""
    hidden = [row for row in rows if row.revealed_at is None]
    for row in hidden:
        about = cast("About", row.about)
        row.revealed_at = now
        reviewed = deal.seller_id if about == "seller" else deal.buyer_id
        await review_queries.count(session, reviewed, about, row.rating_tenths)
        revealed = ReviewRevealed(
            **deal_facts.ids(deal),
            review_id=row.known_id,
            about=about,
            rating_tenths=row.rating_tenths,
            revealed_at=now,
        )
        await deal_facts.record(session, deal, revealed)
    if any(row.about == "seller" for row in hidden):
        await verification.look_again(session, deal.seller_id)
    return bool(hidden)


async def reply(session: AsyncSession, seller: Identity, review_id: int, text: str) -> Review:
    """Answer a public review of one's own, once; the same answer again changes nothing."""
    await people.lock_actor(session, seller)
    found = await review_queries.review(session, review_id)
    if found is None or found.about != "seller" or found.seller_id != seller.user_id:
        raise NotFound
    _, deal = await deals.locked(session, seller, found.deal_id)
    await session.refresh(found)
    if not found.is_public:
        raise NotFound
    if found.replied_at is not None:
        if found.reply != text:
            raise ReplyClosed
        return found
    now = await clock.now(session)
    found.reply, found.replied_at = text, now
    replied = ReviewReplied(**deal_facts.ids(deal), review_id=review_id, replied_at=now)
    await deal_facts.record(session, deal, replied)
    return found


async def reveal_due(database: Database) -> int:
    """Make reviews public whose time is over; return how many deals were looked at."""
    async with database.reading() as session:
        now = await clock.now(session)
        due = await review_queries.to_reveal(session, now, REVEALED_AT_ONCE)
    for found in due:
        async with database.transaction() as session:
            conversation, deal = await locked(session, found)
            now = await clock.now(session)
            rows = [
                one for one in await review_queries.of_deal(session, deal.known_id) if one.reveal_at <= now
            ]
            if await _reveal(session, deal, rows, now):
                await deals.touch_card(session, conversation, deal, "REVIEW", now)
    return len(due)


async def lapse(database: Database) -> int:
    """Complete deals whose time for a review is over; return how many were looked at."""
    async with database.reading() as session:
        due = await deal_queries.to_lapse(
            session, await clock.now(session) - rules.REVIEW_WITHIN, LAPSED_AT_ONCE
        )
    for found in due:
        async with database.transaction() as session:
            conversation, deal = await locked(session, found)
            if deal.state != "awaiting_review":
                continue  # reviewed meanwhile, or completed by another replica
            now = await clock.now(session)
            await deal_facts.move(session, deal, rules.after("awaiting_review", "LAPSE"), now)
            completed = DealCompleted(**deal_facts.ids(deal), is_reviewed=False, completed_at=now)
            await deal_facts.record(session, deal, completed)
            await deal_facts.note(session, deal, "lapsed", None, now)
            await deals.touch_card(session, conversation, deal, "REVIEW", now)
    return len(due)


async def locked(session: AsyncSession, found: Deal) -> tuple[Conversation, Deal]:
    """Return a deal and its conversation, both locked."""
    conversation = await conversation_queries.locked_by_id(session, found.conversation_id)
    deal = await deal_queries.locked(session, found.known_id)
    assert deal is not None
    return conversation, deal


async def of_person(
    session: AsyncSession,
    user_id: int,
    about: About,
    *,
    product_id: int | None,
    before: int | None,
    most: int,
) -> ReviewsOut:
    """Return the public reviews of a seller or a buyer; former members have no name."""
    total = review_rules.summary(await review_queries.counts(session, user_id, about))
    rows = await review_queries.public(
        session, user_id, about, product_id=product_id, before=before, most=most
    )
    parts = await Parts.of_reviews(session, rows)
    return ReviewsOut(
        average_rating=total.average,
        reviews=[review_out(row, parts) for row in rows],
        total=total.total,
        stars=total.stars,
    )


async def praise(session: AsyncSession) -> list[ReviewOut]:
    """Return what buyers lately said who were content, for the home page."""
    rows = await review_queries.praise(session, PRAISE_SHOWN)
    parts = await Parts.of_reviews(session, rows)
    return [review_out(row, parts) for row in rows]


async def of_deal(session: AsyncSession, person: Identity, deal_id: int, signer: Signer) -> DealReviewsOut:
    """Return both reviews of a deal for one of its two people."""
    deal = (await deal_queries.deals(session, [deal_id])).get(deal_id)
    if deal is None or person.user_id not in (deal.seller_id, deal.buyer_id):
        raise NotFound
    rows = {row.about: row for row in await review_queries.of_deal(session, deal_id)}
    parts = await Parts.of_reviews(session, rows.values())
    me = "seller" if person.user_id == deal.seller_id else "buyer"
    yours, theirs = rows.get(OTHER_SIDE[me]), rows.get(me)
    until = None if deal.delivered_at is None else review_rules.open_until(deal.delivered_at)
    return DealReviewsOut(
        yours=review_out(yours, parts, signer) if yours else None,
        theirs=review_out(theirs, parts) if theirs and theirs.is_public else None,
        is_theirs_hidden=theirs is not None and theirs.revealed_at is None,
        may_write=yours is None and until is not None and await clock.now(session) < until,
        until=until,
    )


def review_out(row: Review, parts: Parts, signer: Signer | None = None) -> ReviewOut:
    """Return a review with its writer; the pictures of a hidden one at addresses for its writer alone."""
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
        pictures=[picture_out(one, None if is_public else signer) for one in pictures],
    )


def picture_out(picture: ReviewPicture, signer: Signer | None) -> ReviewPictureOut:
    """Return a picture of a review; until the review is public its address is signed for its owner."""
    path = f"{PICTURES}/{picture.token}"
    whole = signer.address(picture.token, picture.owner_id, PICTURES) if signer else path
    return ReviewPictureOut(
        token=picture.token,
        image_url=whole,
        thumbnail_url=f"{whole}{'&' if signer else '?'}size=small",
        width=picture.width,
        height=picture.height,
    )
