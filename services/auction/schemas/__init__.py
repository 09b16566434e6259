"""What goes over HTTP about auctions and bids."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from libs.kit.http.schemas import Id, In, Instant, Out
from libs.kit.money import RinggitOut
from services.auction.domain import bids, ends
from services.auction.models import Auction, Bid, Board, Entry, standing_of
from services.auction.schemas.lot import LotOut

Sen = Annotated[int, Field(strict=True, ge=0, le=10**11)]
Written = Annotated[str, Field(max_length=40)]


Amount = Annotated[Any, WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string", "maxLength": 40}]})]
"""RM as a number or as it was typed; whatever else comes is refused by the rules of bids, in words about amounts."""


class TermsIn(In):
    """The terms of an auction that catalog is about to list; money in sen, from one part of the house to another."""

    model_config = In.model_config | {"alias_generator": None, "validate_by_name": True}

    starting_price: Sen
    reserve_price: Sen | None = None
    buy_now_price: Sen | None = None
    bid_increment: Sen
    ends_at: Instant


class ReservedOut(Out):
    """The id under which the auction will open."""

    auction_id: int


class BidIn(In):
    """A bid in RM. Who bids and when is not for the client to say: `userId` must agree, `timestamp` is ignored."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"amount": 110.0, "maxAmount": 150.0}}}

    amount: Amount
    max_amount: Amount = None
    """The most one would pay: the house then bids for them as far as it has to. Nobody else ever sees it."""
    user_id: Id | None = None
    timestamp: int | float | Written | None = None


class BidderOut(Out):
    """Who bid, as everybody may know it; whoever is gone has no name."""

    id: int
    name: str
    is_deleted: bool


class BidOut(Out):
    """A bid."""

    id: int
    auction_id: int
    bidder_id: int
    bidder: BidderOut
    amount: RinggitOut
    is_auto: bool
    placed_at: datetime
    is_winning: bool


class ExtensionOut(Out):
    """How late bids move the end."""

    window_seconds: int
    seconds: int
    cap_seconds: int


class AuctionFiguresOut(Out):
    """The figures of an auction."""

    id: int
    product_id: int
    seller_id: int
    starting_price: RinggitOut
    reserve_price: RinggitOut | None
    buy_now_price: RinggitOut | None
    buy_now_open: bool
    current_bid: RinggitOut | None
    current_bidder_id: int | None
    bid_increment: RinggitOut
    starts_at: datetime
    ends_at: datetime
    effective_ends_at: datetime
    status: str
    created_at: datetime
    updated_at: datetime
    bid_count: int
    minimum_bid: RinggitOut
    reserve_met: bool | None
    outcome: str | None
    winner_id: int | None
    extension: ExtensionOut
    server_now: datetime
    seq: int
    epoch: int


class AuctionOut(AuctionFiguresOut):
    """An auction with its lot and latest bids, newest first; `ownMaximum` is for the leader, `ownBid` for bidders."""

    bids: list[BidOut]
    product: LotOut | None
    own_bid: RinggitOut | None
    own_maximum: RinggitOut | None
    final_price: RinggitOut | None
    """What it goes for, to whoever has it now."""
    relisted_from: int | None


class BidPlacedOut(Out):
    """An accepted bid and the auction right after it: `outbid` when somebody's higher maximum answered at once,
    `raised` when only the bidder's own maximum is another now."""

    bid: BidOut
    auction: AuctionFiguresOut
    result: Literal["leading", "outbid", "raised"]
    message: str


class VoidBidsIn(In):
    """Whose bids staff takes back, and what the bidder asked for it with."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"userId": 42, "reason": "typo"}}}

    user_id: Id
    reason: Literal["typo", "changed_description", "other"]


class BidsVoidedOut(Out):
    """How many bids count no more, and the auction without them."""

    voided: int
    auction: AuctionFiguresOut


class RoomOut(Out):
    """Where a live room stands, and what time it is there."""

    auction_id: int
    seq: int
    epoch: int
    server_now: datetime


class RoomsOut(Out):
    """Where many live rooms stand at one moment, by auction."""

    rooms: dict[int, int]
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
    """One thing that is still open; the words for it are the reader's."""

    code: Literal["live_auction", "leading_bid"]
    auction_id: int


