"""The public state of an auction, computed from its events without its tables."""

from typing import Any
from zlib import crc32

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
from libs.contracts.fact import Fact

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


def apply_event(known: Figures, fact: Fact) -> Figures:
    """Apply an event of the same key: a room, `won-`, `sale-` or `strikes-`."""
    match fact:
        case AuctionOpened():
            return _opened(fact)
        case AuctionChanged():
            return (
                known
                | fact.model_dump(by_alias=False, include=TERMS)
                | {"reserve_met": _unmet(fact.has_reserve)}
            )
        case BidPlaced():
            return known | _placed(known, fact)
        case AuctionExtended():
            return known | {"ends_at": fact.ends_at}
        case BidsVoided():
            return known | fact.model_dump(by_alias=False, include=MOVED_BY_A_VOID)
        case AuctionEnded():
            return known | _ended(fact)
        case AuctionCancelled():
            return known | {"status": "cancelled", "outcome": "cancelled", "ended_at": fact.cancelled_at}
        case _:
            return known | _afterwards(fact)


def logged(before: int, bid_id: int, bidder_id: int, amount: int, is_auto: bool) -> int:
    """Extend the checksum of the bid log. It differs if a bid or the order differs."""
    return crc32(f"{bid_id}:{bidder_id}:{amount}:{is_auto}".encode(), before)


def _opened(fact: AuctionOpened) -> Figures:
    return fact.model_dump(by_alias=False, include=TERMS | {"starts_at"}) | {
        "status": "active",
        "current_bid": None,
        "current_bidder_id": None,
        "bid_count": 0,
        "reserve_met": _unmet(fact.has_reserve),
        "last_seq": 0,
        "log": 0,
        "outcome": None,
        "winner_id": None,
        "price": None,
        "ended_at": None,
    }


def _placed(known: Figures, fact: BidPlaced) -> Figures:
    moved: Figures = {
        "current_bid": fact.amount,
        "current_bidder_id": fact.bidder_id,
        "bid_count": fact.bid_count,
        "reserve_met": fact.reserve_met,
        "ends_at": fact.ends_at,
    }
    if "last_seq" in known:  # otherwise the oldest events have expired and the number of bids is unknown
        moved["last_seq"] = known["last_seq"] + 1
        moved["log"] = logged(known["log"], fact.bid_id, fact.bidder_id, fact.amount, fact.is_auto)
    return moved


def _ended(fact: AuctionEnded) -> Figures:
    return {
        "status": "ended",
        "outcome": fact.outcome,
        "winner_id": fact.winner_id,
        "price": fact.price,
        "current_bid": fact.highest_bid,
        "current_bidder_id": fact.highest_bidder_id,
        "bid_count": fact.bid_count,
        "ended_at": fact.ended_at,
    }


def _afterwards(fact: Fact) -> Figures:
    match fact:
        case AuctionWon():
            return {"winner_id": fact.winner_id, "price": fact.price}
        case SaleSettled():
            return {"paid": fact.paid}
        case SecondChanceOffered():
            return {"offered_to": fact.bidder_id, "offered_at": fact.offered_at, "answer": None}
        case SecondChanceAnswered():
            return {"answer": fact.answer} | ({"paid": None} if fact.answer == "accepted" else {})
        case _:
            return {}


def _unmet(has_reserve: bool) -> bool | None:
    return False if has_reserve else None
