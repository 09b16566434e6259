"""Which bids count no more, and where an auction stands without them."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Select, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auction.bidding.models import Bid, VoidedBidder

# A fact names so many of the voided bids, the newest ones; all of them follow from whose they were.
MOST_NAMED = 100


def voided() -> Select[int]:
    """Select what voids a bid, if anything does."""
    whose = col(VoidedBidder.bidder_id).in_([col(Bid.bidder_id), col(Bid.answers_id)])
    same = (col(VoidedBidder.auction_id) == col(Bid.auction_id)) & (
        col(VoidedBidder.up_to_seq) >= col(Bid.seq)
    )
    return select(col(VoidedBidder.version)).where(same, whose).correlate(Bid)


class VoidedBids(NamedTuple):
    """How many bids of an auction count no more, and the newest of them."""

    auction_id: int
    bids: int
    newest_ids: list[int]


class Leading(NamedTuple):
    """The newest bid that counts."""

    amount: int
    bidder_id: int


async def void(
    session: AsyncSession, auction_ids: Collection[int], bidder_id: int, reason: str, at: datetime
) -> list[VoidedBids]:
    """Void the bids of a person that still count in these auctions, and those placed in answer to them.

    Call with the auctions locked; each is published with its next version."""
    values = {"ids": list(auction_ids), "who": bidder_id, "reason": reason, "at": at, "most": MOST_NAMED}
    return [VoidedBids(*row) for row in await session.execute(_VOID, values)]


async def leading(session: AsyncSession, auction_ids: Collection[int]) -> dict[int, Leading]:
    """Return the newest bid that counts in each of these auctions."""
    rows = await session.execute(_LEADING, {"ids": list(auction_ids)})
    return {row.auction_id: Leading(row.amount, row.bidder_id) for row in rows}


# Whether a bid `b` counts.
COUNTS = """
NOT EXISTS (SELECT FROM voided_bidders AS v WHERE v.auction_id = b.auction_id
    AND v.bidder_id IN (b.bidder_id, b.answers_id) AND v.up_to_seq >= b.seq)
"""
_THEIRS = f"b.auction_id = a.id AND (b.bidder_id = :who OR b.answers_id = :who) AND {COUNTS}"
_VOID = text(f"""
WITH gone AS MATERIALIZED (
    SELECT a.id AS auction_id, a.version, a.last_seq, theirs.bids, ARRAY(
        SELECT b.id FROM bids AS b WHERE {_THEIRS} ORDER BY b.seq DESC LIMIT :most
    ) AS newest_ids
    FROM auctions AS a
    CROSS JOIN LATERAL (SELECT count(*) AS bids FROM bids AS b WHERE {_THEIRS}) AS theirs
    WHERE a.id = ANY(CAST(:ids AS bigint[])) AND theirs.bids > 0
), written AS (
    INSERT INTO voided_bidders (auction_id, bidder_id, version, up_to_seq, bids, reason, voided_at)
    SELECT auction_id, :who, version + 1, last_seq, bids, :reason, :at FROM gone
)
SELECT auction_id, bids, newest_ids FROM gone ORDER BY auction_id
""")  # noqa: S608 - text of our own
_LEADING = text(f"""
SELECT a.id AS auction_id, left_over.amount, left_over.bidder_id FROM unnest(CAST(:ids AS bigint[])) AS a (id)
CROSS JOIN LATERAL (
    SELECT b.amount, b.bidder_id FROM bids AS b WHERE b.auction_id = a.id
        AND {COUNTS} ORDER BY b.seq DESC LIMIT 1
) AS left_over
""")  # noqa: S608 - text of our own
