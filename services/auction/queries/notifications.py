"""Who is to be told what about an auction; none of these waits for the lock that bids are decided under."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auction.models import Auction, Bid, Look
from services.auction.queries.voids import voided

NEWEST = 50_000
"""Of more bids than these since the last look, the auctions are found by a whole look."""


class Moved(NamedTuple):
    """An auction that is not as it was at the last look: who led then, and where it stands now."""

    auction_id: int
    led_before: int | None
    seen_seq: int
    version: int
    last_seq: int
    leader_id: int | None


class Due(NamedTuple):
    """Somebody who is to be told now that they were outbid, and the auction as it is."""

    auction_id: int
    bidder_id: int
    times: int
    product_id: int
    seller_id: int
    status: str
    ends_at: datetime
    price: int | None
    leader_id: int | None
    trades: bool
    """They may trade, and a bid of theirs still counts."""


async def bid_on_since(session: AsyncSession, since: datetime, most: int) -> list[int]:
    """Running auctions that somebody has bid on since a moment and that are not as they were at the last look."""
    rows = await session.execute(_BID_ON_SINCE, {"since": since, "most": most, "newest": NEWEST})
    return list(rows.scalars())


_BID_ON_SINCE = text("""
SELECT fresh.auction_id FROM (
    SELECT DISTINCT auction_id FROM
    (SELECT auction_id FROM bids WHERE placed_at > :since ORDER BY placed_at DESC LIMIT :newest) AS newest
) AS fresh CROSS JOIN LATERAL (
    SELECT FROM auctions WHERE id = fresh.auction_id AND status = 'active'
    AND version > coalesce((SELECT looks.version FROM looks WHERE looks.auction_id = fresh.auction_id), -1) OFFSET 0
) AS stands LIMIT :most
""")


async def moved(session: AsyncSession, most: int) -> list[int]:
    """Running auctions that somebody has bid on and that are not as they were at the last look, whatever changed them.
    Reads every running auction: for once in a while."""
    query = select(col(Auction.id)).outerjoin(Look, col(Look.auction_id) == col(Auction.id))
    query = query.where(col(Auction.status) == "active", col(Auction.last_seq) > 0)
    query = query.where(col(Look.auction_id).is_(None) | (col(Look.version) < col(Auction.version)))
    return [one for one in (await session.execute(query.limit(most))).scalars() if one is not None]


async def looks(session: AsyncSession, ids: Collection[int]) -> list[Moved]:
    """Those of these auctions that nobody else is looking at just now; their looks are locked."""
    seen = (col(Look.auction_id), col(Look.leader_id), col(Look.last_seq))
    stands = (col(Auction.version), col(Auction.last_seq), col(Auction.current_bidder_id))
    query = select(*seen, *stands).join(Auction, col(Auction.id) == col(Look.auction_id))
    query = query.where(col(Look.auction_id).in_(ids), col(Look.version) < col(Auction.version))
    rows = await session.execute(query.order_by(col(Look.auction_id)).with_for_update(of=Look, skip_locked=True))
    return [Moved(*row) for row in rows]


async def bidders_since(session: AsyncSession, looked: Sequence[Moved]) -> dict[int, set[int]]:
    """Who has bid on each of these since it was last looked at."""
    ids, seen, last = zip(*((one.auction_id, one.seen_seq, one.last_seq) for one in looked), strict=True)
    found: dict[int, set[int]] = {auction_id: set() for auction_id in ids}
    rows = await session.execute(_SINCE, {"ids": list(ids), "seen": list(seen), "last": list(last)})
    for auction_id, bidder_id in rows:
        found[auction_id].add(bidder_id)
    return found


_SINCE = text("""
SELECT DISTINCT looked.auction_id, bids.bidder_id
FROM unnest(CAST(:ids AS bigint[]), CAST(:seen AS int[]), CAST(:last AS int[])) AS looked (auction_id, seen, last)
CROSS JOIN LATERAL (
    SELECT bidder_id FROM bids WHERE bids.auction_id = looked.auction_id AND seq > looked.seen AND seq <= looked.last
    OFFSET 0
) AS bids
""")


async def outbids_due(session: AsyncSession, now: datetime, most: int) -> list[Due]:
    """Who is to be told now; locked, without waiting."""
    return [Due(*row) for row in await session.execute(_DUE, {"now": now, "most": most})]


_DUE = text("""
SELECT outbids.auction_id, outbids.bidder_id, outbids.times, auctions.product_id, auctions.seller_id, auctions.status,
    auctions.ends_at, auctions.current_bid, auctions.current_bidder_id,
    coalesce(people.standing, 'active') = 'active' AND EXISTS (
        SELECT FROM bids WHERE bids.auction_id = outbids.auction_id AND bids.bidder_id = outbids.bidder_id
        AND NOT EXISTS (SELECT FROM voided_bidders AS v WHERE v.auction_id = bids.auction_id
            AND v.bidder_id IN (bids.bidder_id, bids.answers_id) AND v.up_to_seq >= bids.seq)
    )
FROM outbids JOIN auctions ON auctions.id = outbids.auction_id
LEFT JOIN people ON people.user_id = outbids.bidder_id
WHERE outbids.due_at <= :now ORDER BY outbids.due_at LIMIT :most FOR UPDATE OF outbids SKIP LOCKED
""")


async def ending(session: AsyncSession, now: datetime, ahead: timedelta, most: int) -> list[Auction]:
    """Running auctions whose end is that near, and nobody was told; short ones are left out."""
    query = select(Auction).outerjoin(Look, col(Look.auction_id) == col(Auction.id))
    query = query.where(col(Auction.status) == "active", col(Auction.ends_at).between(now, now + ahead))
    query = query.where(col(Auction.original_ends_at) - col(Auction.starts_at) >= 2 * ahead)
    query = query.where(col(Look.warned_at).is_(None)).order_by(col(Auction.ends_at)).limit(most)
    return list((await session.execute(query)).scalars())


async def cancelled(session: AsyncSession, most: int) -> list[tuple[Look, Auction]]:
    """Cancelled auctions whose bidders have not been told, with their looks, locked; others' are left out."""
    query = select(Look, Auction).join(Auction, col(Auction.id) == col(Look.auction_id))
    query = query.where(col(Look.is_cancelled)).order_by(col(Look.auction_id)).limit(most)
    rows = await session.execute(query.with_for_update(of=Look, skip_locked=True))
    return [(look, auction) for look, auction in rows]


async def bidders_of(session: AsyncSession, auction: Auction, most: int) -> list[int]:
    """Everybody with a bid that counts, those who bid last first."""
    query = select(col(Bid.bidder_id)).where(col(Bid.auction_id) == auction.id, ~voided().exists())
    newest = query.group_by(col(Bid.bidder_id)).order_by(func.max(col(Bid.seq)).desc()).limit(most)
    return list((await session.execute(newest)).scalars())
