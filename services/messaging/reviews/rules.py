"""Who may review whom until when, and what reviews add up to."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from libs.kit.http.errors import DomainError
from services.messaging.deals.rules import REVIEW_WITHIN, ReviewClosed, StepRefused


class ReplyClosed(DomainError):
    """A review is answered once."""

    status = 409
    code = "reply_closed"
    message = "You have already replied to this review."


class TooManyReviewPictures(DomainError):
    """So many pictures wait for one review."""

    status = 429
    code = "too_many_pictures"
    message = "You have added many pictures today. Please submit your review, or try again tomorrow."


class PictureGone(DomainError):
    """A picture of a review was never uploaded by its writer, or was deleted because it waited for a day."""

    status = 409
    code = "picture_gone"
    message = "A picture is no longer there. Please add it again."


MOST_PICTURES = 3


# Uploaded for one review by its writer, who may have removed some again; they go after a day.
MOST_WAITING = 30


# Whom a review is about: the buyer writes the one of the seller, the seller the one of the buyer.
About = Literal["buyer", "seller"]


OTHER_SIDE: dict[str, About] = {"seller": "buyer", "buyer": "seller"}


@dataclass(frozen=True)
class Summary:
    """What the public reviews of a person add up to."""

    average: float | None
    total: int
    # How many have five stars, four, and so on to one; half a star counts for the next one.
    stars: list[int]


def summary(counts: Mapping[int, int]) -> Summary:
    """Return what these reviews add up to, counted by their tenths of a star."""
    total = sum(counts.values())
    stars = [0] * 5
    for tenths, reviews in counts.items():
        stars[5 - max(1, (tenths + 5) // 10)] += reviews
    tenths = sum(rating * reviews for rating, reviews in counts.items())
    return Summary(round(tenths / total / 10, 1) if total else None, total, stars)


def open_until(delivered_at: datetime) -> datetime:
    """Return when the time for reviews of a delivered deal is over, and they become public."""
    return delivered_at + REVIEW_WITHIN


def check_open(state: str, delivered_at: datetime | None, now: datetime) -> datetime:
    """Return until when a deal may be reviewed; refuse one that did not arrive or whose time is over."""
    if delivered_at is None:
        raise StepRefused(state)
    until = open_until(delivered_at)
    if now >= until:
        raise ReviewClosed
    return until


def check_may_upload(waiting: int) -> None:
    """Refuse one more picture than may wait for a review."""
    if waiting >= MOST_WAITING:
        raise TooManyReviewPictures
