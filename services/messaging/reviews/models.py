"""Reviews, and what a seller is verified by."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.messaging.models import MOMENT, Table


class Review(Table, Numbered, table=True):
    """What one of the two says of the other after a deal, hidden until it is revealed."""

    __tablename__ = "reviews"

    deal_id: int = Field(foreign_key="deals.id")
    product_id: int
    seller_id: int
    buyer_id: int
    about: str = "seller"  # the other one of the two wrote it
    rating_tenths: int
    comment: str = ""
    created_at: datetime = Field(sa_type=MOMENT)
    reply: str = ""  # the seller's answer
    replied_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # When it becomes public at the latest, and when it did.
    reveal_at: datetime = Field(sa_type=MOMENT)
    revealed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # Staff has taken it out of sight.
    hidden_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # The cases whose decision to hide it stands; 0 is one from before migration 0028, of which the number is
    # not known.
    hidden_by: list[int] = Field(default_factory=list, sa_type=ARRAY(BigInteger))

    @property
    def is_public(self) -> bool:
        """Return whether everybody may read it."""
        return self.revealed_at is not None and self.hidden_at is None


class ReviewPicture(Table, Numbered, table=True):
    """A picture that the writer of a review has uploaded; without a review it waits for one."""

    __tablename__ = "review_pictures"

    token: str
    owner_id: int
    deal_id: int = Field(foreign_key="deals.id")
    review_id: int | None = Field(default=None, foreign_key="reviews.id")
    place: int | None = None  # among the pictures of its review
    width: int
    height: int
    created_at: datetime = Field(sa_type=MOMENT)


class Rating(Table, table=True):
    """How many public reviews of a person, as seller or as buyer, have so many tenths of a star."""

    __tablename__ = "ratings"

    user_id: int = Field(primary_key=True)
    about: str = Field(primary_key=True)
    rating_tenths: int = Field(primary_key=True)
    reviews: int
