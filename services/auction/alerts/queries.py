"""None of these queries waits for the locks that bidding takes."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.db.database import Database
from libs.kit.db.pieces import PIECE, in_pieces
from services.auction.alerts.models import AlertState
from services.auction.auctions.models import Auction
from services.auction.bidding.models import Bid
from services.auction.bidding.queries import list_voided

# Maximum number of recent bids to read. The full scan finds auctions that are missed.
NEWEST = 50_000


class Moved(NamedTuple):
    auction_id: int
    led_before: int | None
    seen_seq: int
    version: int
    last_seq: int
    leader_id: int | None


class Due(NamedTuple):
    auction_id: int
    bidder_id: int
    times: int
    product_id: int
    seller_id: int
    status: str
    ends_at: datetime
    price: int | None
    leader_id: int | None
    # True if the bidder may trade and has a bid that is not voided.
    trades: bool


async def bid_on_since(session: AsyncSession, since: datetime, most: int) -> list[int]:
    rows = await session.execute(_BID_ON_SINCE, {"since": since, "most": most, "newest": NEWEST})
    return list(rows.scalars())


_BID_ON_SINCE = text("""
SELECT fresh.auction_id FROM (
    SELECT DISTINCT auction_id FROM
    (SELECT auction_id FROM bids WHERE placed_at > :since ORDER BY placed_at DESC LIMIT :newest) AS newest
) AS fresh CROSS JOIN LATERAL (
    SELECT FROM auctions WHERE id = fresh.auction_id AND status = 'active'
    AND version > coalesce((SELECT alert_states.version FROM alert_states
        WHERE alert_states.auction_id = fresh.auction_id), -1) OFFSET 0
) AS stands LIMIT :most
""")


async def find_moved(session: AsyncSession, most: int) -> list[int]:
    """Returns running auctions that changed since the last check. Reads every running auction, so call it
    rarely."""
    query = select(col(Auction.id)).outerjoin(AlertState, col(AlertState.auction_id) == col(Auction.id))
    query = query.where(col(Auction.status) == "active", col(Auction.last_seq) > 0)
    query = query.where(
        col(AlertState.auction_id).is_(None) | (col(AlertState.version) < col(Auction.version))
    )
    return [row for row in (await session.execute(query.limit(most))).scalars() if row is not None]


async def get_cursors(session: AsyncSession, ids: Collection[int]) -> list[Moved]:
    """Skips rows that another replica has locked."""
    await session.execute(
        insert(AlertState).on_conflict_do_nothing(), [{"auction_id": item_id} for item_id in sorted(ids)]
    )
    seen = (col(AlertState.auction_id), col(AlertState.leader_id), col(AlertState.last_seq))
    stands = (col(Auction.version), col(Auction.last_seq), col(Auction.current_bidder_id))
    query = select(*seen, *stands).join(Auction, col(Auction.id) == col(AlertState.auction_id))
    query = query.where(col(AlertState.auction_id).in_(ids), col(AlertState.version) < col(Auction.version))
    rows = await session.execute(
        query.order_by(col(AlertState.auction_id)).with_for_update(of=AlertState, skip_locked=True)
    )
    return [Moved(*row) for row in rows]


async def bidders_since(session: AsyncSession, looked: Sequence[Moved]) -> dict[int, set[int]]:
    ids, seen, last = zip(*((item.auction_id, item.seen_seq, item.last_seq) for item in looked), strict=True)
    found: dict[int, set[int]] = {auction_id: set() for auction_id in ids}
    rows = await session.execute(_SINCE, {"ids": list(ids), "seen": list(seen), "last": list(last)})
    for auction_id, bidder_id in rows:
        found[auction_id].add(bidder_id)
    return found


_SINCE = text("""
SELECT DISTINCT looked.auction_id, bids.bidder_id
FROM unnest(CAST(:ids AS bigint[]), CAST(:seen AS int[]), CAST(:last AS int[])) AS looked (auction_id, seen,
    last)
CROSS JOIN LATERAL (
    SELECT bidder_id FROM bids WHERE bids.auction_id = looked.auction_id AND seq > looked.seen
        AND seq <= looked.last
    OFFSET 0
) AS bids
""")


async def find_due_outbids(session: AsyncSession, now: datetime, most: int) -> list[Due]:
    """Skips rows that another replica has locked."""
    return [Due(*row) for row in await session.execute(_DUE, {"now": now, "most": most})]


_DUE = text("""
SELECT outbids.auction_id, outbids.bidder_id, outbids.times, auctions.product_id, auctions.seller_id,
    auctions.status,
    auctions.ends_at, auctions.current_bid, auctions.current_bidder_id,
    coalesce(people.account_status, 'active') = 'active' AND EXISTS (
        SELECT FROM bids WHERE bids.auction_id = outbids.auction_id AND bids.bidder_id = outbids.bidder_id
        AND NOT EXISTS (SELECT FROM voided_bidders AS v WHERE v.auction_id = bids.auction_id
            AND v.bidder_id IN (bids.bidder_id, bids.answers_id) AND v.up_to_seq >= bids.seq)
    )
