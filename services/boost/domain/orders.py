"""The rules of orders: what may be ordered, how an order is shown, how its amount is shared."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta

from services.boost.domain.refusals_boosts import (
    InvalidPackage,
    NoProductsSelected,
    NotYourProducts,
    ProductCountMismatch,
    ProductNotActive,
)

# How often a seller may choose another way of paying open orders.
MOST_REPLACED, REPLACED_WITHIN = 10, timedelta(hours=1)
OPEN_FOR = timedelta(minutes=60)
PAYABLE = ("pending", "expired", "cancelled")


def check_selection(product_ids: Collection[int], item_count: int | None) -> None:
    """Raise unless as many products are named as the package is for (BOOST-10)."""
    if not product_ids:
        raise NoProductsSelected
    if item_count is None:
        raise InvalidPackage
    if len(set(product_ids)) != item_count:
        raise ProductCountMismatch(item_count, len(set(product_ids)))


def check_products(product_ids: Collection[int], own: Mapping[int, str]) -> None:
    """Raise unless all are the seller's, and active (BOOST-11)."""
    if any(one not in own for one in product_ids):
        raise NotYourProducts
    if inactive := sorted(one for one in product_ids if own[one] != "active"):
        raise ProductNotActive(productIds=inactive)


def shown_status(status: str, *, has_failed: bool) -> str:
    """Return the state as people see it: a failed payment can be tried again."""
    return "failed" if status == "pending" and has_failed else status


def shares(amount: int, product_ids: Sequence[int]) -> dict[int, int]:
    """Return each product's share of an amount; what does not divide goes to the first ones."""
    part, rest = divmod(amount, len(product_ids))
    return {one: part + (place < rest) for place, one in enumerate(product_ids)}
