"""What auction refuses, each with its code and its numbers."""

from libs.kit import money
from libs.kit.errors import DomainError


class OwnListing(DomainError):
    """Sellers do not bid on what they sell."""

    status = 403
    code = "own_listing"
    message = "You are not allowed to bid on your own listings."


class ListingRemoved(DomainError):
    """What was sold here was taken away by staff or its seller: its words and pictures are shown to nobody else."""

    status = 410
    code = "listing_removed"
    message = "This listing is no longer available"


class AuctionEnded(DomainError):
    """The end has come; only the database's clock counts."""

    code = "auction_ended"
    message = "This auction has ended"


class AuctionHasBids(DomainError):
    """Whoever has bid has seen the terms: they stay (U22)."""

    code = "auction_has_bids"
    message = "An auction with bids can no longer be changed"


class AuctionNotActive(DomainError):
    """Cancelled, or not open."""

    code = "auction_not_active"
    message = "This auction is not open for bids."


class InvalidAmount(DomainError):
    """Not an amount of money."""

    status = 422
    code = "invalid_amount"
    message = "Please enter a valid number."


class MaximumNotRaised(DomainError):
    """Whoever leads bids against nobody: only a higher maximum changes anything (U21)."""

    code = "maximum_not_raised"
    message = "You are the highest bidder. Only a higher maximum would change anything."


class BidTooLow(DomainError):
    """Below the lowest bid that would be accepted now."""

    code = "bid_too_low"
    message = "Your bid is too low."

    def __init__(self, minimum: int) -> None:
        super().__init__(f"Your bid must be at least {money.written(minimum)}.", minimum=money.ringgit(minimum))
        self.minimum = minimum
