"""The rules of keeping an eye on something."""

from libs.kit.errors import DomainError

MOST_FAVOURITES = 1_000
MOST_TOLD = 1_000


class OwnListing(DomainError):
    """What one sells oneself needs no watching."""

    status = 409
    code = "own_product"
    message = "This is your own listing"


class TooManyFavourites(DomainError):
    """A thousand are kept for one person."""

    status = 409
    code = "too_many_favourites"
    message = "You have 1,000 favorites. Please remove some first."
