"""What goes over HTTP between auction and other parts of the platform."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from libs.kit.http.schemas import In, Instant, Out

Sen = Annotated[int, Field(strict=True, ge=0, le=10**11)]


class TermsIn(In):
    """The terms of an auction that catalog is about to list; money in sen."""

    model_config = In.model_config | {"alias_generator": None, "validate_by_name": True}

    starting_price: Sen
    reserve_price: Sen | None = None
    buy_now_price: Sen | None = None
    bid_increment: Sen
    ends_at: Instant


class ReservedOut(Out):
    """The id under which the auction will open."""

    auction_id: int


class RoomOut(Out):
    """Where a live room stands, and what time it is there."""

    auction_id: int
    seq: int
    epoch: int
    bid_count: int
    server_now: datetime


class RoomsOut(Out):
    """Where many live rooms stand at one moment, by auction."""

    rooms: dict[int, int]
    bid_counts: dict[int, int]
    epoch: int
    server_now: datetime


class LeaderOut(Out):
    """Who leads an auction at which price, in sen."""

    auction_id: int
    is_running: bool
    leader_id: int | None
    price: int | None


class LeadersOut(Out):
    """Who leads several auctions; those that never opened are left out."""

    auctions: list[LeaderOut]


class MatterOut(Out):
    """One thing that is still open for a person."""

    code: Literal["live_auction", "leading_bid"]
    auction_id: int


class MattersOut(Out):
    """What is still open for a person."""

    matters: list[MatterOut]
