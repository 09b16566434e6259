from datetime import datetime
from typing import NamedTuple

from sqlalchemy import DateTime
from sqlmodel import Field

from services.auction.models import Table


class Bid(Table, table=True):
    """A bid; never changed, never deleted. `seq` counts 1, 2, 3 within its auction."""

    __tablename__ = "bids"

    auction_id: int = Field(primary_key=True, foreign_key="auctions.id")
    seq: int = Field(primary_key=True)
    id: int
    bidder_id: int
    bidder_name: str
    amount: int
    # The proxy bidder placed it, for a bidder with a maximum.
    is_auto: bool = False
    # Whose offer the proxy bidder answered.
    answers_id: int | None = None
    placed_at: datetime = Field(sa_type=DateTime(timezone=True))


class Maximum(Table, table=True):
    """The most that a bidder would pay, a row each time they said more; never shown to others."""

    __tablename__ = "maximums"

    auction_id: int = Field(primary_key=True)
    bidder_id: int = Field(primary_key=True)
    most: int = Field(primary_key=True)
    placed_at: datetime = Field(primary_key=True, sa_type=DateTime(timezone=True))


class Entry(NamedTuple):
    """A bid of the log, plain for the same reason."""

    auction_id: int
    seq: int
    id: int
    bidder_id: int
    bidder_name: str
    amount: int
    is_auto: bool
    answers_id: int | None
    placed_at: datetime


class VoidedBidder(Table, table=True):
    """All bids of a person up to `up_to_seq`, and those placed for others in answer to them, count no more
    since the auction's `version`. The bids themselves stay as they were."""

    __tablename__ = "voided_bidders"

    auction_id: int = Field(primary_key=True)
    bidder_id: int = Field(primary_key=True)
    version: int = Field(primary_key=True)
    up_to_seq: int
    bids: int
    reason: str
    voided_at: datetime = Field(sa_type=DateTime(timezone=True))
