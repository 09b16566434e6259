from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.admin.models import MOMENT, Table


class RiskAuction(Table, table=True):
    __tablename__ = "risk_auctions"

    auction_id: int = Field(primary_key=True)
    product_id: int
    seller_id: int
    seen_at: datetime = Field(sa_type=MOMENT)
    # None if the auction began before its events were counted.
    starts_at: datetime | None = Field(default=None, sa_type=MOMENT)
    ended_at: datetime | None = Field(default=None, sa_type=MOMENT)
    is_cancelled: bool = False
    winner_id: int | None = None
    # The bidder who accepted a second chance.
    second_chance_buyer_id: int | None = None
    minimum_bid: int | None = None
    last_bidder_id: int | None = None
    bidder_before_id: int | None = None
    last_at: datetime | None = Field(default=None, sa_type=MOMENT)


class RiskBidder(Table, table=True):
    __tablename__ = "risk_bidders"

    auction_id: int = Field(primary_key=True, foreign_key="risk_auctions.auction_id")
    bidder_id: int = Field(primary_key=True)
    seller_id: int
    bids: int = 0
    # Manual bids above another bidder's: all of them, those at the minimum, and those right after the same
    # rival.
    raises: int = 0
    least_raises: int = 0
    answers: int = 0
    first_at: datetime | None = Field(default=None, sa_type=MOMENT)
    last_at: datetime | None = Field(default=None, sa_type=MOMENT)
    is_retracted: bool = False
    is_unpaid: bool = False


class RiskAccount(Table, table=True):
    __tablename__ = "risk_accounts"

    user_id: int = Field(primary_key=True)
    registered_at: datetime = Field(sa_type=MOMENT)


class RiskPair(Table, Numbered, table=True):
    """A bidder and a seller, or a single account, whose score reached the review limit."""

    __tablename__ = "risk_pairs"

    # Both ids are the same person for a takeover.
    bidder_id: int
    seller_id: int
    kind: str = "bids"
    # In hundredths.
    score: int
    level: str
    reasons: list[dict[str, Any]] = Field(sa_type=JSONB)
    state: str = "open"
    version: int = 0
    flagged_at: datetime = Field(sa_type=MOMENT)
    # The decision covers auctions that ended before this time.
    decided_at: datetime | None = Field(default=None, sa_type=MOMENT)
    claimed_by: int | None = None
    claimed_until: datetime | None = Field(default=None, sa_type=MOMENT)


class RiskStep(Table, Numbered, table=True):
    __tablename__ = "risk_steps"

    pair_id: int = Field(foreign_key="risk_pairs.id")
    step: str
    score: int
    by_id: int | None = None
    reason: str | None = None
    words: str = ""
    at: datetime = Field(sa_type=MOMENT)
