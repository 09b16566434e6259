from datetime import datetime

from sqlalchemy import BigInteger
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.messaging.models import MOMENT, Table


class Review(Table, Numbered, table=True):
    __tablename__ = "reviews"

    deal_id: int = Field(foreign_key="deals.id")
    product_id: int
    seller_id: int
    buyer_id: int
    about: str = "seller"  # The role of the reviewed person.
    rating_tenths: int
    comment: str = ""
    created_at: datetime = Field(sa_type=MOMENT)
    reply: str = ""  # Written by the seller.
    replied_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # The latest time at which the review becomes public, and the actual time.
    reveal_at: datetime = Field(sa_type=MOMENT)
    revealed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # When staff hid the review.
    hidden_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # The cases that hide the review. 0 is a case from before migration 0028.
    hidden_by: list[int] = Field(default_factory=list, sa_type=ARRAY(BigInteger))

    @property
    def is_public(self) -> bool:
        return self.revealed_at is not None and self.hidden_at is None


class ReviewPicture(Table, Numbered, table=True):
    """`review_id` is None until a review uses the picture."""

    __tablename__ = "review_pictures"

    token: str
    owner_id: int
    deal_id: int = Field(foreign_key="deals.id")
    review_id: int | None = Field(default=None, foreign_key="reviews.id")
    place: int | None = None
    width: int
    height: int
    created_at: datetime = Field(sa_type=MOMENT)


class Rating(Table, table=True):
    """Number of public reviews of a person, by role and rating in tenths of a star."""

    __tablename__ = "ratings"

    user_id: int = Field(primary_key=True)
    about: str = Field(primary_key=True)
    rating_tenths: int = Field(primary_key=True)
    reviews: int
