"""The public state of orders, wallets, held money and payouts, projected from their events."""

from typing import Any

from libs.contracts.events.boost import BoostOrdered, BoostPaid, BoostRefunded, WalletFact
from libs.contracts.events.protection import (
    DisputeEvidenceAdded,
    DisputeOpened,
    FundsHeld,
    FundsRefunded,
    FundsReleased,
    PayoutCancelled,
    PayoutFact,
    PayoutFailed,
    PayoutSent,
)
from libs.contracts.fact import Fact

Figures = dict[str, Any]
HELD_FIELDS = {"seller_id", "buyer_id", "amount", "fee"}
ENDS: dict[type[PayoutFact], str] = {
    PayoutSent: "completed", PayoutFailed: "failed", PayoutCancelled: "cancelled",
}  # fmt: skip
ORDERED = {"seller_id", "package_id", "package_type", "product_ids", "amount"}


def apply_event(known: Figures, fact: Fact) -> Figures:
    match fact:
        case BoostOrdered():
            row = fact.model_dump(by_alias=False, include=ORDERED)
            return row | {"is_paid": False, "refunded": 0, "late": 0}
        case BoostPaid():
            return known | {"is_paid": True, "duration_hours": fact.duration_hours}
        case BoostRefunded():
            name = "late" if fact.reason == "late" else "refunded"
            return known | ({name: known[name] + fact.amount} if name in known else {})
        case WalletFact():
            return {"balance": fact.balance, "entry_id": fact.entry_id}
        case _:
            return _money(known, fact)


def _money(known: Figures, fact: Fact) -> Figures:
    match fact:
        case FundsHeld():
            row = fact.model_dump(by_alias=False, include=HELD_FIELDS)
            return row | {"state": "held", "refunded": 0, "is_disputed": False, "evidence": 0}
        case FundsReleased():
            state = "split" if fact.reason == "split" else "released"
            return known | {"state": state, "refunded": fact.returned_to_buyer}
        case FundsRefunded():
            state = "returned" if fact.reason == "returned" else "refunded"
            return known | {"state": state, "refunded": fact.amount}
        case DisputeOpened():
            return known | {"is_disputed": True}
        case DisputeEvidenceAdded():
            return known | {"evidence": known.get("evidence", 0) + 1}
        case PayoutFact():
            return {"user_id": fact.user_id, "amount": fact.amount, "status": ENDS[type(fact)]}
        case _:
            return known
