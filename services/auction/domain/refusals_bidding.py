from datetime import datetime

from libs.kit import money
from libs.kit.http.errors import DomainError


class OwnListing(DomainError):
    """Sellers do not bid on their own auctions."""

    status = 403
    code = "own_listing"
    message = "You are not allowed to bid on your own listings."


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
