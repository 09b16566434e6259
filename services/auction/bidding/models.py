from datetime import datetime
from typing import NamedTuple

from sqlalchemy import DateTime
from sqlmodel import Field

from services.auction.models import Table


class Bid(Table, table=True):
    """A bid in the log. Rows are never changed or deleted. `seq` counts from 1 in each auction."""

    __tablename__ = "bids"

    auction_id: int = Field(primary_key=True, foreign_key="auctions.id")
    seq: int = Field(primary_key=True)
    id: int
    bidder_id: int
    bidder_name: str
    amount: int
    # True if the proxy bidder placed the bid.
    is_auto: bool = False
    # The bidder whose offer the proxy bidder responded to.
    answers_id: int | None = None
    placed_at: datetime = Field(sa_type=DateTime(timezone=True))


class Maximum(Table, table=True):
    """A bidder's maximum. One row for each time the bidder raised it. Never shown to others."""

    __tablename__ = "maximums"

    auction_id: int = Field(primary_key=True)
    bidder_id: int = Field(primary_key=True)
    most: int = Field(primary_key=True)
    placed_at: datetime = Field(primary_key=True, sa_type=DateTime(timezone=True))


class Entry(NamedTuple):
    """A new bid. A plain tuple, because creating a mapped row would take longer than the decision."""

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
    """Voids a person's bids up to `up_to_seq`, and the proxy bids that responded to them. Applies to the
    auction from `version` on."""

    __tablename__ = "voided_bidders"

    auction_id: int = Field(primary_key=True)
    bidder_id: int = Field(primary_key=True)
    version: int = Field(primary_key=True)
    up_to_seq: int
    bids: int
    reason: str
    voided_at: datetime = Field(sa_type=DateTime(timezone=True))
