"""What catalog answers other services."""

from libs.kit.http.errors import DomainError


class NoListing(DomainError):
    """No listing stands behind this auction, and that is sure: unlike a 404 of a wrong address or a wrong secret."""

    status = 404
    code = "no_listing"
    message = "No listing stands behind this auction."
