from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.boost import BoostOrdered, BoostPaid, BoostRefunded, WalletEvent
from libs.contracts.events.protection import (
    DisputeEvidenceAdded,
    DisputeOpened,
    FundsHeld,
    FundsRefunded,
    FundsReleased,
    PayoutCancelled,
    PayoutEvent,
    PayoutFailed,
    PayoutSent,
)

Figures = dict[str, Any]
HELD_FIELDS = {"seller_id", "buyer_id", "amount", "fee"}
ENDS: dict[type[PayoutEvent], str] = {
    PayoutSent: "completed", PayoutFailed: "failed", PayoutCancelled: "cancelled",
}  # fmt: skip
ORDERED = {"seller_id", "package_id", "package_type", "product_ids", "amount"}


def apply_event(known: Figures, event: Event) -> Figures:
    match event:
        case BoostOrdered():
            row = event.model_dump(by_alias=False, include=ORDERED)
            return row | {"is_paid": False, "refunded": 0, "late": 0}
        case BoostPaid():
            return known | {"is_paid": True, "duration_hours": event.duration_hours}
        case BoostRefunded():
            name = "late" if event.reason == "late" else "refunded"
            return known | ({name: known[name] + event.amount} if name in known else {})
        case WalletEvent():
            return {"balance": event.balance, "entry_id": event.entry_id}
        case _:
            return _money(known, event)


def _money(known: Figures, event: Event) -> Figures:
    match event:
        case FundsHeld():
            row = event.model_dump(by_alias=False, include=HELD_FIELDS)
            return row | {"state": "held", "refunded": 0, "is_disputed": False, "evidence": 0}
        case FundsReleased():
            state = "split" if event.reason == "split" else "released"
            return known | {"state": state, "refunded": event.returned_to_buyer}
        case FundsRefunded():
            state = "returned" if event.reason == "returned" else "refunded"
            return known | {"state": state, "refunded": event.amount}
        case DisputeOpened():
            return known | {"is_disputed": True}
        case DisputeEvidenceAdded():
            return known | {"evidence": known.get("evidence", 0) + 1}
        case PayoutEvent():
            return {"user_id": event.user_id, "amount": event.amount, "status": ENDS[type(event)]}
        case _:
            return known
