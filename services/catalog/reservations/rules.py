"""Why a bottle cannot be reserved."""

from libs.kit.http.errors import DomainError


class TooManyReserved(DomainError):
    """Too many auctions of one seller are reserved at once; the auction service counts them."""

    code = "too_many_reserved"
    message = "Too many of your auctions are still opening. Please try again in an hour."


class NoneLeft(DomainError):
    """Another buyer was faster, or it is not for sale any more."""

    code = "none_left"
    message = "No longer available"
