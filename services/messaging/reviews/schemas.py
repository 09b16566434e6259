"""Reviews over HTTP."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from libs.kit.http.schemas import Id, In, Out
from services.messaging.conversations.schemas import PersonOut, ProductOut
from services.messaging.reviews.rules import MOST_PICTURES

Stars = Annotated[float, Field(ge=0, le=5, multiple_of=0.5)]


Token = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]


Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1_000)]


def _once_each(tokens: list[str]) -> list[str]:
    if len(set(tokens)) != len(tokens):
        raise ValueError("Please add each picture once.")
    return tokens


class RatingIn(In):
    """Stars in halves, and words, for the other person of a purchase."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"rating": 5, "comment": "Paid at once."}}
    }

    rating: Stars
    comment: Words = ""
    # The tokens of pictures that were uploaded for this review, in order.
    pictures: Annotated[list[Token], Field(max_length=MOST_PICTURES), AfterValidator(_once_each)] = []

    @property
    def tenths(self) -> int:
        """Return the stars in whole tenths."""
        return round(self.rating * 10)


class ReviewIn(RatingIn):
    """The review of a card. Listing and seller are those of the card, whatever a client names."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"rating": 4.5, "comment": "As described."}}
    }

    product_id: Id | None = None
    seller_id: Id | None = None


class ReplyIn(In):
    """What a seller answers to a review."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"text": "Thank you, enjoy it."}}}

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000)]


class ReplyOut(Out):
    """What the seller answered."""

    text: str
    created_at: datetime


class ReviewPictureOut(Out):
    """A picture of a review: small, and whole with its measures."""

    token: str
    image_url: str
    thumbnail_url: str
    width: int
    height: int


class ReviewOut(Out):
    """A review."""

    id: int
    rating: float
    comment: str
    created_at: datetime
    # Who wrote it.
    user: PersonOut
    # The same person, or null where they have left.
    reviewer: PersonOut | None
    product: ProductOut | None
    reply: ReplyOut | None
    # Until then only its writer sees it.
    is_public: bool
    pictures: list[ReviewPictureOut]


class ReviewsOut(Out):
    """The public reviews of a person, the newest first; average, total and stars are of all."""

    average_rating: float | None
    reviews: list[ReviewOut]
    total: int
    # How many have five stars, four, and so on to one.
    stars: list[int]


class DealReviewsOut(Out):
    """Both reviews of a purchase, as one of its two people may see them."""

    yours: ReviewOut | None
    # Hidden until both are written or the time is over.
    theirs: ReviewOut | None
    # Whether the other person's waits to be shown.
    is_theirs_hidden: bool
    may_write: bool
    # When the time is over; null before the delivery.
    until: datetime | None
