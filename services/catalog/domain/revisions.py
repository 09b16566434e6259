"""What each change of a listing made of what: from what was kept before each, and the listing as it is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from libs.kit.money import ringgit

# As integrators know them, where that differs.
NAMES = {
    "volume_ml": "volume",
    "remaining_percent": "remainingPercentage",
    "category_id": "categoryId",
    "stock_quantity": "stockQuantity",
    "listing_type": "listingType",
    "batch_code": "batchCode",
    "purchase_year": "purchaseYear",
    "box_condition": "boxCondition",
    "is_new": "isNew",
}

Change = list[tuple[str, Any, Any]]


def changes(kept: Sequence[Mapping[str, Any]], now: Mapping[str, Any]) -> Iterator[Change]:
    """Yield the fields of each change with their values before and after, the newest change first.

    After a change a field is as the next change found it, or as it is now."""
    known = dict(now)
    for before in kept:
        yield [
            (NAMES.get(name, name), _as_shown(name, value), _as_shown(name, known.get(name)))
            for name, value in sorted(before.items())
        ]
        known |= before


def _as_shown(name: str, value: Any) -> Any:
    return ringgit(value) if name == "price" and value is not None else value
