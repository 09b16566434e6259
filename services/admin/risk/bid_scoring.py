"""Turns auction events into figures about who bids against whom, one event after another."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from libs.contracts.events.auction import AuctionCancelled, AuctionEnded, AuctionOpened, BidPlaced, BidsVoided
from libs.contracts.events.auth import UserRegistered
from libs.contracts.events.sales import SaleSettled, SecondChanceAnswered
from libs.contracts.fact import Fact
from services.admin.risk.rules import LOTS_KEPT, UNENDED_KEPT

# A raise this soon after a rival's bid counts as an answer to it.
AT_ONCE = timedelta(seconds=60)
# A sale that these cancelled says nothing about its buyer.
NOT_THE_BUYERS = ("platform", "staff")


@dataclass(slots=True)
class AuctionFigures:
    auction_id: int
    seller_id: int
    seen_at: datetime
    starts_at: datetime | None = None
    ended_at: datetime | None = None
    is_cancelled: bool = False
    winner_id: int | None = None
    second_chance_buyer_id: int | None = None
    minimum_bid: int | None = None
    last_bidder_id: int | None = None
    bidder_before_id: int | None = None
    last_at: datetime | None = None


@dataclass(slots=True)
class BidderFigures:
    bids: int = 0
    raises: int = 0
    least_raises: int = 0
    answers: int = 0
    first_at: datetime | None = None
    last_at: datetime | None = None
    is_retracted: bool = False
    is_unpaid: bool = False


@dataclass
class BidBatch:
    lots: dict[int, AuctionFigures]
    parts: dict[tuple[int, int], BidderFigures] = field(default_factory=dict)
    accounts: dict[int, datetime] = field(default_factory=dict)
    # Auctions whose bidders must be scored again.
    settled: set[int] = field(default_factory=set)

    def take(self, fact: Fact, at: datetime) -> None:
        """The events of an auction must come in order. Those about its sale may come at any time."""
        _TAKEN[type(fact)](self, fact, at)

    def lot_of(self, fact: Any, at: datetime) -> AuctionFigures:
        lot = self.lots.get(fact.auction_id)
        if lot is None:
            lot = self.lots[fact.auction_id] = AuctionFigures(fact.auction_id, fact.seller_id, at)
        return lot

    def part_of(self, fact: Any, person_id: int) -> BidderFigures:
        return self.parts.setdefault((fact.auction_id, person_id), BidderFigures())


def _open(batch: BidBatch, fact: AuctionOpened, at: datetime) -> None:
    batch.lot_of(fact, at).starts_at = fact.starts_at


def _bid(batch: BidBatch, fact: BidPlaced, at: datetime) -> None:
    lot, part = batch.lot_of(fact, at), batch.part_of(fact, fact.bidder_id)
    part.bids += 1
    part.first_at = part.first_at or fact.placed_at
    part.last_at = fact.placed_at
    # Proxy bids are always the minimum and always immediate.
    if not fact.is_auto and lot.last_bidder_id is not None and lot.last_bidder_id != fact.bidder_id:
        part.raises += 1
        part.least_raises += fact.amount == lot.minimum_bid
        is_soon = lot.last_at is not None and fact.placed_at - lot.last_at <= AT_ONCE
        part.answers += is_soon and lot.bidder_before_id == fact.bidder_id
    if lot.last_bidder_id != fact.bidder_id:
        lot.bidder_before_id, lot.last_bidder_id = lot.last_bidder_id, fact.bidder_id
    lot.last_at, lot.minimum_bid = fact.placed_at, fact.minimum_bid


def _void(batch: BidBatch, fact: BidsVoided, at: datetime) -> None:
    lot = batch.lot_of(fact, at)
    lot.minimum_bid = lot.bidder_before_id = None
    lot.last_bidder_id = fact.current_bidder_id
    if fact.reason == "retracted":
        batch.part_of(fact, fact.bidder_id).is_retracted = True


def _cancel(batch: BidBatch, fact: AuctionCancelled, at: datetime) -> None:
    lot = batch.lot_of(fact, at)
    lot.ended_at, lot.is_cancelled = fact.cancelled_at, True


def _end(batch: BidBatch, fact: AuctionEnded, at: datetime) -> None:
    lot = batch.lot_of(fact, at)
    lot.ended_at, lot.winner_id = fact.ended_at, fact.winner_id
    batch.settled.add(fact.auction_id)


def _settle(batch: BidBatch, fact: SaleSettled, at: datetime) -> None:
    if fact.paid or fact.cancelled_by in NOT_THE_BUYERS:
        return
    batch.lot_of(fact, at)
    batch.part_of(fact, fact.winner_id).is_unpaid = True
    batch.settled.add(fact.auction_id)


def _answer(batch: BidBatch, fact: SecondChanceAnswered, at: datetime) -> None:
    if fact.answer == "accepted":
        batch.lot_of(fact, at).second_chance_buyer_id = fact.bidder_id
        batch.settled.add(fact.auction_id)


def _register(batch: BidBatch, fact: UserRegistered, _: datetime) -> None:
    batch.accounts[fact.user_id] = fact.registered_at


_TAKEN: dict[type[Fact], Callable[[BidBatch, Any, datetime], None]] = {
    AuctionOpened: _open, BidPlaced: _bid, BidsVoided: _void, AuctionCancelled: _cancel, AuctionEnded: _end,
    SaleSettled: _settle, SecondChanceAnswered: _answer, UserRegistered: _register,
}  # fmt: skip
KINDS = frozenset(kind.type_name() for kind in _TAKEN)


def is_whole(lot: AuctionFigures | None) -> bool:
    """Whether an auction was counted since its opening, and so every event about it."""
    return lot is not None and lot.starts_at is not None


def counts_at(facts: Iterable[Fact], opened_at: datetime, now: datetime) -> bool:
    ends = [one.ended_at for one in facts if isinstance(one, AuctionEnded)]
    ends += [one.cancelled_at for one in facts if isinstance(one, AuctionCancelled)]
    return ends[0] > now - LOTS_KEPT if ends else opened_at > now - UNENDED_KEPT


def auctions_in(facts: Iterable[Fact]) -> list[int]:
    return sorted({one.auction_id for one in facts if hasattr(one, "auction_id")})
