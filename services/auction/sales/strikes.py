from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import Outcome, StrikeDecided
from libs.contracts.events.sales import StrikeReviewed
from libs.contracts.events.staff import AuctionChangedByStaff
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace import staff_changes
from libs.marketplace.people import names_of
from services.auction.auctions.queries import get_auction
from services.auction.sales import queries, rules
from services.auction.sales.models import Strike
from services.auction.sales.schemas import StrikeCaseOut


async def review_strike(session: AsyncSession, event: StrikeDecided) -> None:
    now = await clock.now(session)
    strike = await queries.get_strike(session, event.subject_id, locked=True)
    auction = None if strike is None else await get_auction(session, strike.auction_id)
    if strike is None or auction is None:
        return
    every, before = await queries.lock_strikes_of(session, strike.user_id), strike.lifted_at
    outcome: Outcome = "done"
    if event.lifted:
        outcome = "already" if strike.lifted_at is not None else "done"
        await _take_back(session, strike, every, now)
    paused = await queries.get_pause(session, strike.user_id)
    reviewed = StrikeReviewed(
        case_id=event.case_id,
        strike_id=event.subject_id,
        user_id=strike.user_id,
        auction_id=strike.auction_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        lifted=event.lifted,
        outcome=outcome,
        reason=event.reason,
        strikes=queries.count_recent(every, now),
        suspended_until=paused.until if paused is not None and paused.until > now else None,
        decided_at=event.decided_at,
    )
    strike.reviews += 1
    await outbox.record(session, reviewed, version=strike.reviews)
    if strike.lifted_at != before:
        await staff_changes.record(
            session, AuctionChangedByStaff, "lift_strike", by=event.by_admin_id, about=event.subject_id,
            parties=(strike.user_id, auction.seller_id), before={"liftedAt": before},
            after={"liftedAt": strike.lifted_at}, reason=event.reason, case_id=event.case_id,
        )  # fmt: skip


async def _take_back(session: AsyncSession, strike: Strike, every: list[Strike], now: datetime) -> None:
    if strike.lifted_at is not None:
        return
    strike.lifted_at = now
    paused = await queries.get_pause(session, strike.user_id)
    if paused is None or paused.until <= now:
        return
    until = rules.remaining_pause([item.given_at for item in every if item.lifted_at is None])
    if until is None or until < paused.until:
        paused.until = until or now


async def case_of(session: AsyncSession, strike_id: int) -> StrikeCaseOut:
    strike = await queries.get_strike(session, strike_id)
    auction = None if strike is None else await get_auction(session, strike.auction_id)
    if strike is None or auction is None:
        raise NotFound
    now = await clock.now(session)
    sales = await queries.list_sales(session, strike.auction_id)
    sale = next(item for item in sales if item.buyer_id == strike.user_id)
    every = await queries.list_strikes(session, strike.user_id)
    paused = await queries.get_pause(session, strike.user_id)
    names = await names_of(session, {auction.seller_id, strike.user_id})
    return StrikeCaseOut(
        strike_id=strike_id, number=strike.number, given_at=strike.given_at, lifted_at=strike.lifted_at,
        auction_id=strike.auction_id, product_id=auction.product_id, seller_id=auction.seller_id,
        buyer_id=strike.user_id, seller_username=names.get(auction.seller_id, ""),
        buyer_username=names.get(strike.user_id, ""), price=sale.price, won_at=sale.won_at, pay_by=sale.pay_by,
        reminded_at=sale.reminded_at, settled_at=sale.settled_at, counting=queries.count_recent(every, now),
        paused_until=paused.until if paused is not None and paused.until > now else None,
    )  # fmt: skip
