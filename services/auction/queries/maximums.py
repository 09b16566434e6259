"""The most that bidders would pay; each is shown to its bidder only."""

from collections.abc import Mapping

from sqlalchemy import ColumnElement, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auction.bidding.models import Maximum, VoidedBidder


async def highest(session: AsyncSession, leaders: Mapping[int, int]) -> dict[int, int]:
    """Return the maximum that still stands of one person in each auction, by auction."""
    named = select(col(Maximum.auction_id), func.max(col(Maximum.most)).label("most")).where(stands())
    pairs = tuple_(col(Maximum.auction_id), col(Maximum.bidder_id)).in_(list(leaders.items()))
    rows = await session.execute(named.where(pairs).group_by(col(Maximum.auction_id)))
    return {row.auction_id: row.most for row in rows}


async def own_maximums(session: AsyncSession, user_id: int, ids: list[int]) -> dict[int, int]:
    """Return a person's maximum in each of these auctions, as far as it still stands."""
    query = select(col(Maximum.auction_id), func.max(col(Maximum.most)).label("highest")).where(stands())
    query = query.where(col(Maximum.bidder_id) == user_id, col(Maximum.auction_id).in_(ids))
    return {
        row.auction_id: row.highest for row in await session.execute(query.group_by(col(Maximum.auction_id)))
    }


def stands() -> ColumnElement[bool]:
    """Select maximums that still stand: one goes when the bids of its bidder are voided."""
    theirs = (col(VoidedBidder.auction_id) == col(Maximum.auction_id)) & (
        col(VoidedBidder.bidder_id) == col(Maximum.bidder_id)
    )
    gone = select(col(VoidedBidder.version)).where(
        theirs, col(VoidedBidder.voided_at) >= col(Maximum.placed_at)
    )
    return ~gone.correlate(Maximum).exists()
