"""A lot after its end: the seller sees everything, a buyer their own part, others nothing."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from services.auction.auctions.models import Auction
from services.auction.domain import sales as rules
from services.auction.domain.refusals_sales import NoSecondChance
from services.auction.queries import auctions as auction_queries
from services.auction.queries import people as people_queries
from services.auction.queries import sales as sale_queries
from services.auction.sales.models import Sale, SecondChance
from services.auction.schemas.sales import AfterwardsOut, NextBidderOut, PartyOut, SaleOut, SecondChanceOut


async def of(session: AsyncSession, auction_id: int, viewer: Identity, now: datetime) -> AfterwardsOut:
    """Return what becomes of the lot as this person may see it; refuse everybody without a part in it."""
    auction = await auction_queries.auction(session, auction_id)
    if auction is None or auction.status == "draft":
        raise NotFound
    sales = await sale_queries.of_auction(session, auction_id)
    offers = await sale_queries.offers_of(session, auction_id)
    if auction.seller_id != viewer.user_id:
        return AfterwardsOut(
            sale=await _sale(session, next((one for one in sales if one.buyer_id == viewer.user_id), None)),
            second_chance=await _offer(
                session, next((one for one in offers if one.bidder_id == viewer.user_id), None), now
            ),
            next_bidder=None,
            may_relist=False,
        )
    is_sold = any(sale.paid is not False for sale in sales)
    waits = any(rules.is_open(one, now) for one in offers)
    return AfterwardsOut(
        sale=await _sale(session, sales[0] if sales else None),
        second_chance=await _offer(session, offers[0] if offers else None, now),
        next_bidder=None if waits else await _next(session, auction, sales, offers, now),
        may_relist=not is_sold and not waits and await _is_theirs_again(session, auction),
    )


async def _is_theirs_again(session: AsyncSession, auction: Auction) -> bool:
    """Return whether the seller may list it anew: it ended, and was neither taken back nor listed anew."""
    if auction.status != "ended" or auction.taken_back_at is not None:
        return False
    return not await sale_queries.is_listed_anew(session, auction)


async def _next(
    session: AsyncSession, auction: Auction, sales: list[Sale], offers: list[SecondChance], now: datetime
) -> NextBidderOut | None:
    try:
        rules.check_may_offer(
            auction.outcome,
            taken_back=await sale_queries.is_taken_back(session, auction),
            failed=sum(sale.paid is False for sale in sales),
            offered=len(offers),
            is_sold=any(sale.paid is not False for sale in sales),
        )
    except NoSecondChance:
        return None
    following = await sale_queries.next_bidder(session, auction.known_id, now)
    if following is None:
        return None
    return NextBidderOut(bidder=await _party(session, following.bidder_id), price=following.price)


async def _sale(session: AsyncSession, sale: Sale | None) -> SaleOut | None:
    if sale is None:
        return None
    return SaleOut(
        **sale.model_dump(include={"number", "price", "won_at", "pay_by", "cancelled_by"}),
        buyer=await _party(session, sale.buyer_id),
        state=rules.state_of(sale),
    )


async def _offer(session: AsyncSession, offer: SecondChance | None, now: datetime) -> SecondChanceOut | None:
    if offer is None:
        return None
    over = offer.answer is None and not rules.is_open(offer, now)  # not closed by the job yet
    return SecondChanceOut(
        **offer.model_dump(include={"price", "offered_at", "expires_at"}),
        bidder=await _party(session, offer.bidder_id),
        answer="expired" if over else offer.answer,
    )


async def _party(session: AsyncSession, user_id: int) -> PartyOut:
    person = await people_queries.person(session, user_id)
    return PartyOut(id=user_id, name=person.username, is_deleted=person.is_deleted)
