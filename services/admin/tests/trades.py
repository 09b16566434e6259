import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.protection import DisputeOpened, FundsRefunded
from libs.contracts.events.trades import CancelledBy, DealCancelled, DealDelivered, DealOpened, ReviewRevealed

SHOP, FRIEND = 801, 802
BEGIN = datetime(2026, 9, 1, tzinfo=UTC)
_numbers = itertools.count(600_000)


class Purchase:
    def __init__(self, day: float, seller: int = SHOP, buyer: int = FRIEND, *, won: bool = False) -> None:
        self.id, self.opens = next(_numbers), BEGIN + timedelta(days=day)
        self.ids: dict[str, Any] = {
            "transaction_id": self.id, "product_id": self.id, "seller_id": seller, "buyer_id": buyer,
        }  # fmt: skip
        opened = DealOpened(
            **self.ids, conversation_id=self.id, amount=9_000, sold_by="auction" if won else "fixed",
            auction_id=self.id if won else None, opened_at=self.opens,
        )  # fmt: skip
        self.events: list[Event] = [opened]

    def _add(self, event: Event) -> "Purchase":
        self.events.append(event)
        return self

    def arrives(self, hours: float = 70) -> "Purchase":
        at = self.opens + timedelta(hours=hours)
        return self._add(DealDelivered(**self.ids, amount=9_000, delivered_at=at))

    def praised(self, tenths: int = 50) -> "Purchase":
        at = self.opens + timedelta(days=5)
        return self._add(
            ReviewRevealed(
                **self.ids, review_id=self.id, about="seller", rating_tenths=tenths, revealed_at=at
            )
        )

    def cancelled(self, by: CancelledBy) -> "Purchase":
        at = self.opens + timedelta(hours=20)
        return self._add(
            DealCancelled(**self.ids, cancelled_by=by, reason="other", was_paid=False, cancelled_at=at)
        )

    def disputed(self) -> "Purchase":
        at = self.opens + timedelta(days=4)
        return self._add(
            DisputeOpened(
                **self.ids, reason="counterfeit", evidence_until=at + timedelta(days=3), opened_at=at
            )
        )

    def refunded(self) -> "Purchase":
        at = self.opens + timedelta(days=8)
        return self._add(FundsRefunded(**self.ids, amount=9_000, reason="decided", refunded_at=at))


def review_ring(times: int = 6) -> list[Event]:
    events: list[Event] = []
    for n in range(times):
        events += Purchase(n).arrives(1).praised().events
        events += Purchase(n + 0.5, FRIEND, SHOP).arrives(1).praised().events
    return events
