from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import DateTime
from sqlmodel import Field

from services.auction.auctions.models import Auction
from services.auction.domain.bids import AuctionState, Extension
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


@dataclass(slots=True)
class Board:
    """An auction while bids are decided; a mapped row takes longer for each change than the decision."""

    # Which transaction wrote it: while that is the same, the auction is as it was seen.
    xmin: int
    id: int
    product_id: int
    seller_id: int
    starting_price: int
    reserve_price: int | None
    buy_now_price: int | None
    bid_increment: int
    start_counts: bool | None
    current_bid: int | None
    current_bidder_id: int | None
    leader_most: int | None
    bid_count: int
    last_seq: int
    starts_at: datetime | None
    ends_at: datetime
    original_ends_at: datetime
    extension_window: int
    extension_seconds: int
    extension_cap: int
    status: str
    outcome: str | None
    winner_id: int | None
    ended_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime


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


def auction_state(auction: Auction | Board) -> AuctionState:
    """Return the parts of an auction that the rules need."""
    end, cap = auction.original_ends_at, auction.extension_cap
    extension = Extension.of_seconds(auction.extension_window, auction.extension_seconds, cap, end)
    return AuctionState(
        seller_id=auction.seller_id,
        status=auction.status,
        starting_price=auction.starting_price,
        bid_increment=auction.bid_increment,
        reserve_price=auction.reserve_price,
        ends_at=auction.ends_at,
        extension=extension,
        start_counts=auction.start_counts,
        current_bid=auction.current_bid,
        leader_id=auction.current_bidder_id,
        leader_most=auction.leader_most,
    )


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
