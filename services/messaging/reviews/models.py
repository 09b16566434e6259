from datetime import datetime

from sqlalchemy import BigInteger
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.messaging.models import MOMENT, Table


class Review(Table, Numbered, table=True):
    """Hidden until it is revealed."""

    __tablename__ = "reviews"

    deal_id: int = Field(foreign_key="deals.id")
    product_id: int
    seller_id: int
    buyer_id: int
    about: str = "seller"  # The person reviewed.
    rating_tenths: int
    comment: str = ""
    created_at: datetime = Field(sa_type=MOMENT)
    reply: str = ""  # the reply of the person reviewed
    replied_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # The latest time it becomes public, and when it did.
    reveal_at: datetime = Field(sa_type=MOMENT)
    revealed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # When staff hid it.
    hidden_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # The cases that keep it hidden. 0 is a case from before migration 0028.
    hidden_by: list[int] = Field(default_factory=list, sa_type=ARRAY(BigInteger))

    @property
    def is_public(self) -> bool:
        return self.revealed_at is not None and self.hidden_at is None


class ReviewPicture(Table, Numbered, table=True):
    """Without a review id it waits for the review."""

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
    """Public reviews of a person by role and rating, in tenths of a star."""

    __tablename__ = "ratings"

    user_id: int = Field(primary_key=True)
    about: str = Field(primary_key=True)
    rating_tenths: int = Field(primary_key=True)
    reviews: int
