from libs.kit.http.errors import DomainError, Unavailable


class NothingToAsk(DomainError):
    """An order without a bill, or a bill that the provider never made."""

    code = "nothing_to_ask"
    message = "The payment provider has no bill of this order."


class NothingToCredit(DomainError):
    """Nothing came of this payment that waits, or it fits."""

    code = "nothing_to_credit"
    message = "The payment provider has received no money of this payment that waits."


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
