"""What may be offered for a negotiable listing, by whom, how often and for how long."""

from datetime import datetime, timedelta
from typing import Literal, Protocol

from libs.kit.http.errors import DomainError
from libs.kit.money import ringgit


class NotNegotiable(DomainError):
    """The listing takes no offers."""

    status = 409
    code = "not_negotiable"
    message = "This listing takes no offers now."


class OfferNotBelowPrice(DomainError):
    """The offer is not below the asking price."""

    status = 422
    code = "offer_not_below_price"
    message = "Please offer less than the asking price."

    def __init__(self, price: int) -> None:
        super().__init__(price=ringgit(price))


class TooManyOffers(DomainError):
    """A buyer may make so many offers for a listing."""

    status = 409
    code = "too_many_offers"
    message = "You have made as many offers as this listing takes from one buyer."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class OfferOpenAlready(DomainError):
    """An offer between the two waits for an answer."""

    status = 409
    code = "offer_open"
    message = "An offer is open already. Answer it, or withdraw yours first."


class OfferNotOpen(DomainError):
    """The offer was answered, withdrawn or has expired."""

    status = 409
    code = "offer_not_open"
    message = "This offer is not open any more."

    def __init__(self, state: str) -> None:
        super().__init__(state=state)


class OfferedLately(DomainError):
    """The listing was offered to those who keep it some days ago."""

    status = 409
    code = "offered_lately"
    message = "You have offered this listing to those who keep it within the last 7 days."

    def __init__(self, again_at: datetime) -> None:
        super().__init__(againAt=again_at.isoformat())


class TooManyFavouriteOffers(DomainError):
    """A seller may offer so many listings a day to those who keep them."""

    status = 409
    code = "too_many_favourite_offers"
    message = "You have offered many listings to those who keep them today. Please try again tomorrow."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class OfferNotYours(DomainError):
    """One does not answer one's own offer, nor withdraw another's."""

    status = 403
    code = "not_your_turn"
    message = "Only the other person can answer this offer."


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


MOST_PEOPLE = 200


AGAIN_AFTER = timedelta(days=7)


DAY = timedelta(days=1)


# An offer that is over is deleted after this, and what a seller has sent after that.
OFFERS_KEPT, CAMPAIGNS_KEPT = timedelta(days=1), timedelta(days=90)


class Campaign(Protocol):
    """What a seller has offered to all who keep a listing, as the rules need it."""

    created_at: datetime
    withdrawn_at: datetime | None


class Received(Protocol):
    """An offer to one who keeps the listing, as the rules need it."""

    expires_at: datetime
    declined_at: datetime | None


def check_may_send_campaign(last: datetime | None, today: int, most: int, now: datetime) -> None:
    """Refuse to offer a listing again so soon, and more listings than a day may have."""
    if last is not None and now < last + AGAIN_AFTER:
        raise OfferedLately(last + AGAIN_AFTER)
    if today >= most:
        raise TooManyFavouriteOffers(most)


def campaign_stands(campaign: Campaign, now: datetime) -> bool:
    """Return whether it still is what the seller offers."""
    return campaign.withdrawn_at is None and now < campaign.created_at + STANDS_FOR


def check_campaign_stands(campaign: Campaign) -> None:
    """Refuse what its seller has taken back."""
    if campaign.withdrawn_at is not None:
        raise OfferNotOpen("withdrawn")


def is_received_open(received: Received, now: datetime) -> bool:
    """Return whether an offer may be accepted."""
    return received.declined_at is None and now < received.expires_at


def check_received_open(received: Received, now: datetime) -> None:
    """Refuse an offer that may not be accepted any more."""
    if not is_received_open(received, now):
        raise OfferNotOpen("declined" if received.declined_at else "expired")
