"""Reads a batch of bids, decides them in order, and saves the results if nothing has changed in the meantime.
This puts bids, closings, bans and changed terms into a single order across all replicas (decision 0017)."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from libs.contracts.event import Event
from libs.kit.db.direct import DirectConnection
from libs.kit.errors import DomainError, IdempotencyMismatch, NotFound
from libs.kit.events import outbox
from libs.kit.http.idempotency import Claim
from libs.kit.process import buggify, telemetry
from libs.kit.security.tokens import Identity
from libs.marketplace import actors
from libs.marketplace.actors import PersonRow
from services.auction.auctions.events import auction_extended, bid_placed
from services.auction.auctions.models import Board, auction_state
from services.auction.bidding import queries, rules
from services.auction.bidding.models import Entry
from services.auction.bidding.queries import BatchState, NamedMaximum
from services.auction.bidding.rules import BiddingPaused
from services.auction.settings import AuctionSettings


@dataclass
class Decided:
    # Bidders of the accepted bids, as they were read.
    bidders: dict[int, PersonRow] = field(default_factory=dict)
    boards: dict[int, Board] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    maximums: list[NamedMaximum] = field(default_factory=list)
    events: list[tuple[Event, int, str | None]] = field(default_factory=list)
    # Responses by idempotency key.
    kept: dict[Claim, bytes] = field(default_factory=dict)
    # Auctions whose account removals must be applied before any decision.
    uncleared: list[int] = field(default_factory=list)
    # True once the save has been sent. If an error follows, the batch may still have been committed.
    is_sent: bool = False


async def save_decided(connection: DirectConnection, decided: Decided) -> bool:
    """Returns True if the batch was written. The batch is also committed, unless a transaction is open."""
    if not decided.boards:
        return True
    buggify.point("before-outbox-insert")
    decided.is_sent = True
    written = await queries.save_batch(
        connection,
        decided.bidders.values(),
        decided.boards.values(),
        decided.entries,
        decided.maximums,
        decided.events,
        decided.kept,
    )
    if written and decided.events:
        connection.info[outbox.HAS_EVENTS] = True
    buggify.point("after-outbox-insert")
    return written


@dataclass(frozen=True)
class BidRequest:
    """With a key, the bid is placed only once even if the request is repeated."""

    bidder: Identity
    auction_id: int
    offer: rules.Offer
    key: str | None = None
    # Events belong to the trace of the request, not to the trace of the batch.
    traceparent: str | None = field(default_factory=telemetry.traceparent, compare=False)

    @property
    def claim(self) -> Claim | None:
        """The idempotency key is bound to bidder, auction and amounts, on every route."""
        if self.key is None:
            return None
        meant = hashlib.sha256(f"{self.offer.amount}:{self.offer.most}".encode()).digest()
        return Claim(self.bidder.user_id, f"bid {self.auction_id}", self.key, meant)


@dataclass(frozen=True)
class PlacedBid:
    """The bidder's newest bid, and the auction right after this bid."""

    bid: Entry
    auction: Board
    epoch: int
    at: datetime
    # True if only the leader's own maximum changed.
    raised: bool


Render = Callable[[PlacedBid], bytes]
Answer = bytes | DomainError


