"""The public state of a listing, folded from its facts."""

from typing import Any

from libs.contracts.events.catalog import ListingFact, ProductChanged, ProductRemoved, ProductSold
from libs.contracts.fact import Fact

Figures = dict[str, Any]


FOR_SALE = ("active", "pending")


# In a fact, but about the fact.
BESIDE = {"listed_at", "relist_of", "changed", "changed_at", "status"}


def fold(known: Figures, fact: Fact) -> Figures:
    """Return what is known of a listing after one more fact.

    While it is not for sale it changes without a fact: only that is known."""
    match fact:
        case ListingFact():
            status = fact.status if isinstance(fact, ProductChanged) else "active"
            return fact.model_dump(by_alias=False, exclude=BESIDE) | {"status": status}
        case ProductRemoved() | ProductSold():
            return {"status": None}
        case _:
            return known
