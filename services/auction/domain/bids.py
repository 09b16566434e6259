"""The rules of an auction: pure, with money in sen and the time as an argument."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, Protocol

from libs.kit import money
from libs.kit.errors import DomainError, InvalidInput

HIGHEST_BID = 100_000_00
LEAST_INCREMENT = 1_00


class OwnListing(DomainError):
    """Sellers do not bid on what they sell."""

    status = 403
    code = "own_listing"
    message = "You are not allowed to bid on your own listings."


class ListingRemoved(DomainError):
    """What was sold here was taken away by staff or its seller: its words and pictures are shown to nobody else."""

    status = 410
    code = "listing_removed"
    message = "This listing is no longer available"


class AuctionEnded(DomainError):
    """The end has come; only the database's clock counts."""

    code = "auction_ended"
    message = "This auction has ended"


class AuctionHasBids(DomainError):
    """Whoever has bid has seen the terms: they stay (U22)."""

    code = "auction_has_bids"
    message = "An auction with bids can no longer be changed"


class AuctionNotActive(DomainError):
    """Cancelled, or not open."""

    code = "auction_not_active"
    message = "This auction is not open for bids."


class InvalidAmount(DomainError):
    """Not an amount of money."""

    status = 422
    code = "invalid_amount"
    message = "Please enter a valid number."


class BidTooLow(DomainError):
    """Below the lowest bid that would be accepted now."""

    code = "bid_too_low"
    message = "Your bid is too low."

    def __init__(self, minimum: int) -> None:
        super().__init__(f"Your bid must be at least {money.written(minimum)}.", minimum=money.ringgit(minimum))
        self.minimum = minimum


@dataclass(frozen=True)
class Standing:
    """An auction as a decision needs it."""

    seller_id: int
    status: str
    starting_price: int
    bid_increment: int
    current_bid: int | None
    ends_at: datetime
    extension: "Extension"


@dataclass(frozen=True)
class Extension:
    """How late bids move the end: fixed when the auction was made, and shown."""

    window: timedelta
    length: timedelta
    latest: datetime


@dataclass(frozen=True)
class Accepted:
    """What an accepted bid makes of the auction."""

    amount: int
    minimum_next: int
    placed_at: datetime
    ends_at: datetime


def amount_of(value: Any) -> int:
    """A bid as it was typed or sent, in sen."""
    try:
        amount = money.sen_from_ringgit(value)
    except ValueError as odd:
        raise InvalidAmount from odd
    if amount > HIGHEST_BID:
        raise InvalidAmount(f"The highest possible bid is {money.written(HIGHEST_BID)}.")
    return amount


def minimum_bid(standing: Standing, *, start_counts: bool = False) -> int:
    """The lowest bid that would be accepted; with `start_counts` the first bid may equal the starting price."""
    if standing.current_bid is None and start_counts:
        return standing.starting_price
    return (standing.starting_price if standing.current_bid is None else standing.current_bid) + standing.bid_increment


def place_bid(
    standing: Standing, *, bidder_id: int, amount: int, now: datetime, start_counts: bool = False
) -> Accepted:
    """Accept or refuse a bid. Call with the auction locked and `now` read after the lock."""
    if bidder_id == standing.seller_id:
        raise OwnListing
    if standing.status == "ended" or now >= standing.ends_at:
        raise AuctionEnded
    if standing.status != "active":
        raise AuctionNotActive
    minimum = minimum_bid(standing, start_counts=start_counts)
    if amount < minimum:
        raise BidTooLow(minimum)
    return Accepted(
        amount=amount,
        minimum_next=amount + standing.bid_increment,
        placed_at=now,
        ends_at=end_after_bid(standing, now),
    )


class Logged(Protocol):
    """A bid of the log, as a recount needs it."""

    bidder_id: int
    amount: int


@dataclass(frozen=True)
class Recount:
    """Where an auction stands by the bids that count."""

    current_bid: int | None
    current_bidder_id: int | None
    bid_count: int


def recount(log: Sequence[Logged], *, without: int) -> Recount:
    """Where an auction stands when one person's bids count no more; `log` holds those that counted, in order."""
    left = [bid for bid in log if bid.bidder_id != without]
    leading = left[-1] if left else None
    if leading is None:
        return Recount(None, None, 0)
    return Recount(leading.amount, leading.bidder_id, len(left))


def end_after_bid(standing: Standing, now: datetime) -> datetime:
    """A bid in the last moments leaves everybody the same time to answer, up to the cap; the end never comes nearer."""
    extension = standing.extension
    if standing.ends_at - now > extension.window:
        return standing.ends_at
    return max(standing.ends_at, min(now + extension.length, extension.latest))


def check_terms(
    *,
    starting_price: int,
    reserve_price: int | None,
    buy_now_price: int | None,
    bid_increment: int,
    ends_at: datetime,
    now: datetime,
) -> None:
    """What a seller may ask; each refusal names its field."""
    faults = []
    if starting_price < 1:
        faults.append(("startingPrice", "Starting price must be greater than 0"))
    if starting_price > HIGHEST_BID:
        faults.append(("startingPrice", f"Starting price must be {money.written(HIGHEST_BID)} or less"))
    if bid_increment < LEAST_INCREMENT:
        faults.append(("bidIncrement", "Bid increment must be at least 1"))
    if reserve_price is not None and reserve_price < starting_price:
        faults.append(("reservePrice", "Reserve price must be at least the starting price"))
    if buy_now_price is not None and buy_now_price < max(starting_price, reserve_price or 0):
        faults.append(("buyNowPrice", "Buy Now price must be above the reserve price"))
    if ends_at <= now:
        faults.append(("auctionEndDate", "End date must be in the future"))
    if (ends_at - now).days > 3650:
        faults.append(("auctionEndDate", "End date must be within ten years"))
    if faults:
        raise InvalidInput(fields=[{"field": f"auction.{field}", "message": text} for field, text in faults])


@dataclass(frozen=True)
class Matter:
    """Something of a person's that others wait for; while there is one, their account stays."""

    code: Literal["live_auction", "leading_bid"]
    auction_id: int


class Unsettled(Protocol):
    """An auction that opened and was neither cancelled nor settled, whether its end has come or not."""

    id: int | None
    seller_id: int
    current_bidder_id: int | None
    bid_count: int


def matters_of(user_id: int, unsettled: Sequence[Unsettled]) -> list[Matter]:
    """What keeps an account from being deleted: bids on what they sell, or their own bid in the lead."""
    matters = []
    for auction in unsettled:
        if auction.seller_id == user_id and auction.bid_count > 0:
            matters.append(Matter("live_auction", auction.id or 0))
        elif auction.current_bidder_id == user_id:
            matters.append(Matter("leading_bid", auction.id or 0))
    return matters


def masked(username: str) -> str:
    """A bidder's name for everybody: `a***z`."""
    return f"{username[:1]}***{username[-1:]}"


def reserve_met(reserve_price: int | None, current_bid: int | None) -> bool | None:
    """Whether the reserve is reached; None where there is none."""
    return None if reserve_price is None else (current_bid or 0) >= reserve_price


def outcome_of(status: str) -> str | None:
    """How an auction that is over for good went."""
    return "cancelled" if status == "cancelled" else None


def status_at(status: str, ends_at: datetime, now: datetime) -> str:
    """What an auction is at this moment: an active one whose end has passed has ended."""
    return "ended" if status == "active" and now >= ends_at else status
