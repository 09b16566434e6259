from datetime import datetime

from sqlalchemy import BigInteger, DateTime, Identity
from sqlmodel import Field

from services.auction.models import Table


class Sale(Table, table=True):
    """A sale is open until `pay_by`. `number` counts from 1 in each auction."""

    __tablename__ = "sales"

    auction_id: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    buyer_id: int
    price: int
    won_at: datetime = Field(sa_type=DateTime(timezone=True))
    pay_by: datetime = Field(sa_type=DateTime(timezone=True))
    reminded_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    settled_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    # None while the sale is open. False if the buyer did not pay or the sale was cancelled.
    paid: bool | None = None
    cancelled_by: str | None = None
    # True if the bottle of a cancelled sale was sent and has not come back.
    left_seller: bool = False


class SecondChance(Table, table=True):
    """Each bidder of an auction gets at most one second chance."""

    __tablename__ = "second_chances"

    auction_id: int = Field(primary_key=True)
    bidder_id: int = Field(primary_key=True)
    price: int
    offered_at: datetime = Field(sa_type=DateTime(timezone=True))
    expires_at: datetime = Field(sa_type=DateTime(timezone=True))
    answer: str | None = None
    answered_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))


class Strike(Table, table=True):
    """`number` counts from 1 for each person."""

    __tablename__ = "strikes"

    user_id: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    auction_id: int
    given_at: datetime = Field(sa_type=DateTime(timezone=True))
    id: int | None = Field(default=None, sa_type=BigInteger, sa_column_kwargs={"server_default": Identity()})
    lifted_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    reviews: int = 0


class BiddingPause(Table, table=True):
    __tablename__ = "bidding_pauses"

    user_id: int = Field(primary_key=True)
    until: datetime = Field(sa_type=DateTime(timezone=True))
