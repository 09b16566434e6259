"""The public state of a listing, derived from its events alone."""

from typing import Any

from libs.contracts.events.catalog import ListingFact, ProductChanged, ProductRemoved, ProductSold
from libs.contracts.fact import Fact

Figures = dict[str, Any]


FOR_SALE = ("active", "pending")


# Fields that describe the event and not the listing.
BESIDE = {"listed_at", "relist_of", "changed", "changed_at", "status"}


def fold(known: Figures, fact: Fact) -> Figures:
    """The state after an event. Changes of a listing that is not for sale are not published, so only its
    status is known."""
    match fact:
        case ListingFact():
            status = fact.status if isinstance(fact, ProductChanged) else "active"
            return fact.model_dump(by_alias=False, exclude=BESIDE) | {"status": status}
        case ProductRemoved() | ProductSold():
            return {"status": None}
        case _:
            return known
