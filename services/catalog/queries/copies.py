"""Copies of auctions: the public figures that a card shows."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.auction import BidPlaced
from services.catalog.models import AuctionCopy


async def keep(session: AsyncSession, row: dict[str, Any]) -> None:
    """Write the figures of an auction that is not known yet."""
    values = {name: row[name] for name in AuctionCopy.model_fields if name in row}
    await session.execute(
        insert(AuctionCopy).values(values).on_conflict_do_nothing(index_elements=["auction_id"])
    )


async def raise_prices(session: AsyncSession, facts: Sequence[BidPlaced]) -> None:
    """Write the figures after these bids, one fact of each auction; an older fact that comes late changes
    nothing."""
    names = ("auction_id", "amount", "bid_count", "ends_at", "placed_at")
    await session.execute(_BID_ON, {name: [getattr(fact, name) for fact in facts] for name in names})


_BID_ON = text("""
UPDATE auction_copies SET current_bid = new.amount, bid_count = new.bid_count, ends_at = new.ends_at,
    changed_at = new.placed_at
FROM unnest(CAST(:auction_id AS bigint[]), CAST(:amount AS bigint[]), CAST(:bid_count AS int[]),
    CAST(:ends_at AS timestamptz[]), CAST(:placed_at AS timestamptz[]))
    AS new (auction_id, amount, bid_count, ends_at, placed_at)
WHERE auction_copies.auction_id = new.auction_id
    AND (auction_copies.changed_at IS NULL OR auction_copies.changed_at <= new.placed_at)
""")


async def extend(session: AsyncSession, auction_id: int, ends_at: datetime) -> None:
    """Move the end of an auction forward, never back."""
    later = update(AuctionCopy).where(
        col(AuctionCopy.auction_id) == auction_id, col(AuctionCopy.ends_at) < ends_at
    )
    await session.execute(later.values(ends_at=ends_at))


async def change(session: AsyncSession, auction_id: int, at: datetime, figures: dict[str, Any]) -> bool:
    """Write figures of a moment; False where newer ones are known."""
    newer = update(AuctionCopy).where(
        col(AuctionCopy.auction_id) == auction_id,
        col(AuctionCopy.changed_at).is_(None) | (col(AuctionCopy.changed_at) <= at),
    )
    written = newer.values(figures | {"changed_at": at}).returning(col(AuctionCopy.auction_id))
    return (await session.execute(written)).first() is not None
