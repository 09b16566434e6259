"""What people do about a lot after its end, under its lock: settle, offer and take a second chance."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import FundsHeld
from libs.contracts.events.sales import SaleFact
from libs.contracts.events.trades import CancelledBy, DealCancelled
from libs.kit.events import outbox, people
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.auction.auctions.models import Auction
from services.auction.domain import sales as rules
from services.auction.domain.ends import PAYMENT_WINDOW
from services.auction.domain.refusals_sales import AlreadySettled, NoSecondChance, NothingToSettle, OfferOver
from services.auction.queries import auctions as auction_queries
from services.auction.queries import sales as sale_queries
from services.auction.sales.models import Sale, SecondChance, Strike
from services.auction.service import departures, sale_facts

AT_ONCE = 50


async def begin(
    session: AsyncSession, auction: Auction, buyer_id: int, price: int, now: datetime, number: int = 1
) -> None:
    """Begin a sale: the buyer has two days to pay."""
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
    await outbox.record(session, sale_facts.won(auction, sale), version=number)


async def settle(
    session: AsyncSession, seller: Identity, auction_id: int, *, number: int, paid: bool
) -> Auction:
    """Write down that the buyer of this sale paid, or did not in time.

    The same word again changes nothing."""
    auction = await _lock_own_auction(session, seller, auction_id)
    await _settle(session, auction, number, paid=paid)
    return auction


async def settle_for(
    session: AsyncSession,
    seller_id: int,
    auction_id: int,
    *,
    number: int,
    paid: bool,
    cancelled_by: CancelledBy | None = None,
) -> Sale:
    """Settle a sale with the word that was said in the conversation, which knows who says it.

    A sale that is called off before it was paid gives no strike."""
    auction = await departures.locked_auction(session, auction_id)
    if auction.seller_id != seller_id:
        raise NotFound
    if cancelled_by is None:
        return await _settle(session, auction, number, paid=paid)
    sale = await _sale(session, auction_id, number)
    if sale.paid:
        raise AlreadySettled
    await _call_off(session, auction, sale, cancelled_by)
    return sale


async def end_with_deal(session: AsyncSession, fact: DealCancelled) -> None:
    """End the sale whose deal was cancelled, paid or not; one that is over stays as it is."""
    if fact.auction_id is None or fact.sale_number is None:
        return
    auction = await departures.locked_auction(session, fact.auction_id)
    sale = await _sale(session, fact.auction_id, fact.sale_number)
    await _call_off(session, auction, sale, fact.cancelled_by)


async def settle_held(session: AsyncSession, fact: FundsHeld) -> None:
    """Settle the sale as paid whose money is held; one that is over stays, and its money goes back."""
    if fact.auction_id is None or fact.sale_number is None:
        return
    auction = await departures.locked_auction(session, fact.auction_id)
    sale = await _sale(session, fact.auction_id, fact.sale_number)
    if sale.paid is None:
        await _settle(session, auction, fact.sale_number, paid=True)


async def _call_off(session: AsyncSession, auction: Auction, sale: Sale, by: CancelledBy) -> None:
    if sale.paid is False:
        return
    sale.paid, sale.cancelled_by, sale.settled_at = False, by, await clock.now(session)
    await _record(session, auction, sale_facts.settled(auction, sale))


async def _sale(session: AsyncSession, auction_id: int, number: int) -> Sale:
    sales = await sale_queries.of_auction(session, auction_id)
    sale = next((one for one in sales if one.number == number), None)
    if sale is None:
        raise NothingToSettle
    return sale


async def _settle(session: AsyncSession, auction: Auction, number: int, *, paid: bool) -> Sale:
    sale = await _sale(session, auction.known_id, number)
    if rules.is_recorded(sale, paid=paid):
        return sale
    now = await clock.now(session)
    if not paid and sale.cancelled_by is None:
        rules.check_may_be_unpaid(sale.pay_by, now)
    sale.paid, sale.cancelled_by, sale.settled_at = paid, None, now
    await _record(session, auction, sale_facts.settled(auction, sale))
    if not paid:
        await _strike(session, auction, sale.buyer_id, now)
    return sale


async def _strike(session: AsyncSession, auction: Auction, user_id: int, now: datetime) -> None:
    """Give a winner a strike for a lot, once; an erased person gets none."""
    if await people.standing_of(session, user_id) == "erased":
        return
    before = await sale_queries.alone_with_strikes_of(session, user_id)
    if any(strike.auction_id == auction.id for strike in before):
        return
    strike = Strike(user_id=user_id, number=len(before) + 1, auction_id=auction.known_id, given_at=now)
    session.add(strike)
    strikes = sale_queries.recent(before, now) + 1
    until = rules.paused_until(strikes, now)
    await session.flush()
    if until is not None:
        await sale_queries.pause(session, user_id, until)
    await outbox.record(session, sale_facts.struck(auction, strike, strikes, until), version=strike.number)


async def offer(session: AsyncSession, seller: Identity, auction_id: int) -> Auction:
    """Offer the lot to the next bidder, at that bidder's own highest bid; an open offer stays."""
    auction = await _lock_own_auction(session, seller, auction_id)
    now = await clock.now(session)
    offers = await sale_queries.offers_of(session, auction_id)
    if offers and rules.is_open(offers[0], now):
        return auction
    await _expire(session, auction, offers, now)
    sales = await sale_queries.of_auction(session, auction_id)
    rules.check_may_offer(
        auction.outcome,
        taken_back=await sale_queries.is_taken_back(session, auction),
        failed=sum(sale.paid is False for sale in sales),
        offered=len(offers),
        is_sold=any(sale.paid is not False for sale in sales),
    )
    following = await sale_queries.next_bidder(session, auction_id, now)
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
    await _record(session, auction, sale_facts.offered(auction, made))
    return auction


