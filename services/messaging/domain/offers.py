"""What may be offered for a negotiable listing, by whom, how often and for how long."""

from datetime import datetime, timedelta
from typing import Literal, Protocol

from services.messaging.domain.refusals import (
    NotNegotiable,
    OfferNotBelowPrice,
    OfferNotOpen,
    OfferNotYours,
    TooManyOffers,
)

STANDS_FOR = timedelta(hours=48)

OfferState = Literal["open", "countered", "accepted", "declined", "withdrawn", "expired"]
Side = Literal["buyer", "seller"]
Reply = Literal["accept", "decline", "withdraw", "counter"]


class Listing(Protocol):
    """A listing as the rules need it."""

    price: int
    status: str
    listing_type: str


class Offered(Protocol):
    """An offer as the rules need it."""

    by: str
    state: str
    expires_at: datetime


def takes_offers(listing: Listing) -> bool:
    """Return whether a listing is for sale at a price to be agreed."""
    return listing.status == "active" and listing.listing_type == "negotiable"


def check_negotiable(listing: Listing) -> None:
    """Refuse an offer for what is not for sale at a price to be agreed."""
    if not takes_offers(listing):
        raise NotNegotiable


def check_amount(amount: int, listing: Listing) -> None:
    """Refuse what is not below the asking price: for that the listing can be bought."""
    if amount >= listing.price:
        raise OfferNotBelowPrice(listing.price)


def check_tries(made: int, most: int) -> None:
    """Refuse one more offer of a buyer than a listing may have from them."""
    if made >= most:
        raise TooManyOffers(most)


def is_open(offer: Offered, now: datetime) -> bool:
    """Return whether an offer may still be answered."""
    return offer.state == "open" and now < offer.expires_at


def check_reply(offer: Offered, reply: Reply, side: Side, now: datetime) -> None:
    """Refuse an answer to an offer that is over, or by the one whose turn it is not."""
    if not is_open(offer, now):
        raise OfferNotOpen(offer.state if offer.state != "open" else "expired")
    is_own = offer.by == side
    if is_own != (reply == "withdraw"):
        raise OfferNotYours


def is_too_low(amount: int, floor: int | None, price: int) -> bool:
    """Return whether a seller takes so little not at all.

    A floor that is not below the price, because the price was lowered after it, would decline every offer."""
    return floor is not None and amount < floor < price
