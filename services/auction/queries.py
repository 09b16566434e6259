"""Every SELECT of auction."""

from typing import NamedTuple

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.errors import NotFound
from services.auction.models import Auction, Bid, ListingCopy

LATEST_BIDS = 50


async def auction_for_update(session: AsyncSession, auction_id: int) -> Auction:
    """The auction, locked: bids on it wait for each other."""
    query = select(Auction).where(col(Auction.id) == auction_id, col(Auction.status) != "draft").with_for_update()
    auction = (await session.execute(query)).scalar_one_or_none()
    if auction is None:
        raise NotFound
    return auction


async def draft_for_update(session: AsyncSession, auction_id: int) -> Auction | None:
    """A reserved auction that has not opened, locked; None when it is open already or unknown."""
    query = select(Auction).where(col(Auction.id) == auction_id, col(Auction.status) == "draft").with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def auction(session: AsyncSession, auction_id: int) -> Auction | None:
    """The auction as it is, draft or not."""
    return await session.get(Auction, auction_id)


async def auction_of_product(session: AsyncSession, product_id: int) -> Auction | None:
    """The newest auction of a product."""
    query = select(Auction).where(col(Auction.product_id) == product_id, col(Auction.status) != "draft")
    return (await session.execute(query.order_by(col(Auction.id).desc()).limit(1))).scalar_one_or_none()


async def latest_bids(session: AsyncSession, auction: Auction) -> list[Bid]:
    """The newest bids that belong to the auction as it was read: one that came since is left out."""
    query = select(Bid).where(col(Bid.auction_id) == auction.id, col(Bid.seq) <= auction.bid_count)
    rows = await session.execute(query.order_by(col(Bid.seq).desc()).limit(LATEST_BIDS))
    return list(rows.scalars())


async def listing(session: AsyncSession, product_id: int) -> ListingCopy | None:
    """What the auction sells."""
    return await session.get(ListingCopy, product_id)


async def live_epoch(session: AsyncSession) -> int:
    """Rises when the database was restored from a backup, so that every browser asks again."""
    return int((await session.execute(text("SELECT epoch FROM live"))).scalar_one())


class Moment(NamedTuple):
    """What a decision about a bid needs beside the auction: an id for the bid, and where the live rooms stand."""

    bid_id: int
    epoch: int


async def moment(session: AsyncSession) -> Moment:
    """Asked in one go, because everybody else waits on the lock meanwhile."""
    row = (await session.execute(text("SELECT nextval('bid_ids'), epoch FROM live"))).one()
    return Moment(*row)
