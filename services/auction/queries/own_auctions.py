"""A person's own auctions: those they bid in and those they sell, a page at a time."""

from datetime import datetime
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Select, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auction.auctions.models import Auction, ListingCopy
from services.auction.bidding.models import Bid
from services.auction.queries import maximums
from services.auction.queries.voids import voided
from services.auction.sales.models import Sale, SecondChance

When = Literal["running", "over"]
Role = Literal["bidding", "selling"]
Position = tuple[datetime, int]
_OVER_AT = func.coalesce(col(Auction.ended_at), col(Auction.ends_at))


class OwnAuction(NamedTuple):
    """An auction of a person, with all that its line shows."""

    auction: Auction
    lot: ListingCopy | None
    own_bid: int | None
    own_maximum: int | None
    sale: Sale | None
    # The same, if the person is the one who may buy, or who failed to.
    own_sale: Sale | None
    offer: SecondChance | None

    def position(self, when: When) -> Position:
        """Return its position in the order of its page."""
        ends_at = self.auction.ends_at if when == "running" else self.auction.ended_at or self.auction.ends_at
        return ends_at, self.auction.known_id


async def page(
    session: AsyncSession,
    user_id: int,
    role: Role,
    when: When,
    now: datetime,
    after: Position | None,
    limit: int,
) -> list[OwnAuction]:
    """Return a page: the running ones, the next to end first, or those that are over, the last to end
    first."""
    query = _ordered(_auctions_of_role(user_id, role), when, now, after)
    auctions = list((await session.execute(query.limit(limit))).scalars())
    return await _with_company(session, user_id, auctions) if auctions else []


def _auctions_of_role(user_id: int, role: Role) -> Select[Auction]:
    if role == "selling":
        return select(Auction).where(col(Auction.seller_id) == user_id, col(Auction.status) != "draft")
    bid_in = select(col(Bid.auction_id)).where(col(Bid.bidder_id) == user_id, ~voided().exists())
    return select(Auction).where(col(Auction.id).in_(bid_in))


def _ordered(query: Select[Auction], when: When, now: datetime, after: Position | None) -> Select[Auction]:
    running: ColumnElement[bool] = (col(Auction.status) == "active") & (col(Auction.ends_at) > now)
    if when == "running":
        place = tuple_(col(Auction.ends_at), col(Auction.id))
        query = query.where(running).order_by(col(Auction.ends_at), col(Auction.id))
        return query if after is None else query.where(place > after)
    place = tuple_(_OVER_AT, col(Auction.id))
    query = query.where(~running).order_by(_OVER_AT.desc(), col(Auction.id).desc())
    return query if after is None else query.where(place < after)


async def _with_company(session: AsyncSession, user_id: int, auctions: list[Auction]) -> list[OwnAuction]:
    """Return these auctions with all that is shown beside them, each part in one read."""
    ids = [auction.known_id for auction in auctions]
    lots = select(ListingCopy).where(
        col(ListingCopy.product_id).in_([one.known_product_id for one in auctions])
    )
    cards = {lot.product_id: lot for lot in (await session.execute(lots)).scalars()}
    bids, most = await _own_bids(session, user_id, ids), await maximums.own_maximums(session, user_id, ids)
    sales: dict[int, Sale] = {}
    own: dict[int, Sale] = {}
    query = select(Sale).where(col(Sale.auction_id).in_(ids)).order_by(col(Sale.number))
    for sale in (await session.execute(query)).scalars():
        sales[sale.auction_id] = sale
        if sale.buyer_id == user_id:
            own[sale.auction_id] = sale
    offers = await _offers(session, user_id, auctions)
    return [
        OwnAuction(
            one,
            cards.get(one.known_product_id),
            bids.get(i),
            most.get(i),
            sales.get(i),
            own.get(i),
            offers.get(i),
        )
        for i, one in zip(ids, auctions, strict=True)
    ]


async def _own_bids(session: AsyncSession, user_id: int, ids: list[int]) -> dict[int, int]:
    """Return a person's highest bid that counts in each."""
    query = select(col(Bid.auction_id), func.max(col(Bid.amount)).label("highest")).group_by(
        col(Bid.auction_id)
    )
    query = query.where(col(Bid.bidder_id) == user_id, col(Bid.auction_id).in_(ids), ~voided().exists())
    return {row.auction_id: row.highest for row in await session.execute(query)}


async def _offers(session: AsyncSession, user_id: int, auctions: list[Auction]) -> dict[int, SecondChance]:
    """Return the newest second chance of each: to this person, or any where this person sells."""
    sold = [auction.id for auction in auctions if auction.seller_id == user_id]
    query = select(SecondChance).where(col(SecondChance.auction_id).in_([auction.id for auction in auctions]))
    query = query.where((col(SecondChance.bidder_id) == user_id) | col(SecondChance.auction_id).in_(sold))
    rows = (await session.execute(query.order_by(col(SecondChance.offered_at)))).scalars()
    return {offer.auction_id: offer for offer in rows}
