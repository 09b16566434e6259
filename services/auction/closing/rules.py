"""How an auction ends, and what is still open for a person."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol

# How long a winner has to pay (U20); until then neither side's account goes.
PAYMENT_WINDOW = timedelta(hours=48)
# How an auction goes that runs until its end; `bought_now` and `cancelled` end it before.
Result = Literal["sold", "reserve_not_met", "no_bids"]


class Over(Protocol):
    """The parts of an auction that its result needs."""

    current_bid: int | None
    reserve_price: int | None


def reserve_met(reserve_price: int | None, current_bid: int | None) -> bool | None:
    """Return whether the reserve is reached; None where there is none."""
    return None if reserve_price is None else (current_bid or 0) >= reserve_price


def outcome_of(auction: Over) -> Result:
    """Return how an auction goes when its end has come: exactly one of three."""
    if auction.current_bid is None:
        return "no_bids"
    return "reserve_not_met" if reserve_met(auction.reserve_price, auction.current_bid) is False else "sold"


def status_at(status: str, ends_at: datetime, now: datetime) -> str:
    """Return the status at a moment: an active auction whose end has passed has ended."""
    return "ended" if status == "active" and now >= ends_at else status


@dataclass(frozen=True)
class Matter:
    """Something that others wait for; while there is one, the person's account stays."""

    code: Literal["live_auction", "leading_bid"]
    auction_id: int


class Unsettled(Protocol):
    """An auction that others still count on."""

    seller_id: int
    current_bidder_id: int | None
    winner_id: int | None
    bid_count: int

    @property
    def known_id(self) -> int:
        """Return its id."""
        ...


def open_matters(user_id: int, unsettled: Sequence[Unsettled]) -> list[Matter]:
    """Return what keeps an account from being deleted: bids on what they sell, their bid in the lead, time to
    pay."""
    matters = []
    for auction in unsettled:
        if auction.seller_id == user_id and (auction.bid_count > 0 or auction.winner_id is not None):
            matters.append(Matter("live_auction", auction.known_id))
        elif user_id in (auction.current_bidder_id, auction.winner_id):
            matters.append(Matter("leading_bid", auction.known_id))
    return matters
