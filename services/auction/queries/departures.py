"""Which auctions of somebody who may not trade any more are still to be gone through."""

import itertools

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auction.models import Auction, Bid, Departure, Person


async def next_person(session: AsyncSession) -> int | None:
    """Whose auctions have waited longest; their row is held, and whom another replica holds is left to it."""
    query = select(col(Departure.user_id)).join(Person, col(Person.user_id) == col(Departure.user_id))
    query = query.order_by(col(Departure.since)).limit(1).with_for_update(of=Person, skip_locked=True)
    return (await session.execute(query)).scalar_one_or_none()


async def of_person(session: AsyncSession, user_id: int) -> Departure | None:
    """How far a person's auctions have been gone through; None if all are done, or none ever had to be."""
    return await session.get(Departure, user_id)


async def next_piece(
    session: AsyncSession, departure: Departure, most: int, most_bids: int
) -> tuple[list[Auction], int | None]:
    """The next of the auctions that ran when the person left and that they sold or had bid on, locked in the order of
    their ids; and up to which id these are, None if nothing comes after them. Always one, else no more than this many
    with this many bids."""
    sold = select(col(Auction.id)).where(col(Auction.seller_id) == departure.user_id)
    bid_on = select(col(Bid.auction_id)).where(col(Bid.bidder_id) == departure.user_id)
    left = sold.where(col(Auction.id) > departure.done_to).union(bid_on.where(col(Bid.auction_id) > departure.done_to))
    # Found first, all of them: else each running auction would be looked for among them until there are enough.
    theirs = left.cte("theirs").prefix_with("MATERIALIZED")
    query = select(col(Auction.id), col(Auction.last_seq)).join(theirs, theirs.c.id == col(Auction.id))
    query = query.where(col(Auction.status) == "active")
    query = query.where(col(Auction.starts_at) <= departure.since, col(Auction.ends_at) > departure.since)
    found = [(number, bids) for number, bids in await session.execute(query.order_by(col(Auction.id)).limit(most + 1))]
    so_far = itertools.accumulate(bids for _, bids in found[:most])
    ids = [number for (number, _), bids in zip(found, so_far, strict=False) if bids <= most_bids]
    ids = ids or [number for number, _ in found[:1]]
    running = select(Auction).where(col(Auction.id).in_(ids), col(Auction.status) == "active")
    locked = await session.execute(running.order_by(col(Auction.id)).with_for_update())
    return list(locked.scalars()), ids[-1] if len(ids) < len(found) else None


def waiting() -> ColumnElement[bool]:
    """Somebody left who sells the auction or has bid on it, and it has not been gone through."""
    has_bid = select(col(Bid.seq)).where(
        col(Bid.auction_id) == col(Auction.id), col(Bid.bidder_id) == col(Departure.user_id)
    )
    is_theirs = (col(Departure.user_id) == col(Auction.seller_id)) | has_bid.correlate(Auction, Departure).exists()
    left = select(col(Departure.user_id)).where(col(Departure.done_to) < col(Auction.id), is_theirs)
    return left.correlate(Auction).exists()
