from datetime import datetime

from libs.kit.http.errors import DomainError


class NothingToSettle(DomainError):
    """The auction has no winner, or is not over."""

    code = "nothing_to_settle"
    message = "Nobody has won this auction."


class AlreadySettled(DomainError):
    """A seller's word about a payment cannot be changed."""

    code = "already_settled"
    message = "You have already said how this sale went."


class PaymentWindowOpen(DomainError):
    """The winner still has time to pay."""

    code = "payment_window_open"
    message = "The winner still has time to pay."

    def __init__(self, pay_by: datetime) -> None:
        super().__init__(payBy=pay_by.isoformat())


class NoSecondChance(DomainError):
    """The lot is sold or taken back, or every bidder who may be asked was asked."""

    code = "no_second_chance"
    message = "There is no second chance to offer here."


class SecondChanceOpen(DomainError):
    """A second chance is open: until it is answered the lot is neither listed anew nor taken away."""

    code = "second_chance_open"
    message = "A second chance offer is still open."


class OfferOver(DomainError):
    """The offer was answered otherwise before, or is too old."""

    code = "offer_over"
    message = "This offer is over."


class BuyNowClosed(DomainError):
    """The bids have passed the Buy Now price, or there never was one (C21)."""

    code = "buy_now_closed"
    message = "Buy Now is no longer available for this auction."


class PriceDiffers(DomainError):
    """The agreed price is not the Buy Now price."""

    code = "price_differs"
    message = "The price is not the Buy Now price of this auction."
