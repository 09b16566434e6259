"""Computes figures about who bids against whom from auction events."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.auction import AuctionCancelled, AuctionEnded, AuctionOpened, BidPlaced, BidsVoided
from libs.contracts.events.auth import UserRegistered
from libs.contracts.events.sales import SaleSettled, SecondChanceAnswered
from services.admin.risk.rules import AUCTIONS_KEPT, UNENDED_KEPT

# A bid this soon after a rival's bid counts as a response to it.
AT_ONCE = timedelta(seconds=60)
# Cancellations by these parties say nothing about the buyer.
NOT_THE_BUYERS = ("platform", "staff")


@dataclass(slots=True)
class AuctionFigures:
    auction_id: int
    product_id: int
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
    auctions: dict[int, AuctionFigures]
    parts: dict[tuple[int, int], BidderFigures] = field(default_factory=dict)
    accounts: dict[int, datetime] = field(default_factory=dict)
    # Auctions whose bidders must be scored again.
    settled: set[int] = field(default_factory=set)

    def add_event(self, event: Event, at: datetime) -> None:
        """Events of an auction must arrive in order, except events about its sale."""
        _TAKEN[type(event)](self, event, at)

    def auction_of(self, event: Any, at: datetime) -> AuctionFigures:
        auction = self.auctions.get(event.auction_id)
        if auction is None:
            auction = self.auctions[event.auction_id] = AuctionFigures(
                event.auction_id, event.product_id, event.seller_id, at
            )
        return auction

    def part_of(self, event: Any, person_id: int) -> BidderFigures:
        return self.parts.setdefault((event.auction_id, person_id), BidderFigures())


def _open(batch: BidBatch, event: AuctionOpened, at: datetime) -> None:
    batch.auction_of(event, at).starts_at = event.starts_at


def _bid(batch: BidBatch, event: BidPlaced, at: datetime) -> None:
    auction, part = batch.auction_of(event, at), batch.part_of(event, event.bidder_id)
    part.bids += 1
    part.first_at = part.first_at or event.placed_at
    part.last_at = event.placed_at
    # Proxy bids are not counted, because they are always immediate and at the minimum.
    if not event.is_auto and auction.last_bidder_id is not None and auction.last_bidder_id != event.bidder_id:
        part.raises += 1
        part.least_raises += event.amount == auction.minimum_bid
        is_soon = auction.last_at is not None and event.placed_at - auction.last_at <= AT_ONCE
        part.answers += is_soon and auction.bidder_before_id == event.bidder_id
    if auction.last_bidder_id != event.bidder_id:
        auction.bidder_before_id, auction.last_bidder_id = auction.last_bidder_id, event.bidder_id
    auction.last_at, auction.minimum_bid = event.placed_at, event.minimum_bid


def _void(batch: BidBatch, event: BidsVoided, at: datetime) -> None:
    auction = batch.auction_of(event, at)
    auction.minimum_bid = auction.bidder_before_id = None
    auction.last_bidder_id = event.current_bidder_id
    if event.reason == "retracted":
        batch.part_of(event, event.bidder_id).is_retracted = True


def _cancel(batch: BidBatch, event: AuctionCancelled, at: datetime) -> None:
    auction = batch.auction_of(event, at)
    auction.ended_at, auction.is_cancelled = event.cancelled_at, True


def _end(batch: BidBatch, event: AuctionEnded, at: datetime) -> None:
    auction = batch.auction_of(event, at)
    auction.ended_at, auction.winner_id = event.ended_at, event.winner_id
    batch.settled.add(event.auction_id)


def _settle(batch: BidBatch, event: SaleSettled, at: datetime) -> None:
    if event.paid or event.cancelled_by in NOT_THE_BUYERS:
        return
    batch.auction_of(event, at)
    batch.part_of(event, event.winner_id).is_unpaid = True
    batch.settled.add(event.auction_id)


def _answer(batch: BidBatch, event: SecondChanceAnswered, at: datetime) -> None:
    if event.answer == "accepted":
        batch.auction_of(event, at).second_chance_buyer_id = event.bidder_id
        batch.settled.add(event.auction_id)


def _register(batch: BidBatch, event: UserRegistered, _: datetime) -> None:
    batch.accounts[event.user_id] = event.registered_at


_TAKEN: dict[type[Event], Callable[[BidBatch, Any, datetime], None]] = {
    AuctionOpened: _open, BidPlaced: _bid, BidsVoided: _void, AuctionCancelled: _cancel, AuctionEnded: _end,
    SaleSettled: _settle, SecondChanceAnswered: _answer, UserRegistered: _register,
}  # fmt: skip
KINDS = frozenset(kind.type_name() for kind in _TAKEN)


def is_whole(auction: AuctionFigures | None) -> bool:
    """True if every event since the opening of the auction was counted."""
    return auction is not None and auction.starts_at is not None


def counts_at(events: Iterable[Event], opened_at: datetime, now: datetime) -> bool:
    ends = [event.ended_at for event in events if isinstance(event, AuctionEnded)]
    ends += [event.cancelled_at for event in events if isinstance(event, AuctionCancelled)]
    return ends[0] > now - AUCTIONS_KEPT if ends else opened_at > now - UNENDED_KEPT


def auctions_in(events: Iterable[Event]) -> list[int]:
    return sorted({event.auction_id for event in events if hasattr(event, "auction_id")})
