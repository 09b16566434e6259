from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Literal, cast

from libs.kit.errors import DomainError


class NoProductsSelected(DomainError):
    status = 422
    code = "no_products_selected"
    message = "No products selected"


class InvalidPackage(DomainError):
    status = 422
    code = "invalid_package"
    message = "Invalid package"


class ProductCountMismatch(DomainError):
    status = 422
    code = "product_count_mismatch"
    message = "Product count mismatch"

    def __init__(self, required: int, selected: int) -> None:
        words = f"This package requires exactly {required} products. You have selected {selected}."
        super().__init__(description=words, required=required, selected=selected)


class NotYourProducts(DomainError):
    """Also raised if a product does not exist."""

    status = 404
    code = "not_your_products"
    message = "Some of these products are not yours."


class ProductNotActive(DomainError):
    code = "product_not_active"
    message = "Only active products can be boosted."


class TooManyOpenOrders(DomainError):
    status = 429
    code = "too_many_open_orders"
    message = "You have several boost orders that are not paid yet. Pay one of them, or wait an hour."


class TooManyReplacedBills(DomainError):
    status = 429
    code = "too_many_replaced_bills"
    message = "You have changed how you pay many times. Please try again later."

    def __init__(self, until: str, seconds: int) -> None:
        super().__init__(until=until, retryAfter=seconds)

    def headers(self) -> dict[str, str]:
        return {"Retry-After": str(self.details["retryAfter"])}


class PriceChanged(DomainError):
    code = "price_changed"
    message = "The price of this package has changed. Please look at it again."


class OrderNotPayable(DomainError):
    code = "order_not_payable"
    message = "This order cannot be paid."


class OrderReplaced(DomainError):
    code = "order_replaced"
    message = "Another order for these products is waiting for its payment."

    def __init__(self, order_id: int) -> None:
        super().__init__(orderId=str(order_id))


class NotPaid(DomainError):
    code = "not_paid"
    message = "This order is not paid."


class NothingToRefund(DomainError):
    code = "nothing_to_refund"
    message = "There is nothing to refund."


class PackageChanged(DomainError):
    code = "package_changed"
    message = "This package was changed meanwhile. Load it again."


# Maximum number of open bills that a seller may replace within this time.
MAX_REPLACED, REPLACED_WITHIN = 10, timedelta(hours=1)
OPEN_FOR = timedelta(minutes=60)
PAYABLE = ("pending", "expired", "cancelled")


def check_selection(product_ids: Collection[int], item_count: int | None) -> None:
    """Raises unless the number of products matches the package (BOOST-10)."""
    if not product_ids:
        raise NoProductsSelected
    if item_count is None:
        raise InvalidPackage
    if len(set(product_ids)) != item_count:
        raise ProductCountMismatch(item_count, len(set(product_ids)))


def check_products(product_ids: Collection[int], own: Mapping[int, str]) -> None:
    """Raises unless every product is active and belongs to the seller (BOOST-11)."""
    if any(product_id not in own for product_id in product_ids):
        raise NotYourProducts
    if inactive := sorted(product_id for product_id in product_ids if own[product_id] != "active"):
        raise ProductNotActive(productIds=inactive)


ShownStatus = Literal["pending", "paid", "failed", "expired", "cancelled", "review", "refunded"]


def shown_status(status: str, *, has_failed: bool) -> ShownStatus:
    return "failed" if status == "pending" and has_failed else cast("ShownStatus", status)


def split_credit(amount: int, product_ids: Sequence[int]) -> dict[int, int]:
    """Split the amount evenly. The first products get the remainder, one sen each."""
    part, rest = divmod(amount, len(product_ids))
    return {one: part + (place < rest) for place, one in enumerate(product_ids)}


HOUR = timedelta(hours=1)
# The warning is sent this long before a boost ends. Shorter boosts get no warning.
WARNED_BEFORE = timedelta(days=1)


def extend_boost(now: datetime, until: datetime | None, hours: int) -> tuple[datetime, datetime]:
    """Returns the start and end of the new period, which follows a running boost."""
    begin = max(now, until) if until is not None else now
    return begin, begin + hours * HOUR


def unused_share(amount: int, starts_at: datetime, ends_at: datetime, now: datetime) -> int:
    """Refund for the remaining time, in whole sen. Never more than `amount`."""
    whole = ends_at - starts_at
    left = ends_at - max(starts_at, now)
    if whole <= timedelta() or left <= timedelta():
        return 0
    return amount * (left // timedelta(microseconds=1)) // (whole // timedelta(microseconds=1))


def duration_words(hours: int) -> str:
    if hours % 24 == 0:
        days = hours // 24
        return f"{days} day" if days == 1 else f"{days} days"
    return f"{hours} hour" if hours == 1 else f"{hours} hours"


def effective_price(price: int, item_count: int) -> Decimal:
    """Price per product, in sen (C4)."""
    return (Decimal(price) / item_count).quantize(Decimal("0.01"))


MALAYSIA = timezone(timedelta(hours=8))
WHOLE = 10_000


def receipt_year(at: datetime) -> int:
    """Calendar year in Malaysia."""
    return at.astimezone(MALAYSIA).year


def receipt_number(year: int, place: int) -> str:
    return f"WB-{year}-{place:06d}"


def tax_in(total: int, basis_points: int) -> int:
    """Tax included in the total, rounded to the nearest sen."""
    return (total * basis_points * 2 + WHOLE + basis_points) // (2 * (WHOLE + basis_points))
