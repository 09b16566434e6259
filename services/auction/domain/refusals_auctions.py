from libs.kit.http.errors import DomainError


class ListingRemoved(DomainError):
    """The listing was taken away by staff or its seller; only the seller sees it."""

    status = 410
    code = "listing_removed"
    message = "This listing is no longer available"


class AuctionHasBids(DomainError):
    """The terms are fixed after the first bid (U22)."""

    code = "auction_has_bids"
    message = "An auction with bids can no longer be changed"


class TooManyReserved(DomainError):
    """Five hundred auctions of one seller are reserved, and none of them is open yet."""

    code = "too_many_reserved"
    message = "Too many of your auctions are still opening. Please try again in an hour."
