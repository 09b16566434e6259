"""The public state of orders and wallets, folded from their facts alone."""

from typing import Any

from libs.contracts.events.boost import BoostOrdered, BoostPaid, BoostRefunded, WalletFact
from libs.contracts.fact import Fact

Figures = dict[str, Any]
ORDERED = {"seller_id", "package_id", "package_type", "product_ids", "amount"}


def boost(known: Figures, fact: Fact) -> Figures:
    """Return what is known after one more fact of an order or a wallet."""
    match fact:
        case BoostOrdered():
            told = fact.model_dump(by_alias=False, include=ORDERED)
            return told | {"is_paid": False, "refunded": 0, "late": 0}
        case BoostPaid():
            return known | {"is_paid": True, "duration_hours": fact.duration_hours}
        case BoostRefunded():
            name = "late" if fact.reason == "late" else "refunded"
            return known | ({name: known[name] + fact.amount} if name in known else {})
        case WalletFact():
            return {"balance": fact.balance, "entry_id": fact.entry_id}
        case _:
            return known
