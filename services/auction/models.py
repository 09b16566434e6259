"""The tables of auction: auctions, bids and secret maximums, which bids count no more, and what is sold."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, DateTime, Identity
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from libs.kit.db.database import metadata_of
from libs.kit.db.people import PersonColumns
from libs.kit.db.rows import Numbered
from services.auction.domain.bids import AuctionState, Extension

METADATA = metadata_of("auction")


class Table(SQLModel):
    """Everything in the schema `auction`."""

    metadata = METADATA


class Auction(Table, Numbered, table=True):
    """An auction; money in sen, `version` rises by one with each fact told about it."""

    __tablename__ = "auctions"

    product_id: int | None = None
    seller_id: int
    starting_price: int
    reserve_price: int | None = None
    buy_now_price: int | None = None
    bid_increment: int
    start_counts: bool | None = None  # None: as the installation is set
    current_bid: int | None = None
    current_bidder_id: int | None = None
    # The most the leader would pay; only the leader sees it.
    leader_most: int | None = None
    bid_count: int = 0
    # How many bids there ever were; the next one is one more.
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
    # The price that its present buyer pays.
    final_price: int | None = None
    # Rises by one with each fact about what becomes of the lot after its end.
    sale_version: int = 0
    # When its seller took it back after the end: from then on there are no second chances.
    taken_back_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    # The auction that this bottle was in before (C25); such a draft holds the bottle until it opens or goes.
    relisted_from: int | None = None
    version: int = 0
    created_at: datetime = Field(sa_type=DateTime(timezone=True))
    updated_at: datetime = Field(sa_type=DateTime(timezone=True))

    @property
    def known_product_id(self) -> int:
        """Return the product of an auction that has opened."""
        assert self.product_id is not None
        return self.product_id

    @property
    def state(self) -> AuctionState:
        """Return the parts of the auction that the rules need."""
        return auction_state(self)


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


class Departure(Table, table=True):
    """A ban or an erasure whose auctions are ended in pieces; deleted when the last piece is done."""

    __tablename__ = "departures"

    user_id: int = Field(primary_key=True)
    since: datetime = Field(primary_key=True, sa_type=DateTime(timezone=True))
    reason: str
    stage: str = "trading"
    after_id: int = 0
    after_seq: int = 0
    decided_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))  # of a ban


class Sale(Table, table=True):
    """A buyer may buy the lot at a price until a moment; `number` counts 1, 2 within its auction."""

    __tablename__ = "sales"

    auction_id: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    buyer_id: int
    price: int
    won_at: datetime = Field(sa_type=DateTime(timezone=True))
    pay_by: datetime = Field(sa_type=DateTime(timezone=True))
    reminded_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    settled_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    # What the seller said; it is not verified. A sale that was called off is not paid either.
    paid: bool | None = None
    cancelled_by: str | None = None


class SecondChance(Table, table=True):
    """An offer of the lot to a bidder, at most one for each of them."""

    __tablename__ = "second_chances"

    auction_id: int = Field(primary_key=True)
    bidder_id: int = Field(primary_key=True)
    price: int
    offered_at: datetime = Field(sa_type=DateTime(timezone=True))
    expires_at: datetime = Field(sa_type=DateTime(timezone=True))
    answer: str | None = None
    answered_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))


class Strike(Table, table=True):
    """A winner did not pay; `number` counts 1, 2 for that person."""

    __tablename__ = "strikes"

    user_id: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    auction_id: int
    given_at: datetime = Field(sa_type=DateTime(timezone=True))
    id: int | None = Field(default=None, sa_type=BigInteger, sa_column_kwargs={"server_default": Identity()})
    lifted_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    reviews: int = 0


class BiddingPause(Table, table=True):
    """Until when a person may not bid."""

    __tablename__ = "bidding_pauses"

    user_id: int = Field(primary_key=True)
    until: datetime = Field(sa_type=DateTime(timezone=True))


class Person(Table, PersonColumns, table=True):
    """A person as auction knows them; the kit keeps this table."""

    __tablename__ = "people"


# In a card: its listing was taken away. A listing that comes back is told anew, and the mark goes.
HIDDEN = "hidden"


class ListingCopy(Table, table=True):
    """What is for sale in an auction, as catalog described it; `card` is the fact as it came."""

    __tablename__ = "listing_copies"

    product_id: int = Field(primary_key=True)
    card: dict[str, Any] = Field(sa_type=JSONB)


class Look(Table, table=True):
    """How an auction stood when it was last looked at for notifications."""

    __tablename__ = "looks"

    auction_id: int = Field(primary_key=True)
    version: int = 0
    last_seq: int = 0
    leader_id: int | None = None
    warned_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    # It was cancelled, and its bidders are to be told.
    is_cancelled: bool = False


class Outbid(Table, table=True):
    """A bidder who was outbid: when to notify them, when they were notified, and how often."""

    __tablename__ = "outbids"

    auction_id: int = Field(primary_key=True)
    bidder_id: int = Field(primary_key=True)
    due_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    told_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    times: int = 0