async def answer(session: AsyncSession, bidder: Identity, auction_id: int, *, accept: bool) -> Auction:
    """Accept or decline a second chance; the same answer again changes nothing."""
    await people.lock_actor(session, bidder)
    seller_id = await auction_queries.seller_of(session, auction_id)
    gone = seller_id is None or await people.standing_of(session, seller_id) != "active"
    auction = await departures.locked_auction(session, auction_id)
    now = await clock.now(session)
    offers = [
        one for one in await sale_queries.offers_of(session, auction_id) if one.bidder_id == bidder.user_id
    ]
    if not offers:
        raise NotFound
    (offered,) = offers
    wished: rules.Answer = "accepted" if accept else "declined"
    if offered.answer == wished:
        return auction
    if not rules.is_open(offered, now) or (
        accept and (gone or await sale_queries.is_taken_back(session, auction))
    ):
        raise OfferOver  # also when the seller is gone or has taken the lot back
    await _save_answer(session, auction, offered, wished, now)
    if accept:
        number = len(await sale_queries.of_auction(session, auction_id)) + 1
        await begin(session, auction, offered.bidder_id, offered.price, now, number)
    return auction


async def look_after(session: AsyncSession) -> int:
    """Remind buyers who have a day left to pay and expire offers; return how many auctions it was."""
    now = await clock.now(session)
    found = await sale_queries.to_look_after(session, now, AT_ONCE)
    for auction in found:
        await _remind(session, auction, now)
        await _expire(session, auction, await sale_queries.offers_of(session, auction.known_id), now)
    return len(found)


async def _remind(session: AsyncSession, auction: Auction, now: datetime) -> None:
    """Remind a buyer once, unless their time to pay is over already."""
    sales = await sale_queries.of_auction(session, auction.known_id)
    for sale in sales[:1]:
        if sale.reminded_at is None and sale.paid is None and sale.pay_by <= now + rules.REMIND_BEFORE:
            sale.reminded_at = now
            if now < sale.pay_by:
                await _record(session, auction, sale_facts.reminded(auction, sale))


async def _expire(session: AsyncSession, auction: Auction, offers: list[SecondChance], now: datetime) -> None:
    for one in offers:
        if one.answer is None and not rules.is_open(one, now):
            await _save_answer(session, auction, one, "expired", now)


async def _save_answer(
    session: AsyncSession, auction: Auction, offered: SecondChance, answer: rules.Answer, now: datetime
) -> None:
    offered.answer, offered.answered_at = answer, now
    await _record(session, auction, sale_facts.second_chance_answered(auction, offered, answer))


async def _record(session: AsyncSession, auction: Auction, fact: SaleFact) -> None:
    auction.sale_version += 1
    await session.flush()
    await outbox.record(session, fact, version=auction.sale_version)


async def _lock_own_auction(session: AsyncSession, seller: Identity, auction_id: int) -> Auction:
    await people.lock_actor(session, seller)
    auction = await departures.locked_auction(session, auction_id)
    if auction.seller_id != seller.user_id:
        raise NotFound
    return auction
