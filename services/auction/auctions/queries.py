from collections.abc import Collection
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    func,
    intersect,
    select,
    text,
    tuple_,
    union,
    union_all,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.errors import NotFound
from libs.kit.process import clock
from services.auction.auctions.models import Auction, ListingReplica, Person
from services.auction.bidding.models import Bid
from services.auction.bidding.queries import list_own_maximums, list_voided
from services.auction.sales.models import Sale, SecondChance
from services.auction.sales.queries import next_bidder_id
from services.auction.sales.rules import MAY_BE_CANCELLED_FOR


async def lock_auction(session: AsyncSession, auction_id: int) -> Auction:
    auction = await lock_opened(session, auction_id)
    if auction is None:
        raise NotFound
    return auction


async def lock_opened(session: AsyncSession, auction_id: int) -> Auction | None:
    query = (
        select(Auction).where(col(Auction.id) == auction_id, col(Auction.status) != "draft").with_for_update()
    )
    return (await session.execute(query)).scalar_one_or_none()


async def lock_draft(session: AsyncSession, auction_id: int) -> Auction | None:
    query = (
        select(Auction).where(col(Auction.id) == auction_id, col(Auction.status) == "draft").with_for_update()
    )
    return (await session.execute(query)).scalar_one_or_none()


async def find_old_drafts(session: AsyncSession, before: datetime, most: int) -> list[int]:
    query = select(col(Auction.id)).where(col(Auction.status) == "draft", col(Auction.updated_at) < before)
    rows = await session.execute(query.order_by(col(Auction.updated_at)).limit(most))
    return [row for row in rows.scalars() if row is not None]


async def forget_draft(session: AsyncSession, auction_id: int) -> None:
    await session.execute(text("SELECT forget_draft(:auction_id)"), {"auction_id": auction_id})


async def count_reserved(session: AsyncSession, seller_id: int) -> int:
    """Takes a lock until the transaction ends, so that a concurrent reservation of the seller cannot exceed
    the limit."""
    alone = text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))")
    await session.execute(alone, {"whose": f"drafts of {seller_id}"})
    query = select(func.count()).select_from(Auction)
    query = query.where(col(Auction.status) == "draft", col(Auction.seller_id) == seller_id)
    return int((await session.execute(query)).scalar_one())


async def get_auction(session: AsyncSession, auction_id: int) -> Auction | None:
    return await session.get(Auction, auction_id)


async def get_auctions(session: AsyncSession, auction_ids: Collection[int]) -> list[Auction]:
    query = select(Auction).where(col(Auction.id).in_(auction_ids), col(Auction.status) != "draft")
    return list((await session.execute(query)).scalars())