class Batch:
    def __init__(
        self, connection: DirectConnection, settings: AuctionSettings, render: Render, decided: Decided
    ) -> None:
        self._connection, self._settings, self._render, self._decided = connection, settings, render, decided
        self._states: dict[int, rules.AuctionState] = {}
        self._leading: dict[int, Entry] = {}

    async def decide(self, requests: Sequence[BidRequest]) -> list[Answer]:
        """Returns a response for each request, in order. The responses are valid only if `decided` can be
        saved. Empty if account removals must be applied first."""
        self._seen = await self._read_state(requests)
        if await actors.store_names(
            self._connection, (request.bidder for request in requests), self._seen.people
        ):
            self._seen = await self._read_state(requests)
        if self._seen.uncleared:
            self._decided.uncleared = self._seen.uncleared
            return []
        self._states = {auction_id: auction_state(board) for auction_id, board in self._seen.boards.items()}
        refusals = self._refusals(requests)
        return [
            await self._once(one, bid_ids, refusals.get(one.bidder.user_id))
            for one, bid_ids in zip(requests, self._seen.bid_ids, strict=True)
        ]

    async def _read_state(self, requests: Sequence[BidRequest]) -> BatchState:
        people, auctions = names_of(requests)
        claims = [claim for request in requests if (claim := request.claim)]
        return await queries.read_batch_state(self._connection, len(requests), people, auctions, claims)

    def _refusals(self, requests: Sequence[BidRequest]) -> dict[int, DomainError]:
        paused = {user_id: BiddingPaused(until) for user_id, until in self._seen.pauses.items()}
        return paused | actors.refusals((request.bidder for request in requests), self._seen.people)

    async def _once(self, request: BidRequest, bid_ids: int, refusal: DomainError | None) -> Answer:
        claim = request.claim
        if claim is not None and claim.name in self._seen.answered:
            same, answered = self._seen.answered[claim.name]
            return answered if same == claim else IdempotencyMismatch()
        if refusal is not None:
            return refusal
        if claim is None:
            return await self._answer(request, bid_ids)
        answer = await self._answer(request, bid_ids)
        if isinstance(answer, bytes):
            self._seen.answered[claim.name] = claim, answer
            self._decided.kept[claim] = answer
        return answer

    async def _answer(self, request: BidRequest, bid_ids: int) -> Answer:
        try:
            return self._render(await self.place(request, bid_ids))
        except DomainError as refusal:
            return refusal

    async def place(self, request: BidRequest, bid_ids: int) -> PlacedBid:
        board, bidder = self._seen.boards.get(request.auction_id), request.bidder
        if board is None:
            raise NotFound
        state = self._states[board.id]
        decision = rules.place_bid(
            state, request.offer, self._seen.at, start_counts=self._settings.start_counts
        )
        names = {bidder.user_id: rules.mask_name(bidder.username)}
        if any(step.bidder_id not in names for step in decision.steps) or not decision.steps:
            leading = await self._leading_entry(board)
            names |= {leading.bidder_id: leading.bidder_name}
        if request.offer.most > request.offer.amount or bidder.user_id == state.leader_id:
            self._decided.maximums.append(
                NamedMaximum(board.id, bidder.user_id, request.offer.most, self._seen.at)
            )
        self._decided.bidders[bidder.user_id] = self._seen.people[bidder.user_id]
        self._decided.boards[board.id], self._states[board.id] = board, decision.after
        board.leader_most, board.ends_at = decision.after.leader_most, decision.after.ends_at
        own = None
        for number, step in enumerate(decision.steps):
            entry = self._log(request, board, step, names[step.bidder_id], bid_ids + number)
            own = entry if step.bidder_id == bidder.user_id else own
        if decision.after.ends_at > state.ends_at:
            board.version += 1
            self._decided.events.append(
                (
                    auction_extended(board, self._seen.epoch),
                    board.version,
                    request.traceparent,
                )
            )
        own = own or await self._leading_entry(board)
        return PlacedBid(own, board, self._seen.epoch, self._seen.at, raised=not decision.steps)

    def _log(self, request: BidRequest, board: Board, step: rules.Step, name: str, bid_id: int) -> Entry:
        entry = Entry(
            auction_id=board.id,
            seq=board.last_seq + 1,
            id=bid_id,
            bidder_id=step.bidder_id,
            bidder_name=name,
            amount=step.amount,
            is_auto=step.is_auto,
            answers_id=request.bidder.user_id if step.is_auto else None,
            placed_at=self._seen.at,
        )
        previous = board.current_bidder_id
        board.current_bid, board.current_bidder_id = entry.amount, entry.bidder_id
        board.bid_count += 1
        board.last_seq = entry.seq
        board.version += 1
        board.updated_at = self._seen.at
        self._decided.entries.append(entry)
        self._decided.events.append(
            (
                bid_placed(board, entry, previous, self._seen.epoch),
                board.version,
                request.traceparent,
            )
        )
        self._leading[board.id] = entry
        return entry

    async def _leading_entry(self, board: Board) -> Entry:
        if board.id not in self._leading:
            self._leading[board.id] = await queries.leading_entry(self._connection, board)
        return self._leading[board.id]


def names_of(requests: Sequence[BidRequest]) -> tuple[set[int], set[int]]:
    return {request.bidder.user_id for request in requests}, {request.auction_id for request in requests}
