"""Writes what a batch of bids decided in one statement, which is one transaction; or nothing, when an auction
or a bidder has changed since it was read. Two batches on one auction can never both write."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from libs.contracts.fact import Fact
from libs.kit.db import actors
from libs.kit.db.actors import Known
from libs.kit.db.direct import DirectConnection
from libs.kit.events import outbox
from libs.kit.http import idempotency
from libs.kit.http.idempotency import Claim
from libs.kit.process import buggify, clock
from services.auction.models import Board, Entry

CREATED = 201


class NamedMaximum(NamedTuple):
    """A maximum that a bidder named."""

    auction_id: int
    bidder_id: int
    most: int
    placed_at: datetime


@dataclass
class Decided:
    """Everything that is to be written."""

    # Whose offers were taken, as they were seen.
    bidders: dict[int, Known] = field(default_factory=dict)
    # The auctions that are other than before.
    boards: dict[int, Board] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    maximums: list[NamedMaximum] = field(default_factory=list)
    facts: list[tuple[Fact, int, str | None]] = field(default_factory=list)
    # The answers to keys.
    kept: dict[Claim, bytes] = field(default_factory=dict)
    # Auctions that a ban or an erasure still takes something from: nothing is decided before that is done.
    uncleared: list[int] = field(default_factory=list)
    # From now on only the database knows whether it is written.
    is_sent: bool = False


async def save(connection: DirectConnection, decided: Decided) -> bool:
    """Return whether the decision was written; if so it is committed unless a transaction is open."""
    if not decided.boards:
        return True
    values = (
        *_columns(decided.bidders.values(), ("user_id", "xmin")),
        *_columns(decided.boards.values(), _MOVED),
        clock.ahead(),
        *_columns(decided.entries, Entry._fields),
        *_columns(decided.maximums, NamedMaximum._fields),
        *outbox.columns(decided.facts),
        CREATED,
        *idempotency.to_keep(decided.kept),
    )
    buggify.point("before-outbox-insert")
    decided.is_sent = True
    written = await connection.fetchval(SAVE, *values)
    if written and decided.facts:
        connection.info[outbox.HAS_EVENTS] = True
    buggify.point("after-outbox-insert")
    return bool(written)


def _columns(rows: Iterable[Board | Entry | Known | NamedMaximum], names: Sequence[str]) -> list[list[Any]]:
    some = list(rows)
    return [[getattr(row, name) for row in some] for name in names]


# The columns of an auction that bids change, and `xmin`, which shows that no one else changed it meanwhile.
_MOVED = (
    "id", "xmin", "current_bid", "current_bidder_id", "leader_most", "bid_count", "last_seq", "ends_at", "version",
    "updated_at",
)  # fmt: skip
# Bidders are locked before auctions, and both in the order of their ids, as everywhere, so that no two
# batches deadlock. `min` makes the clock be read again after all locks are taken (M6): a batch that waited
# for them past an end is decided again.
_SAME = f"""
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
{_SAME},
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
