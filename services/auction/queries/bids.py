"""The bids of an auction that count, newest first."""

from collections.abc import Sequence

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auction.auctions.models import Auction
from services.auction.bidding.models import Bid, VoidedBidder
from services.auction.queries.voids import voided

LATEST_BIDS = 50


async def latest_bids(session: AsyncSession, auction: Auction, most: int = LATEST_BIDS) -> list[Bid]:
    """Return the newest bids that count for the auction as it was read; later bids and voids are left out."""
    query = _counting(auction.id, auction.version).where(col(Bid.seq) <= auction.last_seq)
    rows = await session.execute(query.order_by(col(Bid.seq).desc()).limit(most))
    return list(rows.scalars())


async def own_bid(session: AsyncSession, auction: Auction, latest: Sequence[Bid], user_id: int) -> int | None:
    """Return a person's highest bid that counts for the auction as it was read; `latest` are its newest
    bids."""
    shown = next((bid.amount for bid in latest if bid.bidder_id == user_id), None)
    if shown is not None or len(latest) == auction.bid_count:
        return shown
    theirs = _counting(auction.id, auction.version).where(
        col(Bid.seq) <= auction.last_seq, col(Bid.bidder_id) == user_id
    )
    bid = (await session.execute(theirs.order_by(col(Bid.seq).desc()).limit(1))).scalar_one_or_none()
    return None if bid is None else bid.amount


async def bidder_ids(session: AsyncSession, auction_id: int) -> set[int]:
    """Return everybody who has bid on an auction, also where the bid no longer counts."""
    query = select(col(Bid.bidder_id)).where(col(Bid.auction_id) == auction_id).distinct()
    return set((await session.execute(query)).scalars())


def _counting(auction_id: int | None, version: int) -> Select[Bid]:
    by_then = voided().where(col(VoidedBidder.version) <= version)
    return select(Bid).where(col(Bid.auction_id) == auction_id, ~by_then.exists())
