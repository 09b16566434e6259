"""A batch of bids is read in one round trip without a lock, and written in one statement."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, func, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.event import Event
from libs.kit.db.direct import DirectConnection
from libs.kit.events import outbox
from libs.kit.http import idempotency
from libs.kit.http.idempotency import Claim
from libs.kit.process import clock
from libs.marketplace import actors
from libs.marketplace.actors import PersonRow
from services.auction.account_removal.queries import PENDING
from services.auction.auctions.models import Auction, Board
from services.auction.bidding.models import Bid, Entry, Maximum, VoidedBidder

CREATED = 201


class BatchState(NamedTuple):
    # The database's clock, read after everything else.
    at: datetime
    epoch: int
    # One bid id per request. The sequence leaves room after each id for all bids that one offer can cause.
    bid_ids: list[int]
    people: dict[int, PersonRow]
    pauses: dict[int, datetime]
    # Excludes auctions that never opened.
    boards: dict[int, Board]
    # Earlier responses by idempotency key.
    answered: dict[tuple[int, str, str], tuple[Claim, bytes]]
    # Auctions whose account removals must be applied before any bid.
    uncleared: list[int]


class NamedMaximum(NamedTuple):
    auction_id: int
    bidder_id: int
    most: int
    placed_at: datetime


_COLUMNS = ", ".join(field.name for field in fields(Board))
_READ_STATE = f"""
SELECT clock_timestamp(), epoch, ARRAY(SELECT nextval('bid_ids') FROM generate_series(1, $1::int)),
ARRAY({actors.PERSON_ROWS.format("$2")}),
ARRAY(SELECT ROW (user_id, until) FROM bidding_pauses WHERE user_id = ANY($2::bigint[]) AND until > $3),
ARRAY(SELECT ROW ({_COLUMNS}) FROM auctions WHERE id = ANY($4::bigint[]) AND status <> 'draft'),
ARRAY({idempotency.STORED_ANSWERS.format("$5", "$6", "$7")}),
ARRAY(SELECT DISTINCT auction_id FROM ({PENDING.format("$4")}) AS pending)
FROM live
"""  # noqa: S608 - names of our own


async def read_batch_state(
    connection: DirectConnection,
    offers: int,
    people: Collection[int],
    auctions: Collection[int],
    claims: Collection[Claim],
) -> BatchState:
    asked = offers, list(people), clock.about_now(), list(auctions), *idempotency.asked_for(claims)
    at, epoch, bid_ids, persons, pauses, boards, answered, uncleared = await connection.fetchrow(
        _READ_STATE, *asked
    )
    known = [PersonRow(*row) for row in persons]
    return BatchState(
        clock.as_read(at),
        epoch,
        bid_ids,
        {item.user_id: item for item in known},
        dict(pauses),
        {board.id: board for board in (Board(*row) for row in boards)},
        {tuple(row[:3]): (Claim(*row[:4]), row[4]) for row in answered},
        uncleared,
    )


_LEADING = (
    f"SELECT {', '.join(Entry._fields)} FROM bids "  # noqa: S608 - names of our own
    "WHERE auction_id = $1 AND seq <= $2 AND NOT EXISTS "
    "(SELECT FROM voided_bidders AS v WHERE v.auction_id = bids.auction_id AND v.bidder_id IN (bids.bidder_id, "
    "bids.answers_id) AND v.up_to_seq >= bids.seq AND v.version <= $3) "
    "ORDER BY seq DESC LIMIT 1"
)


async def leading_entry(connection: DirectConnection, board: Board) -> Entry:
    row = await connection.fetchrow(_LEADING, board.id, board.last_seq, board.version)
    assert row is not None
    return Entry(*row)


# Sorted by id to avoid deadlocks.
_LOCK = "SELECT FROM auctions WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE"


async def lock_auctions(
    connection: DirectConnection, people: Collection[int], auctions: Collection[int]
) -> None:
    """Locks bidders and auctions until the transaction ends, so that rows read afterwards cannot change."""
    await actors.lock_people(connection, people)
    await connection.execute(_LOCK, list(auctions))


# The columns that bids change, and `xmin`, which reveals a concurrent change.
MOVED = (
    "id", "xmin", "current_bid", "current_bidder_id", "leader_most", "bid_count", "last_seq", "ends_at", "version",
    "updated_at",
)  # fmt: skip
# Locks bidders before auctions, each sorted by id, to avoid deadlocks. `min` forces the clock to be read
# after all locks (M6). If the batch waited past the end of an auction, it is decided again.
_UNCHANGED = f"""
WITH held AS MATERIALIZED ({actors.UNCHANGED.format("$1", "$2")}),
locked AS MATERIALIZED (
    SELECT auctions.ends_at FROM auctions JOIN unnest($3::bigint[], $4::xid[]) AS seen (id, mark) USING (id)
    WHERE auctions.xmin = mark AND (SELECT count(*) FROM held) = cardinality($1)
    ORDER BY id FOR UPDATE OF auctions
),
same AS MATERIALIZED (
    SELECT count(*) = cardinality($3) AND min(ends_at) > clock_timestamp() + $13::interval AS yes FROM locked
)
"""  # noqa: S608 - text of our own
_IF_SAME = "(SELECT yes FROM same)"
SAVE = f"""
{_UNCHANGED},
moved AS (
    UPDATE auctions SET (current_bid, current_bidder_id, leader_most, bid_count, last_seq, ends_at, version,
        updated_at)
    = ROW (new.current_bid, new.current_bidder_id, new.leader_most, new.bid_count, new.last_seq, new.ends_at,
    new.version, new.updated_at)
    FROM unnest($3::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::int[], $9::int[],
        $10::timestamptz[],
    $11::int[], $12::timestamptz[])
    AS new (id, current_bid, current_bidder_id, leader_most, bid_count, last_seq, ends_at, version,
        updated_at)
    WHERE auctions.id = new.id AND {_IF_SAME}
),
logged AS (
    INSERT INTO bids (auction_id, seq, id, bidder_id, bidder_name, amount, is_auto, answers_id, placed_at)
    SELECT * FROM unnest($14::bigint[], $15::int[], $16::bigint[], $17::bigint[], $18::text[], $19::bigint[],
    $20::boolean[], $21::bigint[], $22::timestamptz[]) WHERE {_IF_SAME}
),
raised AS (
    INSERT INTO maximums (auction_id, bidder_id, most, placed_at)
    SELECT * FROM unnest($23::bigint[], $24::bigint[], $25::bigint[], $26::timestamptz[]) WHERE {_IF_SAME}
    ON CONFLICT DO NOTHING
),
recorded AS ({outbox.INSERT_ALL.format("$27", "$28", "$29", _IF_SAME)}),
kept AS ({idempotency.KEEP_ALL.format("$30", "$31", "$32", "$33", "$34", "$35", _IF_SAME)})
SELECT yes FROM same
"""  # noqa: S608 - text of our own


async def save_batch(
    connection: DirectConnection,
    bidders: Collection[PersonRow],
    boards: Collection[Board],
    entries: Collection[Entry],
    maximums: Collection[NamedMaximum],
    events: Sequence[tuple[Event, int, str | None]],
    answers: Mapping[Claim, bytes],
) -> bool:
    """Writes the batch in one statement. Returns False and writes nothing if an auction or a bidder has
    changed."""
    return bool(
        await connection.fetchval(
            SAVE,
            *_as_columns(bidders, ("user_id", "xmin")),
            *_as_columns(boards, MOVED),
            clock.ahead(),
            *_as_columns(entries, Entry._fields),
            *_as_columns(maximums, NamedMaximum._fields),
            *outbox.event_columns(events),
            CREATED,
            *idempotency.to_keep(answers),
        )
    )


def _as_columns(
    rows: Iterable[Board | Entry | PersonRow | NamedMaximum], names: Sequence[str]
) -> list[list[Any]]:
    some = list(rows)
    return [[getattr(row, name) for row in some] for name in names]


LATEST_BIDS = 50


async def list_latest_bids(session: AsyncSession, auction: Auction, most: int = LATEST_BIDS) -> list[Bid]:
    """Returns the bids as of the moment `auction` was read. Excludes later bids and later voids."""
    query = _counting(auction.id, auction.version).where(col(Bid.seq) <= auction.last_seq)
    rows = await session.execute(query.order_by(col(Bid.seq).desc()).limit(most))
    return list(rows.scalars())


async def get_own_bid(
    session: AsyncSession, auction: Auction, latest: Sequence[Bid], user_id: int
) -> int | None:
    shown = next((bid.amount for bid in latest if bid.bidder_id == user_id), None)
    if shown is not None or len(latest) == auction.bid_count:
        return shown
    theirs = _counting(auction.id, auction.version).where(
        col(Bid.seq) <= auction.last_seq, col(Bid.bidder_id) == user_id
    )
    bid = (await session.execute(theirs.order_by(col(Bid.seq).desc()).limit(1))).scalar_one_or_none()
    return None if bid is None else bid.amount


async def has_bid(session: AsyncSession, auction_id: int, user_id: int) -> bool:
    """Also True if the bids were voided."""
    query = select(col(Bid.id)).where(col(Bid.auction_id) == auction_id, col(Bid.bidder_id) == user_id)
    return (await session.execute(query.limit(1))).first() is not None


async def list_bidder_ids(session: AsyncSession, auction_id: int) -> set[int]:
    """Includes bidders whose bids were voided."""
    query = select(col(Bid.bidder_id)).where(col(Bid.auction_id) == auction_id).distinct()
    return set((await session.execute(query)).scalars())


def _counting(auction_id: int | None, version: int) -> Select[Bid]:
    by_then = list_voided().where(col(VoidedBidder.version) <= version)
    return select(Bid).where(col(Bid.auction_id) == auction_id, ~by_then.exists())


async def get_highest_maximum(session: AsyncSession, leaders: Mapping[int, int]) -> dict[int, int]:
    """Returns the leaders' maximums by auction. Excludes voided maximums."""
    named = select(col(Maximum.auction_id), func.max(col(Maximum.most)).label("most")).where(is_not_voided())
    pairs = tuple_(col(Maximum.auction_id), col(Maximum.bidder_id)).in_(list(leaders.items()))
    rows = await session.execute(named.where(pairs).group_by(col(Maximum.auction_id)))
    return {row.auction_id: row.most for row in rows}


