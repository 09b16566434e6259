"""Bids, many at once: load and lock, decide each in the order they came, save, tell; all in one transaction.

Under the lock of each auction nothing else happens to it, and the time is read after it (M6): bids, the hammer, a ban
and new terms come one after another, whichever replica they come to."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from libs.contracts.fact import Fact
from libs.kit import idempotency, outbox, telemetry
from libs.kit.access import Identity
from libs.kit.errors import DomainError, IdempotencyMismatch, NotFound
from libs.kit.idempotency import Claim
from libs.kit.straight import Straight
from services.auction import queries
from services.auction.domain import bids
from services.auction.models import Board, Entry, standing_of
from services.auction.service import facts
from services.auction.service.bidders import may_bid
from services.auction.settings import AuctionSettings

CREATED = 201


@dataclass(frozen=True)
class Asked:
    """A bid as somebody sent it; with a key it is done once, however often it comes."""

    bidder: Identity
    auction_id: int
    offer: bids.Offer
    key: str | None = None
    traceparent: str | None = field(default_factory=telemetry.traceparent, compare=False)
    """Of the request it came with: its facts belong to that, whoever else is in the batch."""

    @property
    def claim(self) -> Claim | None:
        """The same over every door: what counts is who bids how much on what."""
        if self.key is None:
            return None
        meant = hashlib.sha256(f"{self.offer.amount}:{self.offer.most}".encode()).digest()
        return Claim(self.bidder.user_id, f"bid {self.auction_id}", self.key, meant)


@dataclass(frozen=True)
class Placed:
    """A bid that was taken, its auction right after it, and where its room stands. `bid` is the bidder's newest."""

    bid: Entry
    auction: Board
    epoch: int
    at: datetime
    raised: bool
    """Only the maximum of whoever leads already is another."""


Render = Callable[[Placed], bytes]
Answer = bytes | DomainError


