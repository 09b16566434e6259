"""Computes the public state of auctions from events, without the tables."""

from typing import Any
from zlib import crc32

from libs.contracts.event import Event
from libs.contracts.events.auction import (
    AuctionCancelled,
    AuctionChanged,
    AuctionEnded,
    AuctionExtended,
    AuctionOpened,
    AuctionWon,
    BidPlaced,
    BidsVoided,
)
from libs.contracts.events.sales import SaleSettled, SecondChanceAnswered, SecondChanceOffered

Figures = dict[str, Any]
TERMS = {
    "product_id",
    "seller_id",
    "starting_price",
    "bid_increment",
    "buy_now_price",
    "has_reserve",
    "ends_at",
}
MOVED_BY_A_VOID = {"current_bid", "current_bidder_id", "bid_count", "reserve_met"}


def apply_event(known: Figures, event: Event) -> Figures:
    """Call with events of one key: a room, `won-`, `sale-` or `strikes-`."""
    match event:
        case AuctionOpened():
            return _opened(event)
        case AuctionChanged():
            return (
                known
                | event.model_dump(by_alias=False, include=TERMS)
                | {"reserve_met": _unmet(event.has_reserve)}
            )
        case BidPlaced():
            return known | _placed(known, event)
        case AuctionExtended():
            return known | {"ends_at": event.ends_at}
        case BidsVoided():
            return known | event.model_dump(by_alias=False, include=MOVED_BY_A_VOID)
        case AuctionEnded():
            return known | _ended(event)
        case AuctionCancelled():
            return known | {"status": "cancelled", "outcome": "cancelled", "ended_at": event.cancelled_at}
        case _:
            return known | _afterwards(known, event)


def extend_checksum(before: int, bid_id: int, bidder_id: int, amount: int, is_auto: bool) -> int:
    """Extends the checksum of the bid log. It changes with any bid and with the order of bids."""
    return crc32(f"{bid_id}:{bidder_id}:{amount}:{is_auto}".encode(), before)


def _opened(event: AuctionOpened) -> Figures:
    return event.model_dump(by_alias=False, include=TERMS | {"starts_at"}) | {
        "status": "active",
        "current_bid": None,
        "current_bidder_id": None,
        "bid_count": 0,
        "reserve_met": _unmet(event.has_reserve),
        "last_seq": 0,
        "log": 0,
        "outcome": None,
        "winner_id": None,
        "price": None,
        "ended_at": None,
    }


def _placed(known: Figures, event: BidPlaced) -> Figures:
    moved: Figures = {
        "current_bid": event.amount,
        "current_bidder_id": event.bidder_id,
        "bid_count": event.bid_count,
        "reserve_met": event.reserve_met,
        "ends_at": event.ends_at,
    }
    if "last_seq" in known:  # Otherwise the oldest events have expired and the number of bids is unknown.
        moved["last_seq"] = known["last_seq"] + 1
        moved["log"] = extend_checksum(
            known["log"], event.bid_id, event.bidder_id, event.amount, event.is_auto
        )
    return moved


def _ended(event: AuctionEnded) -> Figures:
    return {
        "status": "ended",
        "outcome": event.outcome,
        "winner_id": event.winner_id,
        "price": event.price,
        "current_bid": event.highest_bid,
        "current_bidder_id": event.highest_bidder_id,
        "bid_count": event.bid_count,
        "ended_at": event.ended_at,
    }


def _afterwards(known: Figures, event: Event) -> Figures:
    newest = known.get("sale_number", 0)
    match event:
        case AuctionWon():
            return {"winner_id": event.winner_id, "price": event.price}
        case SaleSettled():
            number = event.sale_number or newest
            return {"paid": event.paid, "sale_number": number} if number >= newest else {}
        case SecondChanceOffered():
            return {"offered_to": event.bidder_id, "offered_at": event.offered_at, "answer": None}
        case SecondChanceAnswered():
            began = {"paid": None, "sale_number": newest + 1} if event.answer == "accepted" else {}
            return {"answer": event.answer} | began
        case _:
            return {}


def _unmet(has_reserve: bool) -> bool | None:
    return False if has_reserve else None