async def list_own_maximums(session: AsyncSession, user_id: int, ids: list[int]) -> dict[int, int]:
    query = select(col(Maximum.auction_id), func.max(col(Maximum.most)).label("highest")).where(
        is_not_voided()
    )
    query = query.where(col(Maximum.bidder_id) == user_id, col(Maximum.auction_id).in_(ids))
    return {
        row.auction_id: row.highest for row in await session.execute(query.group_by(col(Maximum.auction_id)))
    }


def is_not_voided() -> ColumnElement[bool]:
    """Voiding a person's bids also voids their maximum."""
    theirs = (col(VoidedBidder.auction_id) == col(Maximum.auction_id)) & (
        col(VoidedBidder.bidder_id) == col(Maximum.bidder_id)
    )
    gone = select(col(VoidedBidder.version)).where(
        theirs, col(VoidedBidder.voided_at) >= col(Maximum.placed_at)
    )
    return ~gone.correlate(Maximum).exists()


# Maximum number of voided bids that an event lists. The newest are listed. Consumers void the others by
# bidder.
MAX_NAMED = 100


def list_voided() -> Select[int]:
    whose = col(VoidedBidder.bidder_id).in_([col(Bid.bidder_id), col(Bid.answers_id)])
    same = (col(VoidedBidder.auction_id) == col(Bid.auction_id)) & (
        col(VoidedBidder.up_to_seq) >= col(Bid.seq)
    )
    return select(col(VoidedBidder.version)).where(same, whose).correlate(Bid)


