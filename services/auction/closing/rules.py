from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol

# The winner's time to pay (U20). Until it is over, neither account can be deleted.
PAYMENT_WINDOW = timedelta(hours=48)
# Outcomes of auctions that reach their end. `bought_now` and `cancelled` end an auction earlier.
Result = Literal["sold", "reserve_not_met", "no_bids"]


class Over(Protocol):
    current_bid: int | None
    reserve_price: int | None


def reserve_met(reserve_price: int | None, current_bid: int | None) -> bool | None:
    return None if reserve_price is None else (current_bid or 0) >= reserve_price


def outcome_of(auction: Over) -> Result:
    if auction.current_bid is None:
        return "no_bids"
    return "reserve_not_met" if reserve_met(auction.reserve_price, auction.current_bid) is False else "sold"


def status_at(status: str, ends_at: datetime, now: datetime) -> str:
    """An active auction whose end has passed counts as ended."""
    return "ended" if status == "active" and now >= ends_at else status


@dataclass(frozen=True)
class Obligation:
    """An open obligation that blocks the deletion of the account."""

    code: Literal["live_auction", "leading_bid"]
    auction_id: int


class Unsettled(Protocol):
    seller_id: int
    current_bidder_id: int | None
    winner_id: int | None
    bid_count: int

    @property
    def known_id(self) -> int: ...


def open_obligations(user_id: int, unsettled: Sequence[Unsettled]) -> list[Obligation]:
    """Obligations are bids on the person's auctions, a leading bid, and a sale that can still be paid."""
    obligations = []
    for auction in unsettled:
        if auction.seller_id == user_id and (auction.bid_count > 0 or auction.winner_id is not None):
            obligations.append(Obligation("live_auction", auction.known_id))
        elif user_id in (auction.current_bidder_id, auction.winner_id):
            obligations.append(Obligation("leading_bid", auction.known_id))
    return obligations