async def list_places(session: AsyncSession, auction_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    query = select(col(Auction.id), col(Auction.version), col(Auction.bid_count))
    query = query.where(col(Auction.id).in_(auction_ids), col(Auction.status) != "draft")
    return {row.id: (row.version, row.bid_count) for row in await session.execute(query)}


async def get_seller_id(session: AsyncSession, auction_id: int) -> int | None:
    return (
        await session.execute(select(col(Auction.seller_id)).where(col(Auction.id) == auction_id))
    ).scalar_one_or_none()


async def get_auction_of_product(session: AsyncSession, product_id: int) -> Auction | None:
    query = select(Auction).where(col(Auction.product_id) == product_id, col(Auction.status) != "draft")
    return (await session.execute(query.order_by(col(Auction.id).desc()).limit(1))).scalar_one_or_none()


async def find_opened_for(session: AsyncSession, product_id: int | None) -> int | None:
    found = await get_auction_of_product(session, product_id) if product_id is not None else None
    return found.id if found else None


async def list_unsettled(session: AsyncSession, user_id: int) -> list[Auction]:
    theirs = (col(Auction.seller_id) == user_id) | (col(Auction.current_bidder_id) == user_id)
    now = await clock.now(session)
    to_pay = select(col(Sale.auction_id)).where(col(Sale.paid).is_(None), col(Sale.pay_by) > now)
    bought = col(Auction.id).in_(to_pay.where(col(Sale.buyer_id) == user_id))
    sold = (col(Auction.seller_id) == user_id) & col(Auction.id).in_(to_pay)
    query = select(Auction).where((theirs & (col(Auction.status) == "active")) | bought | sold)
    return list((await session.execute(query.order_by(col(Auction.id)))).scalars())


async def share_open_auction(session: AsyncSession, staff_id: int, person_id: int) -> bool:
    """True if the staff member takes part in an auction in which the person has a stake, or leads a running
    auction in which the person bid. Other bids of the person do not count, because anybody can bid."""
    now = await clock.now(session)
    own = select(col(Auction.id)).where(col(Auction.seller_id) == staff_id)
    shared = intersect(union(own, _bid_in(staff_id)), _stakes_of(person_id, now))
    outbid = _bid_in(person_id).where(col(Bid.auction_id).in_(_led_by(staff_id)))
    query = union_all(shared, outbid)
    return (await session.execute(query.limit(1))).first() is not None


def _stakes_of(user_id: int, now: datetime) -> CompoundSelect[Any]:
    """Selects open auctions in whose outcome the person has a stake: as seller, leader, buyer, or bidder who
    has a second chance or is next in line for one."""
    recently = now - MAY_BE_CANCELLED_FOR
    may_fail = select(col(Sale.auction_id)).where(
        col(Sale.paid).is_(None) | (col(Sale.paid) & (col(Sale.settled_at) > recently))
    )
    unsold = select(col(Auction.id)).where(
        col(Auction.status) == "ended",
        col(Auction.outcome).in_(("sold", "reserve_not_met")),
        col(Auction.taken_back_at).is_(None),
        col(Auction.ended_at) > recently,
        col(Auction.id).not_in(select(col(Sale.auction_id)).where(col(Sale.paid).is_not(False))),
    )
    offered = select(col(SecondChance.auction_id)).where(
        col(SecondChance.answer).is_(None), col(SecondChance.expires_at) > now
    )
    is_open = (col(Auction.status) == "active") | col(Auction.id).in_(union(may_fail, offered, unsold))
    return union(
        select(col(Auction.id)).where(col(Auction.seller_id) == user_id, is_open),
        _led_by(user_id),
        may_fail.where(col(Sale.buyer_id) == user_id),
        may_fail.where(
            col(Sale.auction_id).in_(_bid_in(user_id)), next_bidder_id(col(Sale.auction_id), now) == user_id
        ),
        unsold.where(col(Auction.id).in_(_bid_in(user_id)), next_bidder_id(col(Auction.id), now) == user_id),
        offered.where(col(SecondChance.bidder_id) == user_id),
    )


def _led_by(user_id: int) -> Select[int | None]:
    query = select(col(Auction.id)).where(col(Auction.id).in_(_bid_in(user_id)))
    return query.where(col(Auction.status) == "active", col(Auction.current_bidder_id) == user_id)


def _bid_in(user_id: int) -> Select[int]:
    return select(col(Bid.auction_id)).where(col(Bid.bidder_id) == user_id)


async def get_live_epoch(session: AsyncSession) -> int:
    """The epoch increases when the database is restored, so that browsers reload."""
    return int((await session.execute(text("SELECT epoch FROM live"))).scalar_one())


async def find_due(session: AsyncSession, now: datetime, most: int) -> list[Auction]:
    """Skips auctions that another replica is closing."""
    query = select(Auction).where(col(Auction.status) == "active", col(Auction.ends_at) <= now)
    query = query.order_by(col(Auction.ends_at)).limit(most).with_for_update(skip_locked=True)
    return list((await session.execute(query)).scalars())


async def get_next_end(session: AsyncSession) -> datetime | None:
    query = select(func.min(col(Auction.ends_at))).where(col(Auction.status) == "active")
    return (await session.execute(query)).scalar_one()


async def get_listing(session: AsyncSession, product_id: int) -> ListingReplica | None:
    return await session.get(ListingReplica, product_id)


async def upsert_listing(session: AsyncSession, product_id: int, card: dict[str, Any]) -> None:
    copy = insert(ListingReplica).values(product_id=product_id, card=card)
    await session.execute(copy.on_conflict_do_update(index_elements=["product_id"], set_={"card": card}))


async def insert_listing(session: AsyncSession, product_id: int, card: dict[str, Any]) -> None:
    """Does nothing if the listing is already stored."""
    copy = insert(ListingReplica).values(product_id=product_id, card=card)
    await session.execute(copy.on_conflict_do_nothing())


When = Literal["running", "over"]
Role = Literal["bidding", "selling"]
Position = tuple[datetime, int]
_OVER_AT = func.coalesce(col(Auction.ended_at), col(Auction.ends_at))


class OwnAuction(NamedTuple):
    auction: Auction
    listing: ListingReplica | None
    own_bid: int | None
    own_maximum: int | None
    sale: Sale | None
    # The newest sale to this person.
    own_sale: Sale | None
    offer: SecondChance | None

    def position(self, when: When) -> Position:
        ends_at = self.auction.ends_at if when == "running" else self.auction.ended_at or self.auction.ends_at
        return ends_at, self.auction.known_id


async def list_own_auctions(
    session: AsyncSession,
    user_id: int,
    role: Role,
    when: When,
    now: datetime,
    after: Position | None,
    limit: int,
) -> list[OwnAuction]:
    query = _ordered(_auctions_of_role(user_id, role), when, now, after)
    auctions = list((await session.execute(query.limit(limit))).scalars())
    return await _with_company(session, user_id, auctions) if auctions else []


def _auctions_of_role(user_id: int, role: Role) -> Select[Auction]:
    if role == "selling":
        return select(Auction).where(col(Auction.seller_id) == user_id, col(Auction.status) != "draft")
    bid_in = select(col(Bid.auction_id)).where(col(Bid.bidder_id) == user_id, ~list_voided().exists())
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
    ids = [auction.known_id for auction in auctions]
    listings = select(ListingReplica).where(
        col(ListingReplica.product_id).in_([item.known_product_id for item in auctions])
    )
    cards = {listing.product_id: listing for listing in (await session.execute(listings)).scalars()}
    bids, most = (
        await _own_bids(session, user_id, ids),
        await list_own_maximums(session, user_id, ids),
    )
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
    query = select(col(Bid.auction_id), func.max(col(Bid.amount)).label("highest")).group_by(
        col(Bid.auction_id)
    )
    query = query.where(col(Bid.bidder_id) == user_id, col(Bid.auction_id).in_(ids), ~list_voided().exists())
    return {row.auction_id: row.highest for row in await session.execute(query)}


async def _offers(session: AsyncSession, user_id: int, auctions: list[Auction]) -> dict[int, SecondChance]:
    sold = [auction.id for auction in auctions if auction.seller_id == user_id]
    query = select(SecondChance).where(col(SecondChance.auction_id).in_([auction.id for auction in auctions]))
    query = query.where((col(SecondChance.bidder_id) == user_id) | col(SecondChance.auction_id).in_(sold))
    rows = (await session.execute(query.order_by(col(SecondChance.offered_at)))).scalars()
    return {offer.auction_id: offer for offer in rows}


async def get_person(session: AsyncSession, user_id: int) -> Person:
    return await session.get(Person, user_id) or Person(user_id=user_id)
