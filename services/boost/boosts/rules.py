"""The rules of orders: what may be ordered, how an order is shown, how its amount is shared."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from libs.kit.http.errors import DomainError


class NoProductsSelected(DomainError):
    """An order for nothing."""

    status = 422
    code = "no_products_selected"
    message = "No products selected"


class InvalidPackage(DomainError):
    """A package that is not on offer."""

    status = 422
    code = "invalid_package"
    message = "Invalid package"


class ProductCountMismatch(DomainError):
    """Not as many products as the package is for; the sentence with both numbers is in the details."""

    status = 422
    code = "product_count_mismatch"
    message = "Product count mismatch"

    def __init__(self, required: int, selected: int) -> None:
        words = f"This package requires exactly {required} products. You have selected {selected}."
        super().__init__(description=words, required=required, selected=selected)


class NotYourProducts(DomainError):
    """Listings that do not exist or belong to another seller: the answer is the same."""

    status = 404
    code = "not_your_products"
    message = "Some of these products are not yours."


class ProductNotActive(DomainError):
    """A listing that is not for sale cannot be boosted."""

    code = "product_not_active"
    message = "Only active products can be boosted."


class TooManyOpenOrders(DomainError):
    """A seller with many orders that are not paid."""

    status = 429
    code = "too_many_open_orders"
    message = "You have several boost orders that are not paid yet. Pay one of them, or wait an hour."


class TooManyReplacedBills(DomainError):
    """A seller who changed again and again how open orders are paid; each change makes a bill."""

    status = 429
    code = "too_many_replaced_bills"
    message = "You have changed how you pay many times. Please try again later."

    def __init__(self, until: str, seconds: int) -> None:
        super().__init__(until=until, retryAfter=seconds)

    def headers(self) -> dict[str, str]:
        """Return when to come back."""
        return {"Retry-After": str(self.details["retryAfter"])}


class PriceChanged(DomainError):
    """The package costs another price than its buyer was shown."""

    code = "price_changed"
    message = "The price of this package has changed. Please look at it again."


class OrderNotPayable(DomainError):
    """An order that is paid, given back, or looked at by staff."""

    code = "order_not_payable"
    message = "This order cannot be paid."


class OrderReplaced(DomainError):
    """Another order for the same products is open."""

    code = "order_replaced"
    message = "Another order for these products is waiting for its payment."

    def __init__(self, order_id: int) -> None:
        super().__init__(orderId=str(order_id))


class NotPaid(DomainError):
    """There is a receipt for paid orders only."""

    code = "not_paid"
    message = "This order is not paid."


class NothingToRefund(DomainError):
    """An order that is not paid, or whose whole amount was given back."""

    code = "nothing_to_refund"
    message = "There is nothing to refund."


class PackageChanged(DomainError):
    code = "package_changed"
    message = "This package was changed meanwhile. Load it again."


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


def split_credit(amount: int, product_ids: Sequence[int]) -> dict[int, int]:
    """Return each product's share of an amount; what does not divide goes to the first ones."""
    part, rest = divmod(amount, len(product_ids))
    return {one: part + (place < rest) for place, one in enumerate(product_ids)}


HOUR = timedelta(hours=1)
# So long before its end a seller is told of it; not of a boost that is no longer than that.
WARNED_BEFORE = timedelta(days=1)


def extend_boost(now: datetime, until: datetime | None, hours: int) -> tuple[datetime, datetime]:
    """Return from when until when a boost of so many hours runs: behind the one that runs already."""
    begin = max(now, until) if until is not None else now
    return begin, begin + hours * HOUR


def unused_share(amount: int, starts_at: datetime, ends_at: datetime, now: datetime) -> int:
    """Return what the time that is left of a boost is worth, in whole sen, never more than was paid."""
    whole = ends_at - starts_at
    left = ends_at - max(starts_at, now)
    if whole <= timedelta() or left <= timedelta():
        return 0
    return amount * (left // timedelta(microseconds=1)) // (whole // timedelta(microseconds=1))


def duration_words(hours: int) -> str:
    """Return how long a boost lasts, for people: `3 days`, `36 hours`."""
    if hours % 24 == 0:
        days = hours // 24
        return f"{days} day" if days == 1 else f"{days} days"
    return f"{hours} hour" if hours == 1 else f"{hours} hours"


def effective_price(price: int, item_count: int) -> Decimal:
    """Return what one product of a package costs, in cents (C4)."""
    return (Decimal(price) / item_count).quantize(Decimal("0.01"))


MALAYSIA = timezone(timedelta(hours=8))
WHOLE = 10_000


def receipt_year(at: datetime) -> int:
    """Return the year in which a receipt is counted, by the calendar of Malaysia."""
    return at.astimezone(MALAYSIA).year


def receipt_number(year: int, place: int) -> str:
    """Return the number on a receipt; the numbers of a year have no gaps."""
    return f"WB-{year}-{place:06d}"


def tax_in(total: int, basis_points: int) -> int:
    """Return the tax that a price includes, rounded to the nearest sen."""
    return (total * basis_points * 2 + WHOLE + basis_points) // (2 * (WHOLE + basis_points))
