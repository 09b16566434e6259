"""What a seller may offer to all who keep a listing as favourite: how often, to how many, for how long."""

from datetime import datetime, timedelta
from typing import Protocol

from services.messaging.domain.offers import STANDS_FOR
from services.messaging.domain.refusals import OfferedLately, OfferNotOpen, TooManyFavouriteOffers

MOST_PEOPLE = 200
AGAIN_AFTER = timedelta(days=7)
A_DAY = timedelta(days=1)
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


def check_may_send(last: datetime | None, today: int, most: int, now: datetime) -> None:
    """Refuse to offer a listing again so soon, and more listings than a day may have."""
    if last is not None and now < last + AGAIN_AFTER:
        raise OfferedLately(last + AGAIN_AFTER)
    if today >= most:
        raise TooManyFavouriteOffers(most)


def stands(campaign: Campaign, now: datetime) -> bool:
    """Return whether it still is what the seller offers."""
    return campaign.withdrawn_at is None and now < campaign.created_at + STANDS_FOR


def check_stands(campaign: Campaign) -> None:
    """Refuse what its seller has taken back."""
    if campaign.withdrawn_at is not None:
        raise OfferNotOpen("withdrawn")


def is_open(received: Received, now: datetime) -> bool:
    """Return whether an offer may be accepted."""
    return received.declined_at is None and now < received.expires_at


def check_open(received: Received, now: datetime) -> None:
    """Refuse an offer that may not be accepted any more."""
    if not is_open(received, now):
        raise OfferNotOpen("declined" if received.declined_at else "expired")
