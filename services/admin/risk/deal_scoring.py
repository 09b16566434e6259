"""Scores purchases that may exist only for their reviews, and sellers whose sales often fail."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.admin import FurtherCode
from libs.contracts.events.protection import DisputeOpened, FundsRefunded
from libs.contracts.events.trades import (
    DealCancelled,
    DealDelivered,
    DealOpened,
    ReviewRevealed,
)
from services.admin.risk.rules import HOLD, WINDOW, Reason, Score, ramp, score_figures

# Minimum number of deals of a pair and of sales of a seller, and maximum number of newest deals considered.
MIN_DEALS, MIN_SALES, MAX_DEALS = 3, 6, 500
# No parcel arrives this soon.
AT_ONCE = timedelta(hours=6)
HIGH_STARS = 45
DEALS_KEPT = WINDOW + timedelta(days=30)

# In hundredths. A loyal buyer who collects in person and leaves good reviews stays below the review limit: 16
# + 14 + 10 + 18.
WEIGHTS: dict[FurtherCode, int] = {
    "bought_again": 16, "praised": 14, "bought_here": 10, "quick": 18, "bought_back": 36, "won_and_cancelled": 50,
    "shared_signal": 34,
}  # fmt: skip
SALES: dict[FurtherCode, int] = {"sales_cancelled": 60, "sales_disputed": 60, "sales_refunded": 50}


@dataclass(frozen=True)
class Pair:
    deals: int
    # The buyer's deals with all sellers.
    deals_in_all: int
    delivered: int
    quick: int
    praised: int
    won_and_cancelled: int
    # The seller's purchases from this buyer.
    bought_back: int
    shared: int


@dataclass(frozen=True)
class Sales:
    deals: int
    cancelled: int
    disputed: int
    refunded: int


@dataclass(slots=True)
class DealPart:
    deal_id: int
    seller_id: int
    buyer_id: int
    seen_at: datetime
    opened_at: datetime | None = None
    is_won: bool = False
    delivered_at: datetime | None = None
    cancelled_by: str | None = None
    stars: int | None = None
    is_disputed: bool = False
    is_refunded: bool = False


@dataclass
class DealBatch:
    parts: dict[int, DealPart] = field(default_factory=dict)

    def add_event(self, event: Event) -> None:
        """Events may arrive in any order."""
        _TAKEN[type(event)](self, event)

    def part_of(self, event: Any, at: datetime) -> DealPart:
        part = self.parts.setdefault(
            event.transaction_id, DealPart(event.transaction_id, event.seller_id, event.buyer_id, at)
        )
        part.seen_at = min(part.seen_at, at)
        return part


def _open(batch: DealBatch, event: DealOpened) -> None:
    part = batch.part_of(event, event.opened_at)
    part.opened_at, part.is_won = event.opened_at, event.auction_id is not None


def _deliver(batch: DealBatch, event: DealDelivered) -> None:
    batch.part_of(event, event.delivered_at).delivered_at = event.delivered_at


def _cancel(batch: DealBatch, event: DealCancelled) -> None:
    batch.part_of(event, event.cancelled_at).cancelled_by = event.cancelled_by


def _reveal(batch: DealBatch, event: ReviewRevealed) -> None:
    if event.about == "seller":
        batch.part_of(event, event.revealed_at).stars = event.rating_tenths


def _dispute(batch: DealBatch, event: DisputeOpened) -> None:
    if event.opened_by == "buyer":
        batch.part_of(event, event.opened_at).is_disputed = True


def _refund(batch: DealBatch, event: FundsRefunded) -> None:
    # A refund for a cancelled deal is counted as a cancellation.
    if event.reason != "deal_cancelled":
        batch.part_of(event, event.refunded_at).is_refunded = True


_TAKEN: dict[type[Event], Callable[[DealBatch, Any], None]] = {
    DealOpened: _open, DealDelivered: _deliver, DealCancelled: _cancel, ReviewRevealed: _reveal,
    DisputeOpened: _dispute, FundsRefunded: _refund,
}  # fmt: skip
KINDS = frozenset(kind.type_name() for kind in _TAKEN)


def score_pair(one: Pair) -> Score:
    if one.deals < MIN_DEALS:
        return Score(0, ())
    evidence, own = ramp(one.deals, 1, 6), _share(one.deals, one.deals_in_all)
    quick = _share(one.quick, one.delivered)
    return score_figures(
        [
            _reason("bought_again", ramp(one.deals, 2, 7), one.deals),
            _reason("praised", ramp(one.praised, 1, 5), one.praised, one.deals),
            _reason("bought_here", evidence * ramp(own, 0.3, 0.8), one.deals, one.deals_in_all),
            _reason("quick", ramp(one.quick, 0, 4) * ramp(quick, 0.3, 0.8), one.quick, one.delivered),
            _reason("bought_back", ramp(one.bought_back, 0, 3), one.bought_back),
            _reason("won_and_cancelled", ramp(one.won_and_cancelled, 1, 4), one.won_and_cancelled, one.deals),
            _reason("shared_signal", float(one.shared > 0), one.shared),
        ]
    )  # fmt: skip


def score_sales(one: Sales) -> Score:
    """Scores how much more often than usual sales fail. The score can lead to a review, but never to a payout
    hold."""
    if one.deals < MIN_SALES:
        return Score(0, ())
    counts: dict[FurtherCode, int] = {
        "sales_cancelled": one.cancelled, "sales_disputed": one.disputed, "sales_refunded": one.refunded,
    }  # fmt: skip
    found = score_figures(
        Reason(code, count, one.deals, SALES[code] * ramp(count, 1, 4) * ramp(_share(count, one.deals), 0.1, 0.3))
        for code, count in counts.items()
    )  # fmt: skip
    return Score(min(HOLD - 1, found.hundredths), found.reasons)


def _reason(code: FurtherCode, strength: float, figure: int, of: int | None = None) -> Reason:
    return Reason(code, figure, of, WEIGHTS[code] * strength)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
