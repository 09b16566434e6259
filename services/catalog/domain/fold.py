"""What the facts about a listing come to, one after another: what is for sale, and how it is described."""

from typing import Any

from libs.contracts.events.catalog import ListingFact, ProductChanged, ProductRemoved, ProductSold
from libs.contracts.fact import Fact

Figures = dict[str, Any]
FOR_SALE = ("active", "pending")
# In a fact, but about the fact.
BESIDE = {"listed_at", "relist_of", "changed", "changed_at", "status"}


def fold(known: Figures, fact: Fact) -> Figures:
    """What is known of a listing after one more fact. Off the shelf it changes without a word: only that is known."""
    match fact:
        case ListingFact():
            status = fact.status if isinstance(fact, ProductChanged) else "active"
            return fact.model_dump(by_alias=False, exclude=BESIDE) | {"status": status}
        case ProductRemoved() | ProductSold():
            return {"status": None}
        case _:
            return known
