"""Why boost refuses."""

from libs.kit.http.errors import DomainError, Unavailable
from libs.kit.http.parties import OwnMatter


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


class NothingToAsk(DomainError):
    """An order without a bill, or a bill that the provider never made."""

    code = "nothing_to_ask"
    message = "The payment provider has no bill of this order."


class PayoutNotDue(DomainError):
    """A payout that has ended, or whose account is too new."""

    code = "payout_not_due"
    message = "This payout has ended, or waits because its account is new."


class PayoutNotFailed(DomainError):
    """Only what is in the wallet again can be sent anew."""

    code = "payout_not_failed"
    message = "Only a payout that has failed can be sent again."


class PayoutNotWaiting(DomainError):
    """What was sent, or has ended, cannot be called back."""

    code = "payout_not_waiting"
    message = "This payout is already on its way, or has ended."


class PayoutNotUnclear(DomainError):
    """The provider tells how this one ends, or has not been asked yet."""

    code = "payout_not_unclear"
    message = "Only a payout that the provider leaves open can be ended by hand."


class NothingToCredit(DomainError):
    """Nothing came of this payment that waits, or it fits."""

    code = "nothing_to_credit"
    message = "The payment provider has received no money of this payment that waits."


class PackageChanged(DomainError):
    code = "package_changed"
    message = "This package was changed meanwhile. Load it again."


class PaymentsUnavailable(Unavailable):
    """The payment provider cannot be reached, asks us to wait, or there is none."""

    message = "Payments are not available right now. Please try again later."


class PaymentsPaused(DomainError):
    code = "payments_paused"
    message = "Payments are paused right now. Your order waits; please try again later."


class PaymentWayOff(DomainError):
    code = "payment_way_off"
    message = "This way to pay is turned off right now. Choose another one, or try again later."


class AskedEnough(PaymentsUnavailable):
    """The provider was asked so often in the last minutes that this has to wait."""

    def __init__(self, share: str) -> None:
        super().__init__()
        self.share = share


class PayoutOnHold(DomainError):
    code = "payout_on_hold"
    message = "Moderators have not decided about these two people yet. Until then no one is paid."


class HolderNameMismatch(DomainError):
    status = 422
    code = "holder_name_mismatch"
    message = "The account must be in your own name, as in your profile."


class NoPayoutAccount(DomainError):
    code = "no_payout_account"
    message = "Add a bank account first."


class NotEnoughBalance(DomainError):
    code = "not_enough_balance"
    message = "There is not so much in your wallet."

    def __init__(self, balance: int) -> None:
        super().__init__(balance=balance)


class TooManyPayouts(DomainError):
    status = 429
    code = "too_many_payouts"
    message = "Several payouts are under way. Please wait until one has ended."


class OwnMoney(OwnMatter):
    code = "own_money"
    message = "This is about your own money: another member of staff has to decide it."
