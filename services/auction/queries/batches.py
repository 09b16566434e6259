"""What a batch of bids needs to be decided: one trip for all of them, without a lock."""

from collections.abc import Collection
from dataclasses import fields
from datetime import datetime
from typing import NamedTuple

from libs.kit.db import actors
from libs.kit.db.actors import Known
from libs.kit.db.direct import DirectConnection
from libs.kit.http import idempotency
from libs.kit.http.idempotency import Claim
from libs.kit.process import clock
from services.auction.models import Board, Entry
from services.auction.queries.departures import PENDING


class Seen(NamedTuple):
    """The state of everything a batch needs, at one moment."""

    # The time for all decisions: the database's clock, read after everything else was there to be seen.
    at: datetime
    # Where the live rooms stand.
    epoch: int
    # The first of the ids of each offer; the sequence leaves room for all bids that one offer may lead to.
    bid_ids: list[int]
    people: dict[int, Known]
    # Who may not bid now, and until when.
    pauses: dict[int, datetime]
    # Those of the auctions that ever opened.
    boards: dict[int, Board]
    # The answers that keys have had.
    answered: dict[tuple[int, str, str], tuple[Claim, bytes]]
    # Auctions of which a ban or an erasure still takes something away: that comes before any bid.
    uncleared: list[int]


_COLUMNS = ", ".join(field.name for field in fields(Board))
_SEEN = f"""
SELECT clock_timestamp(), epoch, ARRAY(SELECT nextval('bid_ids') FROM generate_series(1, $1::int)),
ARRAY({actors.SEEN.format("$2")}),
ARRAY(SELECT ROW (user_id, until) FROM bidding_pauses WHERE user_id = ANY($2::bigint[]) AND until > $3),
ARRAY(SELECT ROW ({_COLUMNS}) FROM auctions WHERE id = ANY($4::bigint[]) AND status <> 'draft'),
ARRAY({idempotency.KNOWN.format("$5", "$6", "$7")}),
ARRAY(SELECT DISTINCT auction_id FROM ({PENDING.format("$4")}) AS pending)
FROM live
"""  # noqa: S608 - names of our own


async def seen(
    connection: DirectConnection,
    offers: int,
    people: Collection[int],
    auctions: Collection[int],
    claims: Collection[Claim],
) -> Seen:
    """Return everything that decisions about so many offers need."""
    asked = offers, list(people), clock.about_now(), list(auctions), *idempotency.asked_for(claims)
    at, epoch, bid_ids, persons, pauses, boards, answered, uncleared = await connection.fetchrow(
        _SEEN, *asked
    )
    known = [Known(*row) for row in persons]
    return Seen(
        clock.as_read(at),
        epoch,
        bid_ids,
        {one.user_id: one for one in known},
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
    """Return the newest bid that counts for the auction as it was read: its bidder leads."""
    row = await connection.fetchrow(_LEADING, board.id, board.last_seq, board.version)
    assert row is not None
    return Entry(*row)


# In the order of their ids, so that two never wait in a ring.
_LOCK = "SELECT FROM auctions WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE"


async def lock(connection: DirectConnection, people: Collection[int], auctions: Collection[int]) -> None:
    """Lock people and auctions until the end of the transaction, so that what is read next stays true."""
    await actors.lock(connection, people)
    await connection.execute(_LOCK, list(auctions))