class MattersOut(Out):
    """What is still open for a person."""

    matters: list[MatterOut]


def figures_of(
    auction: Auction | Board, viewer_id: int | None, now: datetime, epoch: int, *, start_counts: bool
) -> dict[str, Any]:
    """What everybody may know of an auction; the reserve's amount is the seller's own."""
    standing, status = standing_of(auction), ends.status_at(auction.status, auction.ends_at, now)
    over = auction.outcome is None and status == "ended"  # it is over, though nobody has written it down yet
    outcome = ends.outcome_of(auction) if over else auction.outcome
    return {
        "id": auction.id,
        "product_id": auction.product_id,
        "seller_id": auction.seller_id,
        "starting_price": auction.starting_price,
        "reserve_price": auction.reserve_price if viewer_id == auction.seller_id else None,
        "buy_now_price": auction.buy_now_price,
        "buy_now_open": status == "active" and bids.buy_now_open(standing, auction.buy_now_price),
        "current_bid": auction.current_bid,
        "current_bidder_id": auction.current_bidder_id,
        "bid_increment": auction.bid_increment,
        "starts_at": auction.starts_at,
        "ends_at": auction.ends_at,
        "effective_ends_at": auction.ends_at,
        "status": status,
        "created_at": auction.created_at,
        "updated_at": auction.updated_at,
        "bid_count": auction.bid_count,
        "minimum_bid": bids.minimum_bid(standing, start_counts=start_counts),
        "reserve_met": ends.reserve_met(auction.reserve_price, auction.current_bid),
        "outcome": outcome,
        "winner_id": auction.current_bidder_id if over and outcome == "sold" else auction.winner_id,
        "extension": {
            "window_seconds": auction.extension_window,
            "seconds": auction.extension_seconds,
            "cap_seconds": auction.extension_cap,
        },
        "server_now": now,
        "seq": auction.version,
        "epoch": epoch,
    }


def bid_of(bid: Bid | Entry, auction: Auction | Board) -> dict[str, Any]:
    """A bid as everybody may see it."""
    return {
        "id": bid.id,
        "auction_id": bid.auction_id,
        "bidder_id": bid.bidder_id,
        "bidder": {"id": bid.bidder_id, "name": bid.bidder_name, "is_deleted": bid.bidder_name == ""},
        "amount": bid.amount,
        "is_auto": bid.is_auto,
        "placed_at": bid.placed_at,
        "is_winning": bid.amount == auction.current_bid and bid.bidder_id == auction.current_bidder_id,
    }


def bid_out(bid: Bid, auction: Auction, name: str | None = None) -> BidOut:
    """The same, checked; with `name` as somebody may see it who is told who it is."""
    shown = bid_of(bid, auction)
    shown["bidder"]["name"] = name or bid.bidder_name
    return BidOut.model_validate(shown)


def placed_out(
    bid: Entry, auction: Board, now: datetime, epoch: int, *, raised: bool, start_counts: bool
) -> BidPlacedOut:
    """The answer to a bid that was taken. Made of plain parts: a model for each would take longer than the decision."""
    result, message = "raised" if raised else "leading", "Your bid was accepted."
    if raised:
        message = "Your maximum was raised."
    if auction.current_bidder_id != bid.bidder_id:
        result, message = "outbid", "Your bid was accepted, but an automatic bid was higher."
    figures = figures_of(auction, bid.bidder_id, now, epoch, start_counts=start_counts)
    told = {"bid": bid_of(bid, auction), "auction": figures, "result": result, "message": message}
    return BidPlacedOut.model_validate(told)
