from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from libs.kit.http.schemas import Id, In, Out
from services.messaging.conversations.schemas import PersonOut, ProductOut
from services.messaging.reviews.rules import MAX_PICTURES

Stars = Annotated[float, Field(ge=0, le=5, multiple_of=0.5)]


Token = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]


Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1_000)]


def _once_each(tokens: list[str]) -> list[str]:
    if len(set(tokens)) != len(tokens):
        raise ValueError("Please add each picture once.")
    return tokens


class RatingIn(In):
    """A review of the other person of a purchase. Half stars are possible."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"rating": 5, "comment": "Paid at once."}}
    }

    rating: Stars
    comment: Words = ""
    # In display order.
    pictures: Annotated[list[Token], Field(max_length=MAX_PICTURES), AfterValidator(_once_each)] = []

    @property
    def tenths(self) -> int:
        return round(self.rating * 10)


class ReviewIn(RatingIn):
    """`productId` and `sellerId` are ignored. The card determines listing and seller."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"rating": 4.5, "comment": "As described."}}
    }

    product_id: Id | None = None
    seller_id: Id | None = None


class ReplyIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"text": "Thank you, enjoy it."}}}

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000)]


class ReplyOut(Out):
    text: str
    created_at: datetime


class ReviewPictureOut(Out):
    token: str
    image_url: str
    thumbnail_url: str
    width: int
    height: int


class ReviewOut(Out):
    id: int
    rating: float
    comment: str
    created_at: datetime
    user: PersonOut
    # Null if the reviewer is a former member.
    reviewer: PersonOut | None
    product: ProductOut | None
    reply: ReplyOut | None
    # If false, only the writer can see the review.
    is_public: bool
    pictures: list[ReviewPictureOut]


class ReviewsOut(Out):
    """A person's public reviews, newest first. Average, total and stars cover all public reviews."""

    average_rating: float | None
    reviews: list[ReviewOut]
    total: int
    # Number of reviews from five stars down to one.
    stars: list[int]


class DealReviewsOut(Out):
    """Both reviews of a purchase, from the reader's point of view."""

    yours: ReviewOut | None
    # Hidden until both reviews are written or the review period ends.
    theirs: ReviewOut | None
    # True if the other person's review is written but still hidden.
    is_theirs_hidden: bool
    may_write: bool
    # End of the review period. Null before the delivery.
    until: datetime | None
