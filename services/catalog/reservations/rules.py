from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from libs.kit.errors import DomainError


class TooManyReserved(DomainError):
    """The auction service counts reservations."""

    code = "too_many_reserved"
    message = "Too many of your auctions are still opening. Please try again in an hour."


class PriceChanged(DomainError):
    """The buyer was shown another asking price."""

    code = "price_changed"
    message = "The price has changed."

    def __init__(self, price: int) -> None:
        super().__init__(priceSen=price)


class NoneLeft(DomainError):
    code = "none_left"
    message = "No longer available"


def listing_at(
    listing: Mapping[str, Any], revisions: Sequence[tuple[datetime, Mapping[str, Any]]], at: datetime
) -> dict[str, Any]:
    """`revisions` are the times of the changes, newest first, with the values before each change."""
    earlier = dict(listing)
    for changed_at, before in revisions:
        if changed_at <= at:
            break
        earlier |= {name: value for name, value in before.items() if name in listing}
    return earlier
