"""Writes what a batch of bids decided in one statement, which is one transaction; or nothing, when an auction
or a bidder has changed since it was read. Two batches on one auction can never both write."""

from dataclasses import dataclass, field

from libs.contracts.fact import Fact
from libs.kit.db.actors import PersonRow
from libs.kit.db.direct import DirectConnection
from libs.kit.events import outbox
from libs.kit.http.idempotency import Claim
from libs.kit.process import buggify
from services.auction.bidding.models import Board, Entry
from services.auction.queries import batches as batch_queries
from services.auction.queries.batches import NamedMaximum


@dataclass
class Decided:
    """Everything that is to be written."""

    # Whose offers were taken, as they were seen.
    bidders: dict[int, PersonRow] = field(default_factory=dict)
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
    buggify.point("before-outbox-insert")
    decided.is_sent = True
    written = await batch_queries.save(
        connection,
        decided.bidders.values(),
        decided.boards.values(),
        decided.entries,
        decided.maximums,
        decided.facts,
        decided.kept,
    )
    if written and decided.facts:
        connection.info[outbox.HAS_EVENTS] = True
    buggify.point("after-outbox-insert")
    return written