class VoidedBids(NamedTuple):
    auction_id: int
    bids: int
    newest_ids: list[int]


class Leading(NamedTuple):
    amount: int
    bidder_id: int


async def void_bids_of(
    session: AsyncSession, auction_ids: Collection[int], bidder_id: int, reason: str, at: datetime
) -> list[VoidedBids]:
    """Also voids the proxy bids that responded to these bids. Call with the auctions locked. Each result must
    be published with the auction's next version."""
    values = {"ids": list(auction_ids), "who": bidder_id, "reason": reason, "at": at, "most": MAX_NAMED}
    return [VoidedBids(*row) for row in await session.execute(_VOID, values)]


async def find_leading(session: AsyncSession, auction_ids: Collection[int]) -> dict[int, Leading]:
    rows = await session.execute(_LEADING_BIDS, {"ids": list(auction_ids)})
    return {row.auction_id: Leading(row.amount, row.bidder_id) for row in rows}


# True if a bid `b` is not voided.
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
_LEADING_BIDS = text(f"""
SELECT a.id AS auction_id, left_over.amount, left_over.bidder_id FROM unnest(CAST(:ids AS bigint[])) AS a (id)
CROSS JOIN LATERAL (
    SELECT b.amount, b.bidder_id FROM bids AS b WHERE b.auction_id = a.id
        AND {COUNTS} ORDER BY b.seq DESC LIMIT 1
) AS left_over
""")  # noqa: S608 - text of our own
