from libs.kit.errors import DomainError


class TooManyReserved(DomainError):
    """The auction service counts reservations."""

    code = "too_many_reserved"
    message = "Too many of your auctions are still opening. Please try again in an hour."


class NoneLeft(DomainError):
    code = "none_left"
    message = "No longer available"
