"""The public state of a listing, derived only from its events."""

from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.catalog import ListingEvent, ProductChanged, ProductRemoved, ProductSold

Figures = dict[str, Any]


FOR_SALE = ("active", "pending")


# Fields that describe the event and not the listing.
BESIDE = {"listed_at", "relist_of", "changed", "changed_at", "status"}


def apply_event(known: Figures, event: Event) -> Figures:
    """Changes are not published while a listing is not for sale, so only the status is known then."""
    match event:
        case ListingEvent():
            status = event.status if isinstance(event, ProductChanged) else "active"
            return event.model_dump(by_alias=False, exclude=BESIDE) | {"status": status}
        case ProductRemoved() | ProductSold():
            return {"status": None}
        case _:
            return known
