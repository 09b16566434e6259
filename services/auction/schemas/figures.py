"""What goes over HTTP about the figures of an auction."""

from datetime import datetime
from typing import Any

from libs.kit.http.schemas import Out
from libs.kit.money import RinggitOut
from services.auction.auctions.models import Auction
from services.auction.bidding.models import Board, auction_state
from services.auction.domain import bids, ends


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


def figures_of(
    auction: Auction | Board, viewer_id: int | None, now: datetime, epoch: int, *, start_counts: bool
) -> dict[str, Any]:
    """Return the public figures of an auction; the reserve's amount is for its seller only."""
    state, status = auction_state(auction), ends.status_at(auction.status, auction.ends_at, now)
    over = auction.outcome is None and status == "ended"  # not closed by the job yet
    outcome = ends.outcome_of(auction) if over else auction.outcome
    return {
        "id": auction.id,
        "product_id": auction.product_id,
        "seller_id": auction.seller_id,
        "starting_price": auction.starting_price,
        "reserve_price": auction.reserve_price if viewer_id == auction.seller_id else None,
        "buy_now_price": auction.buy_now_price,
        "buy_now_open": status == "active" and bids.buy_now_open(state, auction.buy_now_price),
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
        "minimum_bid": bids.minimum_bid(state, start_counts=start_counts),
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
