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
