from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut
from services.auction.auctions.models import Auction, Board, auction_state
from services.auction.bidding import rules as bidding_rules
from services.auction.bidding.models import Bid, Entry
from services.auction.closing import rules as closing_rules

AmountText = Annotated[str, Field(max_length=40)]


# Accepts any value here, because the bidding rules reject invalid amounts with a clearer message.
Amount = Annotated[Any, WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string", "maxLength": 40}]})]


class ExtensionOut(Out):
    window_seconds: int
    seconds: int
    cap_seconds: int


class AuctionFiguresOut(Out):
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


class BidIn(In):
    """A bid in RM. The token identifies the bidder. If `userId` is sent, it must match the token. `timestamp`
    is ignored."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"amount": 110.0, "maxAmount": 150.0}}}

    amount: Amount
    # Visible only to the bidder. The proxy bidder bids up to this amount as needed.
    max_amount: Amount = None
    user_id: Id | None = None
    timestamp: int | float | AmountText | None = None


class BidderOut(Out):
    """The public view of a bidder. The name is empty if the account was deleted."""

    id: int
    name: str
    is_deleted: bool


class BidOut(Out):
    id: int
    auction_id: int
    bidder_id: int
    bidder: BidderOut
    amount: RinggitOut
    is_auto: bool
    placed_at: datetime
    is_winning: bool


class BidPlacedOut(Out):
    """`outbid` means that another bidder's maximum was higher. `raised` means that only the bidder's own
    maximum changed."""

    bid: BidOut
    auction: AuctionFiguresOut
    result: Literal["leading", "outbid", "raised"]
    message: str


class VoidBidsIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"userId": 42, "reason": "typo"}}}

    user_id: Id
    reason: Literal["typo", "changed_description", "other"]


class BidsVoidedOut(Out):
    voided: int
    auction: AuctionFiguresOut


def bid_of(bid: Bid | Entry, auction: Auction | Board) -> dict[str, Any]:
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
    shown = bid_of(bid, auction)
    shown["bidder"]["name"] = name or bid.bidder_name
    return BidOut.model_validate(shown)


def placed_out(
    bid: Entry, auction: Board, now: datetime, epoch: int, *, raised: bool, start_counts: bool
) -> BidPlacedOut:
    """Built from plain values, because nested models would take longer than the decision."""
    result, message = "raised" if raised else "leading", "Your bid was accepted."
    if raised:
        message = "Your maximum was raised."
    if auction.current_bidder_id != bid.bidder_id:
        result, message = "outbid", "Your bid was accepted, but an automatic bid was higher."
    figures = figures_of(auction, bid.bidder_id, now, epoch, start_counts=start_counts)
    parts = {"bid": bid_of(bid, auction), "auction": figures, "result": result, "message": message}
    return BidPlacedOut.model_validate(parts)


def figures_of(
    auction: Auction | Board, viewer_id: int | None, now: datetime, epoch: int, *, start_counts: bool
) -> dict[str, Any]:
    """Only the seller sees the amount of the reserve."""
    state, status = auction_state(auction), closing_rules.status_at(auction.status, auction.ends_at, now)
    over = auction.outcome is None and status == "ended"  # Ended, but not closed by the job yet.
    outcome = closing_rules.outcome_of(auction) if over else auction.outcome
    return {
        "id": auction.id,
        "product_id": auction.product_id,
        "seller_id": auction.seller_id,
        "starting_price": auction.starting_price,
        "reserve_price": auction.reserve_price if viewer_id == auction.seller_id else None,
        "buy_now_price": auction.buy_now_price,
        "buy_now_open": status == "active" and bidding_rules.buy_now_open(state, auction.buy_now_price),
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
        "minimum_bid": bidding_rules.minimum_bid(state, start_counts=start_counts),
        "reserve_met": closing_rules.reserve_met(auction.reserve_price, auction.current_bid),
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
