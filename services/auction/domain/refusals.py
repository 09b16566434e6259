"""What auction refuses, each with its code and its numbers."""

from datetime import datetime

from libs.kit import money
from libs.kit.http.errors import DomainError


class OwnListing(DomainError):
    """Sellers do not bid on their own auctions."""

    status = 403
    code = "own_listing"
    message = "You are not allowed to bid on your own listings."


class ListingRemoved(DomainError):
    """The listing was taken away by staff or its seller; only the seller sees it."""

    status = 410
    code = "listing_removed"
    message = "This listing is no longer available"


class AuctionEnded(DomainError):
    """The end has come; only the database's clock counts."""

    code = "auction_ended"
    message = "This auction has ended"


class NoBidsToTakeBack(DomainError):
    """There are no bids of this person left to take back."""

    code = "no_bids_to_take_back"
    message = "This person has no bid that counts on this auction."


class AuctionsPaused(DomainError):
    """An operator lets no new auctions begin; those that run go on."""

    code = "auctions_paused"
    message = "New auctions are paused right now. Please sell at a fixed price, or try again later."


class AuctionHasBids(DomainError):
    """The terms are fixed after the first bid (U22)."""

    code = "auction_has_bids"
    message = "An auction with bids can no longer be changed"


class AuctionNotActive(DomainError):
    """The auction is cancelled, or not open."""

    code = "auction_not_active"
    message = "This auction is not open for bids."


class InvalidAmount(DomainError):
    """This is no amount of money."""

    status = 422
    code = "invalid_amount"
    message = "Please enter a valid number."


class MaximumNotRaised(DomainError):
    """The bidder leads already: only a higher maximum changes anything (U21)."""

    code = "maximum_not_raised"
    message = "You are the highest bidder. Only a higher maximum would change anything."


class BidTooLow(DomainError):
    """The bid is below the lowest that would be accepted now."""

    code = "bid_too_low"
    message = "Your bid is too low."

    def __init__(self, minimum: int) -> None:
        super().__init__(
            f"Your bid must be at least {money.format_ringgit(minimum)}.", minimum=money.ringgit(minimum)
        )
        self.minimum = minimum


class BiddingPaused(DomainError):
    """The bidder won twice and did not pay; bidding is paused, everything else is open."""

    status = 403
    code = "bidding_paused"
    message = "You cannot bid for now."

    def __init__(self, until: datetime) -> None:
        written = f"{until.day} {until:%B %Y, %H:%M} UTC"
        super().__init__(
            f"You cannot bid until {written}, because auctions you won were not paid.",
            until=until.isoformat(),
        )


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


class TooManyReserved(DomainError):
    """Five hundred auctions of one seller are reserved, and none of them is open yet."""

    code = "too_many_reserved"
    message = "Too many of your auctions are still opening. Please try again in an hour."
