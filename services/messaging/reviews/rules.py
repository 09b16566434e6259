from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from libs.kit.errors import DomainError
from services.messaging.deals.rules import REVIEW_WITHIN, ReviewClosed, StepRefused


class ReplyClosed(DomainError):
    status = 409
    code = "reply_closed"
    message = "You have already replied to this review."


class TooManyReviewPictures(DomainError):
    status = 429
    code = "too_many_pictures"
    message = "You have added many pictures today. Please submit your review, or try again tomorrow."


class PictureGone(DomainError):
    """The writer did not upload the picture, or the picture was deleted after a day."""

    status = 409
    code = "picture_gone"
    message = "A picture is no longer there. Please add it again."


MAX_PICTURES = 3


# More than a review can have, because writers may remove and replace pictures.
MAX_WAITING = 30


# The role of the reviewed person.
About = Literal["buyer", "seller"]


OTHER_SIDE: dict[str, About] = {"seller": "buyer", "buyer": "seller"}


@dataclass(frozen=True)
class Summary:
    average: float | None
    total: int
    # Number of reviews from five stars down to one. Half stars are rounded up.
    stars: list[int]


def summary(counts: Mapping[int, int]) -> Summary:
    total = sum(counts.values())
    stars = [0] * 5
    for tenths, reviews in counts.items():
        stars[5 - max(1, (tenths + 5) // 10)] += reviews
    tenths = sum(rating * reviews for rating, reviews in counts.items())
    return Summary(round(tenths / total / 10, 1) if total else None, total, stars)


def open_until(delivered_at: datetime) -> datetime:
    return delivered_at + REVIEW_WITHIN


def check_open(state: str, delivered_at: datetime | None, now: datetime) -> datetime:
    """Returns the end of the review period. Raises if the period is over or has not begun."""
    if delivered_at is None:
        raise StepRefused(state)
    until = open_until(delivered_at)
    if now >= until:
        raise ReviewClosed
    return until


def check_may_upload(waiting: int) -> None:
    if waiting >= MAX_WAITING:
        raise TooManyReviewPictures
