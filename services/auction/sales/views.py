"""The seller sees everything about a sale. A buyer sees only their own sale. Other people see nothing."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import NotFound
from libs.kit.security.tokens import Identity
from services.auction.auctions.models import Auction
from services.auction.auctions.queries import get_auction, get_person
from services.auction.sales import queries, rules
from services.auction.sales.models import Sale, SecondChance
from services.auction.sales.rules import NoSecondChance
from services.auction.sales.schemas import AfterwardsOut, NextBidderOut, PartyOut, SaleOut, SecondChanceOut


async def afterwards_out(
    session: AsyncSession, auction_id: int, viewer: Identity, now: datetime
) -> AfterwardsOut:
    auction = await get_auction(session, auction_id)
    if auction is None or auction.status == "draft":
        raise NotFound
    sales = await queries.list_sales(session, auction_id)
    offers = await queries.list_offers(session, auction_id)
    if auction.seller_id != viewer.user_id:
        return AfterwardsOut(
            sale=await _sale_out(
                session, next((item for item in sales if item.buyer_id == viewer.user_id), None)
            ),
            second_chance=await _offer_out(
                session, next((offer for offer in offers if offer.bidder_id == viewer.user_id), None), now
            ),
            next_bidder=None,
            may_relist=False,
        )
    is_sold = rules.is_sold(sales)
    waits = any(rules.is_offer_open(offer, now) for offer in offers)
    return AfterwardsOut(
        sale=await _sale_out(session, sales[0] if sales else None),
        second_chance=await _offer_out(session, offers[0] if offers else None, now),
        next_bidder=None if waits else await _next_bidder_out(session, auction, sales, offers, now),
        may_relist=not is_sold and not waits and await _is_theirs_again(session, auction),
    )


async def _is_theirs_again(session: AsyncSession, auction: Auction) -> bool:
    if auction.status != "ended" or auction.taken_back_at is not None:
        return False
    return not await queries.is_relisted(session, auction)


async def _next_bidder_out(
    session: AsyncSession, auction: Auction, sales: list[Sale], offers: list[SecondChance], now: datetime
) -> NextBidderOut | None:
    try:
        rules.check_may_offer(
            auction.outcome,
            taken_back=await queries.is_taken_back(session, auction),
            failed=sum(sale.paid is False for sale in sales),
            offered=len(offers),
            is_sold=rules.is_sold(sales),
        )
    except NoSecondChance:
        return None
    following = await queries.get_next_bidder(session, auction.known_id, now)
    if following is None:
        return None
    return NextBidderOut(bidder=await _party_out(session, following.bidder_id), price=following.price)


async def _sale_out(session: AsyncSession, sale: Sale | None) -> SaleOut | None:
    if sale is None:
        return None
    return SaleOut(
        **sale.model_dump(include={"number", "price", "won_at", "pay_by", "cancelled_by"}),
        buyer=await _party_out(session, sale.buyer_id),
        state=rules.sale_state(sale),
    )


async def _offer_out(
    session: AsyncSession, offer: SecondChance | None, now: datetime
) -> SecondChanceOut | None:
    if offer is None:
        return None
    # Ended, but not expired by the job yet.
    over = offer.answer is None and not rules.is_offer_open(offer, now)
    return SecondChanceOut(
        **offer.model_dump(include={"price", "offered_at", "expires_at"}),
        bidder=await _party_out(session, offer.bidder_id),
        answer="expired" if over else offer.answer,
    )


async def _party_out(session: AsyncSession, user_id: int) -> PartyOut:
    person = await get_person(session, user_id)
    return PartyOut(id=user_id, name=person.username, is_deleted=person.is_deleted)
