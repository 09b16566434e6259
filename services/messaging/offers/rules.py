from datetime import datetime, timedelta
from typing import Literal, Protocol

from libs.kit.errors import DomainError
from libs.kit.money import ringgit
from services.messaging.deals.rules import AGREED_FOR


class NotNegotiable(DomainError):
    status = 409
    code = "not_negotiable"
    message = "This listing takes no offers now."


class OfferNotBelowPrice(DomainError):
    status = 422
    code = "offer_not_below_price"
    message = "Please offer less than the asking price."

    def __init__(self, price: int) -> None:
        super().__init__(price=ringgit(price))


class TooManyOffers(DomainError):
    status = 409
    code = "too_many_offers"
    message = "You have made as many offers as this listing takes from one buyer."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class OfferOpenAlready(DomainError):
    status = 409
    code = "offer_open"
    message = "An offer is open already. Answer it, or withdraw yours first."


class OfferNotOpen(DomainError):
    status = 409
    code = "offer_not_open"
    message = "This offer is not open any more."

    def __init__(self, state: str) -> None:
        super().__init__(state=state)


class OfferedLately(DomainError):
    status = 409
    code = "offered_lately"
    message = "You have offered this listing to those who keep it within the last 7 days."

    def __init__(self, again_at: datetime) -> None:
        super().__init__(againAt=again_at.isoformat())


class TooManyFavouriteOffers(DomainError):
    status = 409
    code = "too_many_favourite_offers"
    message = "You have offered many listings to those who keep them today. Please try again tomorrow."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class OfferNotYours(DomainError):
    status = 403
    code = "not_your_turn"
    message = "Only the other person can answer this offer."


STANDS_FOR = timedelta(hours=48)


OfferState = Literal["open", "countered", "accepted", "declined", "withdrawn", "expired"]


Side = Literal["buyer", "seller"]


Reply = Literal["accept", "decline", "withdraw", "counter"]


class Listing(Protocol):
    price: int
    status: str
    listing_type: str


class Offered(Protocol):
    by: str
    state: str
    expires_at: datetime


class Accepted(Protocol):
    amount: int
    state: str
    answered_at: datetime | None


class Agreed(Protocol):
    amount: int
    state: str


def takes_offers(listing: Listing) -> bool:
    return listing.status == "active" and listing.listing_type == "negotiable"


def check_negotiable(listing: Listing) -> None:
    if not takes_offers(listing):
        raise NotNegotiable


def check_amount(amount: int, listing: Listing) -> None:
    if amount >= listing.price:
        raise OfferNotBelowPrice(listing.price)


def check_tries(made: int, most: int) -> None:
    if made >= most:
        raise TooManyOffers(most)


def is_open(offer: Offered, now: datetime) -> bool:
    return offer.state == "open" and now < offer.expires_at


def check_reply(offer: Offered, reply: Reply, side: Side, now: datetime) -> None:
    if not is_open(offer, now):
        raise OfferNotOpen(offer.state if offer.state != "open" else "expired")
    is_own = offer.by == side
    if is_own != (reply == "withdraw"):
        raise OfferNotYours


def check_still_agreed(offer: Accepted, deal: Agreed, now: datetime) -> None:
    """An accepted offer binds nobody once its price has lapsed without a purchase."""
    is_purchased = deal.state not in ("offered", "unavailable")
    is_lapsed = offer.answered_at is None or now >= offer.answered_at + AGREED_FOR
    if deal.amount != offer.amount or (is_lapsed and not is_purchased):
        raise OfferNotOpen(offer.state)


def is_too_low(amount: int, floor: int | None, price: int) -> bool:
    """A floor that is not below the price is ignored, because it would decline every offer."""
    return floor is not None and amount < floor < price


MAX_PEOPLE = 200


AGAIN_AFTER = timedelta(days=7)


DAY = timedelta(days=1)


OFFERS_KEPT, CAMPAIGNS_KEPT = timedelta(days=1), timedelta(days=90)


class Campaign(Protocol):
    created_at: datetime
    withdrawn_at: datetime | None


class Received(Protocol):
    expires_at: datetime
    declined_at: datetime | None


def check_may_send_campaign(last: datetime | None, today: int, most: int, now: datetime) -> None:
    if last is not None and now < last + AGAIN_AFTER:
        raise OfferedLately(last + AGAIN_AFTER)
    if today >= most:
        raise TooManyFavouriteOffers(most)


def campaign_stands(campaign: Campaign, now: datetime) -> bool:
    return campaign.withdrawn_at is None and now < campaign.created_at + STANDS_FOR


def check_campaign_stands(campaign: Campaign) -> None:
    if campaign.withdrawn_at is not None:
        raise OfferNotOpen("withdrawn")


def is_received_open(received: Received, now: datetime) -> bool:
    return received.declined_at is None and now < received.expires_at


def check_received_open(received: Received, now: datetime) -> None:
    if not is_received_open(received, now):
        raise OfferNotOpen("declined" if received.declined_at else "expired")