FROM outbids JOIN auctions ON auctions.id = outbids.auction_id
LEFT JOIN people ON people.user_id = outbids.bidder_id
WHERE outbids.due_at <= :now ORDER BY outbids.due_at LIMIT :most FOR UPDATE OF outbids SKIP LOCKED
""")


async def find_ending(session: AsyncSession, now: datetime, ahead: timedelta, most: int) -> list[Auction]:
    """Returns running auctions whose end was not announced yet. Excludes short auctions."""
    query = select(Auction).outerjoin(AlertState, col(AlertState.auction_id) == col(Auction.id))
    query = query.where(col(Auction.status) == "active", col(Auction.ends_at).between(now, now + ahead))
    query = query.where(col(Auction.original_ends_at) - col(Auction.starts_at) >= 2 * ahead)
    query = query.where(col(AlertState.warned_at).is_(None)).order_by(col(Auction.ends_at)).limit(most)
    return list((await session.execute(query)).scalars())


async def find_cancelled(session: AsyncSession, most: int) -> list[tuple[AlertState, Auction]]:
    """Skips rows that another replica has locked."""
    query = select(AlertState, Auction).join(Auction, col(Auction.id) == col(AlertState.auction_id))
    query = query.where(col(AlertState.is_cancelled)).order_by(col(AlertState.auction_id)).limit(most)
    rows = await session.execute(query.with_for_update(of=AlertState, skip_locked=True))
    return [(state, auction) for state, auction in rows]


async def list_bidders(session: AsyncSession, auction: Auction, most: int) -> list[int]:
    query = select(col(Bid.bidder_id)).where(col(Bid.auction_id) == auction.id, ~list_voided().exists())
    newest = query.group_by(col(Bid.bidder_id)).order_by(func.max(col(Bid.seq)).desc()).limit(most)
    return list((await session.execute(newest)).scalars())


async def save_cursors(session: AsyncSession, looked: Sequence[Moved]) -> None:
    await session.execute(_SAVE_LOOKS, _columns(looked, "auction_id", "version", "last_seq", "leader_id"))


_SAVE_LOOKS = text("""
UPDATE alert_states SET version = seen.version, last_seq = seen.last_seq, leader_id = seen.leader_id
FROM unnest(CAST(:auction_id AS bigint[]), CAST(:version AS int[]), CAST(:last_seq AS int[]),
    CAST(:leader_id AS bigint[])) AS seen (auction_id, version, last_seq, leader_id)
WHERE alert_states.auction_id = seen.auction_id
""")


async def insert_outbids(
    session: AsyncSession, behind: Sequence[tuple[int, int]], now: datetime, *, apart: timedelta
) -> None:
    """Schedules notifications. Each bidder is notified at most once within `apart`."""
    auctions, people = ([pair[n] for pair in behind] for n in (0, 1))
    await session.execute(
        _BEHIND, {"auction_ids": auctions, "bidder_ids": people, "now": now, "apart": apart}
    )


# An outbid bidder who is already due keeps that time. After a notification, the next is due `apart` later.
_BEHIND = text("""
INSERT INTO outbids (auction_id, bidder_id, due_at)
SELECT auction_id, bidder_id, :now FROM unnest(CAST(:auction_ids AS bigint[]), CAST(:bidder_ids AS bigint[]))
    AS behind (auction_id, bidder_id)
ON CONFLICT (auction_id, bidder_id) DO UPDATE SET due_at = greatest(excluded.due_at, outbids.notified_at + :apart)
WHERE outbids.due_at IS NULL
""")


async def save_notified(session: AsyncSession, due: Sequence[tuple[Due, bool]], now: datetime) -> None:
    columns = _columns([one for one, _ in due], "auction_id", "bidder_id")
    await session.execute(_NOTIFIED, columns | {"notified": [notified for _, notified in due], "now": now})


_NOTIFIED = text("""
UPDATE outbids SET due_at = NULL, notified_at = CASE WHEN due.notified THEN :now ELSE notified_at END,
    times = times + CAST(due.notified AS int)
FROM unnest(CAST(:auction_id AS bigint[]), CAST(:bidder_id AS bigint[]), CAST(:notified AS boolean[]))
    AS due (auction_id, bidder_id, notified)
WHERE outbids.auction_id = due.auction_id AND outbids.bidder_id = due.bidder_id
""")


def _columns(rows: Sequence[Any], *names: str) -> dict[str, list[Any]]:
    return {name: [getattr(row, name) for row in rows] for name in names}


async def claim_warning(session: AsyncSession, auction: Auction, now: datetime) -> bool:
    """Returns False if the end was already announced."""
    claim = insert(AlertState).values(auction_id=auction.id, warned_at=now)
    is_unwarned = col(AlertState.warned_at).is_(None)
    claim = claim.on_conflict_do_update(
        index_elements=["auction_id"], set_={"warned_at": now}, where=is_unwarned
    )
    return (await session.execute(claim.returning(col(AlertState.auction_id)))).first() is not None


async def mark_cancelled(session: AsyncSession, auctions: Sequence[Auction]) -> None:
    if auctions:
        mark = insert(AlertState).values(is_cancelled=True)
        again = mark.on_conflict_do_update(index_elements=["auction_id"], set_={"is_cancelled": True})
        await session.execute(again, [{"auction_id": auction.id} for auction in auctions])


async def delete_looks_at_ended(database: Database) -> int:
    return sum([await in_pieces(database, statement, {"piece": PIECE}, PIECE) for statement in _OVER])


_OVER = [
    text(f"""
DELETE FROM {table} WHERE ctid = ANY (ARRAY(
    SELECT {table}.ctid FROM {table} JOIN auctions ON auctions.id = {table}.auction_id
        WHERE {over} LIMIT :piece))
""")  # noqa: S608 - text of our own
    for table, over in (
        ("alert_states", "status = 'ended' OR (status = 'cancelled' AND NOT is_cancelled)"),
        ("outbids", "status IN ('ended', 'cancelled')"),
    )
]