class Batch:
    """Bids that came while the last ones were being written."""

    def __init__(self, connection: Straight, settings: AuctionSettings, render: Render) -> None:
        self._connection, self._settings, self._render = connection, settings, render
        self._answered: dict[tuple[int, str, str], tuple[Claim, bytes]] = {}
        self._boards: dict[int, Board] = {}
        self._standings: dict[int, bids.Standing] = {}
        self._leading: dict[int, Entry] = {}
        self._changed: dict[int, Board] = {}
        self._entries: list[Entry] = []
        self._maximums: list[tuple[int, int, int]] = []
        self._facts: list[tuple[Fact, int, str | None]] = []
        self._kept: dict[Claim, bytes] = {}

    async def decide(self, asked: Sequence[Asked]) -> list[Answer]:
        """What becomes of each, in order."""
        refusals = await may_bid(self._connection, [one.bidder for one in asked])
        self._boards = await queries.boards_for_update(self._connection, {one.auction_id for one in asked})
        self._standings = {auction_id: standing_of(board) for auction_id, board in self._boards.items()}
        # Under the lock: the same key on the same auction was answered before, or will be asked about after.
        self._answered = await idempotency.known(self._connection, [claim for one in asked if (claim := one.claim)])
        moment = await queries.moment(self._connection, len(asked))
        self._at, self._epoch = moment.at, moment.epoch
        answers = [
            await self._once(one, bid_ids, refusals.get(one.bidder.user_id))
            for one, bid_ids in zip(asked, moment.bid_ids, strict=True)
        ]
        await self._save()
        return answers

    async def _once(self, asked: Asked, bid_ids: int, refusal: DomainError | None) -> Answer:
        """The answer this key had before, in an earlier batch or in this one, whatever became of the bidder since; else
        a decision."""
        claim = asked.claim
        if claim is not None and claim.name in self._answered:
            same, answered = self._answered[claim.name]
            return answered if same == claim else IdempotencyMismatch()
        if refusal is not None:
            return refusal
        if claim is None:
            return await self._answer(asked, bid_ids)
        answer = await self._answer(asked, bid_ids)
        if isinstance(answer, bytes):
            self._answered[claim.name] = claim, answer
            self._kept[claim] = answer
        return answer

    async def _answer(self, asked: Asked, bid_ids: int) -> Answer:
        try:
            return self._render(await self._place(asked, bid_ids))
        except DomainError as refusal:
            return refusal

    async def _place(self, asked: Asked, bid_ids: int) -> Placed:
        board, bidder = self._boards.get(asked.auction_id), asked.bidder
        if board is None:
            raise NotFound
        standing = self._standings[board.id]
        decision = bids.place(standing, asked.offer, self._at, start_counts=self._settings.start_counts)
        names = {bidder.user_id: bids.masked(bidder.username)}
        if any(step.bidder_id not in names for step in decision.steps) or not decision.steps:
            leading = await self._leading_entry(board)
            names |= {leading.bidder_id: leading.bidder_name}
        if asked.offer.most > asked.offer.amount or bidder.user_id == standing.leader_id:
            self._maximums.append((board.id, bidder.user_id, asked.offer.most))
        self._changed[board.id], self._standings[board.id] = board, decision.after
        board.leader_most, board.ends_at = decision.after.leader_most, decision.after.ends_at
        own = None
        for number, step in enumerate(decision.steps):
            entry = self._log(asked, board, step, names[step.bidder_id], bid_ids + number)
            own = entry if step.bidder_id == bidder.user_id else own
        if decision.after.ends_at > standing.ends_at:
            board.version += 1
            self._facts.append((facts.extended(board, self._epoch), board.version, asked.traceparent))
        own = own or await self._leading_entry(board)
        return Placed(own, board, self._epoch, self._at, raised=not decision.steps)

    def _log(self, asked: Asked, board: Board, step: bids.Step, name: str, bid_id: int) -> Entry:
        """One more bid of the log, the auction as it is with it, and the fact that says so."""
        entry = Entry(
            auction_id=board.id,
            seq=board.last_seq + 1,
            id=bid_id,
            bidder_id=step.bidder_id,
            bidder_name=name,
            amount=step.amount,
            is_auto=step.is_auto,
            answers_id=asked.bidder.user_id if step.is_auto else None,
            placed_at=self._at,
        )
        previous = board.current_bidder_id
        board.current_bid, board.current_bidder_id = entry.amount, entry.bidder_id
        board.bid_count += 1
        board.last_seq = entry.seq
        board.version += 1
        board.updated_at = self._at
        self._entries.append(entry)
        self._facts.append((facts.placed(board, entry, previous, self._epoch), board.version, asked.traceparent))
        self._leading[board.id] = entry
        return entry

    async def _leading_entry(self, board: Board) -> Entry:
        """The newest bid that counts: its bidder leads."""
        if board.id not in self._leading:
            self._leading[board.id] = await queries.leading_entry(self._connection, board)
        return self._leading[board.id]

    async def _save(self) -> None:
        """Everything that was decided, in one go for each table; what does not fit them shows before the commit."""
        if self._changed:
            await self._connection.execute(
                _SAVE, *_columns(self._changed.values(), _MOVED), *_columns(self._entries, Entry._fields)
            )
        if self._maximums:
            await self._connection.execute(_SAY_MOST, *map(list, zip(*self._maximums, strict=True)), self._at)
        await outbox.record_straight(self._connection, self._facts)
        await idempotency.keep_all(self._connection, self._kept, status=CREATED)


def _columns(rows: Iterable[Board | Entry], names: Iterable[str]) -> list[list[Any]]:
    some = list(rows)
    return [[getattr(row, name) for row in some] for name in names]


_MOVED = (
    "id", "current_bid", "current_bidder_id", "leader_most", "bid_count", "last_seq", "ends_at", "version",
    "updated_at",
)  # fmt: skip
"""The columns of an auction that bids change."""
# Auctions and log in one go: each trip to the database is one that everybody else waits for.
_SAVE = """
WITH moved AS (
    UPDATE auctions SET (current_bid, current_bidder_id, leader_most, bid_count, last_seq, ends_at, version, updated_at)
    = ROW (new.current_bid, new.current_bidder_id, new.leader_most, new.bid_count, new.last_seq, new.ends_at,
    new.version, new.updated_at)
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::int[], $7::timestamptz[],
    $8::int[], $9::timestamptz[])
    AS new (id, current_bid, current_bidder_id, leader_most, bid_count, last_seq, ends_at, version, updated_at)
    WHERE auctions.id = new.id
)
INSERT INTO bids (auction_id, seq, id, bidder_id, bidder_name, amount, is_auto, answers_id, placed_at)
SELECT * FROM unnest($10::bigint[], $11::int[], $12::bigint[], $13::bigint[], $14::text[], $15::bigint[],
$16::boolean[], $17::bigint[], $18::timestamptz[])
"""
_SAY_MOST = """
INSERT INTO maximums (auction_id, bidder_id, most, placed_at)
SELECT auction_id, bidder_id, most, $4 FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])
AS said (auction_id, bidder_id, most) ON CONFLICT DO NOTHING
"""
