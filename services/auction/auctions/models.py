from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import DateTime
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from libs.marketplace.people import PersonColumns
from services.auction.bidding.rules import AuctionState, Extension
from services.auction.models import Table


class Auction(Table, Numbered, table=True):
    """Amounts are in sen. Each published event increases `version`."""

    __tablename__ = "auctions"

    product_id: int | None = None
    seller_id: int
    starting_price: int
    reserve_price: int | None = None
    buy_now_price: int | None = None
    bid_increment: int
    start_counts: bool | None = None  # None uses the installation's default.
    current_bid: int | None = None
    current_bidder_id: int | None = None
    # The leader's maximum. Visible only to the leader.
    leader_most: int | None = None
    bid_count: int = 0
    # The number of bids ever placed. The next bid gets the next number.
    last_seq: int = 0
    starts_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    ends_at: datetime = Field(sa_type=DateTime(timezone=True))
    original_ends_at: datetime = Field(sa_type=DateTime(timezone=True))
    extension_window: int
    extension_seconds: int
    extension_cap: int
    status: str = "draft"
    outcome: str | None = None
    winner_id: int | None = None
    ended_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    # The price that the current buyer pays.
    final_price: int | None = None
    # Each event about the sale increases `sale_version`.
    sale_version: int = 0
    # When the seller took the listing back. After that, no second chance is offered.
    taken_back_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    # The previous auction of the same bottle (C25). The draft reserves the bottle until the draft opens or is
    # deleted.
    relisted_from: int | None = None
    version: int = 0
    created_at: datetime = Field(sa_type=DateTime(timezone=True))
    updated_at: datetime = Field(sa_type=DateTime(timezone=True))

    @property
    def known_product_id(self) -> int:
        """Call only for opened auctions."""
        assert self.product_id is not None
        return self.product_id

    @property
    def state(self) -> AuctionState:
        return auction_state(self)


class Person(Table, PersonColumns, table=True):
    __tablename__ = "people"


class ListingReplica(Table, table=True):
    """`card` is the event from catalog, as received."""

    __tablename__ = "listing_replicas"

    product_id: int = Field(primary_key=True)
    card: dict[str, Any] = Field(sa_type=JSONB)


@dataclass(slots=True)
class Board:
    """An auction while bids are decided. A plain class, because changing mapped rows would take longer than
    the decision."""

    # The transaction that last wrote the row.
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


def auction_state(auction: Auction | Board) -> AuctionState:
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
