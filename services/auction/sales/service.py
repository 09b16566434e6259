"""Each command locks the auction. Messaging decides whether a sale is paid, unpaid or cancelled, because it
owns the deal of the sale. Auction follows its events."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.sales import SaleEvent
from libs.contracts.events.trades import DealCancelled, PaymentReported
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.auction.account_removal.service import locked_auction
from services.auction.auctions.models import Auction
from services.auction.auctions.queries import get_seller_id
from services.auction.closing.rules import PAYMENT_WINDOW
from services.auction.sales import events, queries, rules
from services.auction.sales.models import Sale, SecondChance, Strike
from services.auction.sales.rules import NoSecondChance, OfferOver

SALES_AT_ONCE = 50


async def begin_sale(
    session: AsyncSession, auction: Auction, buyer_id: int, price: int, now: datetime, number: int = 1
) -> None:
    sale = Sale(
        auction_id=auction.known_id,
        number=number,
        buyer_id=buyer_id,
        price=price,
        won_at=now,
        pay_by=now + PAYMENT_WINDOW,
    )
    session.add(sale)
    auction.winner_id, auction.final_price = buyer_id, price
    await outbox.record(session, events.auction_won(auction, sale), version=number)


async def settle_sale(session: AsyncSession, event: PaymentReported) -> None:
    """Non-payment may also be reported after the sale was cancelled."""
    auction = await locked_auction(session, event.auction_id)
    sale = await queries.get_sale(session, event.auction_id, event.sale_number)
    state = rules.sale_state(sale)
    if state != "to_pay" and (event.paid or state != "cancelled"):
        return
    now = await clock.now(session)
    sale.paid, sale.cancelled_by, sale.settled_at = event.paid, None, now
    await _record_settlement(session, auction, sale)
    if not event.paid:
        await _give_strike(session, auction, sale.buyer_id, now)


async def cancel_sale(session: AsyncSession, event: DealCancelled) -> None:
    if event.auction_id is None or event.sale_number is None:
        return
    auction = await locked_auction(session, event.auction_id)
    sale = await queries.get_sale(session, event.auction_id, event.sale_number)
    if sale.paid is False:
        return
    sale.paid, sale.cancelled_by, sale.settled_at = False, event.cancelled_by, await clock.now(session)
    sale.left_seller = event.left_seller
    if event.in_doubt:  # Catalog archives the listing, so no second chance may be offered.
        auction.taken_back_at = auction.taken_back_at or sale.settled_at
    await _record_settlement(session, auction, sale, in_doubt=event.in_doubt)


async def _record_settlement(
    session: AsyncSession, auction: Auction, sale: Sale, *, in_doubt: bool = False
) -> None:
    is_free = not rules.is_sold(await queries.list_sales(session, auction.known_id))
    settled = events.sale_settled(auction, sale, is_free=is_free, in_doubt=in_doubt)
    await _record_event(session, auction, settled)


async def _give_strike(session: AsyncSession, auction: Auction, user_id: int, now: datetime) -> None:
    """A person gets at most one strike per auction. Erased people get none."""
    if await people.get_account_status(session, user_id) == "erased":
        return
    before = await queries.lock_strikes_of(session, user_id)
    if any(strike.auction_id == auction.id for strike in before):
        return
    strike = Strike(user_id=user_id, number=len(before) + 1, auction_id=auction.known_id, given_at=now)
    session.add(strike)
    strikes = queries.count_recent(before, now) + 1
    until = rules.paused_until(strikes, now)
    await session.flush()
    if until is not None:
        await queries.upsert_pause(session, user_id, until)
    await outbox.record(session, events.strike_given(auction, strike, strikes, until), version=strike.number)


async def offer_second_chance(session: AsyncSession, seller: Identity, auction_id: int) -> Auction:
    """Does nothing while an offer is open."""
    auction = await _lock_own_auction(session, seller, auction_id)
    now = await clock.now(session)
    offers = await queries.list_offers(session, auction_id)
    if offers and rules.is_offer_open(offers[0], now):
        return auction
    await _expire_offer(session, auction, offers, now)
    sales = await queries.list_sales(session, auction_id)
    rules.check_may_offer(
        auction.outcome,
        taken_back=await queries.is_taken_back(session, auction),
        failed=sum(sale.paid is False for sale in sales),
        offered=len(offers),
        is_sold=rules.is_sold(sales),
    )
    following = await queries.get_next_bidder(session, auction_id, now)
    if following is None:
        raise NoSecondChance
    made = SecondChance(
        auction_id=auction_id,
        bidder_id=following.bidder_id,
        price=following.price,
        offered_at=now,
        expires_at=now + rules.OFFER_WINDOW,
    )
    session.add(made)
    await _record_event(session, auction, events.second_chance_offered(auction, made))
    return auction


async def answer_second_chance(
    session: AsyncSession, bidder: Identity, auction_id: int, *, accept: bool
) -> Auction:
    """Idempotent for the same answer."""
    await people.lock_actor(session, bidder)
    seller_id = await get_seller_id(session, auction_id)
    gone = seller_id is None or await people.get_account_status(session, seller_id) != "active"
    auction = await locked_auction(session, auction_id)
    now = await clock.now(session)
    offers = [
        offer for offer in await queries.list_offers(session, auction_id) if offer.bidder_id == bidder.user_id
    ]
    if not offers:
        raise NotFound
    (offered,) = offers
    wished: rules.Answer = "accepted" if accept else "declined"
    if offered.answer == wished:
        return auction
    if not rules.is_offer_open(offered, now) or (
        accept and (gone or await queries.is_taken_back(session, auction))
    ):
        raise OfferOver  # Also raised if the seller is gone or has taken the listing back.
    await _save_answer(session, auction, offered, wished, now)
    if accept:
        number = len(await queries.list_sales(session, auction_id)) + 1
        await begin_sale(session, auction, offered.bidder_id, offered.price, now, number)
    return auction


async def process_due_sales(session: AsyncSession) -> int:
    now = await clock.now(session)
    due_sales = await queries.find_due_sales(session, now, SALES_AT_ONCE)
    for auction in due_sales:
        await _remind_buyer(session, auction, now)
        await _expire_offer(session, auction, await queries.list_offers(session, auction.known_id), now)
    return len(due_sales)


async def _remind_buyer(session: AsyncSession, auction: Auction, now: datetime) -> None:
    sales = await queries.list_sales(session, auction.known_id)
    for sale in sales[:1]:
        if sale.reminded_at is None and sale.paid is None and sale.pay_by <= now + rules.REMIND_BEFORE:
            sale.reminded_at = now
            if now < sale.pay_by:
                await _record_event(session, auction, events.payment_reminded(auction, sale))


async def _expire_offer(
    session: AsyncSession, auction: Auction, offers: list[SecondChance], now: datetime
) -> None:
    for offer in offers:
        if offer.answer is None and not rules.is_offer_open(offer, now):
            await _save_answer(session, auction, offer, "expired", now)


async def _save_answer(
    session: AsyncSession, auction: Auction, offered: SecondChance, answer: rules.Answer, now: datetime
) -> None:
    offered.answer, offered.answered_at = answer, now
    await _record_event(session, auction, events.second_chance_answered(auction, offered, answer))


async def _record_event(session: AsyncSession, auction: Auction, event: SaleEvent) -> None:
    auction.sale_version += 1
    await session.flush()
    await outbox.record(session, event, version=auction.sale_version)


async def _lock_own_auction(session: AsyncSession, seller: Identity, auction_id: int) -> Auction:
    await people.lock_actor(session, seller)
    auction = await locked_auction(session, auction_id)
    if auction.seller_id != seller.user_id:
        raise NotFound
    return auction
