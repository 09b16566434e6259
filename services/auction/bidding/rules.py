"""The rules of bidding, without I/O. Amounts are in sen. Every visible amount is a logged bid. The newest bid
that is not voided sets the leader and the price. A maximum is secret. The proxy bidder bids up to it as far
as needed, and logs each step as a bid (beyond 6.1)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from libs.kit import money
from libs.kit.errors import DomainError

HIGHEST_BID = 100_000_00


class OwnListing(DomainError):
    status = 403
    code = "own_listing"
    message = "You are not allowed to bid on your own listings."


class AuctionEnded(DomainError):
    code = "auction_ended"
    message = "This auction has ended"


class NoBidsToVoid(DomainError):
    code = "no_bids_to_void"
    message = "This person has no bid that counts on this auction."


class AuctionsPaused(DomainError):
    """New auctions are paused. Running auctions continue."""

    code = "auctions_paused"
    message = "New auctions are paused right now. Please sell at a fixed price, or try again later."


class AuctionNotActive(DomainError):
    code = "auction_not_active"
    message = "This auction is not open for bids."


class InvalidAmount(DomainError):
    status = 422
    code = "invalid_amount"
    message = "Please enter a valid number."


class MaximumNotRaised(DomainError):
    """The leader can only raise their maximum (U21)."""

    code = "maximum_not_raised"
    message = "You are the highest bidder. Only a higher maximum would change anything."


class BidTooLow(DomainError):
    code = "bid_too_low"
    message = "Your bid is too low."

    def __init__(self, minimum: int) -> None:
        super().__init__(
            f"Your bid must be at least {money.format_ringgit(minimum)}.", minimum=money.ringgit(minimum)
        )
        self.minimum = minimum


class BiddingPaused(DomainError):
    """Two strikes pause bidding."""

    status = 403
    code = "bidding_paused"
    message = "You cannot bid for now."

    def __init__(self, until: datetime) -> None:
        written = f"{until.day} {until:%B %Y, %H:%M} UTC"
        super().__init__(
            f"You cannot bid until {written}, because auctions you won were not paid.",
            until=until.isoformat(),
        )


# The offer, a proxy bid against it, the offer at its maximum, and a step to the reserve.
MAX_STEPS = 4


@dataclass(frozen=True, slots=True)
class Extension:
    """The extension rule, which is public and fixed when the auction is created."""

    window: timedelta
    length: timedelta
    latest: datetime

    @classmethod
    def of_seconds(cls, window: int, length: int, cap: int, original_end: datetime) -> "Extension":
        return cls(
            timedelta(seconds=window), timedelta(seconds=length), original_end + timedelta(seconds=cap)
        )


@dataclass(frozen=True, slots=True)
class AuctionState:
    seller_id: int
    status: str
    starting_price: int
    bid_increment: int
    reserve_price: int | None
    ends_at: datetime
    extension: Extension
    # Whether the first bid may equal the starting price. None uses the installation's default, for auctions
    # from before operators could choose.
    start_counts: bool | None = None
    current_bid: int | None = None
    leader_id: int | None = None
    # The leader's maximum, which is secret.
    leader_most: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    bidder_id: int
    amount: int
    most: int


@dataclass(frozen=True, slots=True)
class Step:
    """`is_auto` is True if the proxy bidder placed the bid."""

    bidder_id: int
    amount: int
    is_auto: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """The new bids in order, and the auction after them. `steps` is empty if only a maximum was raised."""

    steps: tuple[Step, ...]
    after: AuctionState


def amount_of(value: Any) -> int:
    """Converts an amount in RM, as typed or sent, to sen."""
    unsigned, sign = _sign_apart(value)
    try:
        amount = sign * money.sen_from_ringgit(unsigned)
    except ValueError as invalid:
        raise InvalidAmount from invalid
    if amount > HIGHEST_BID:
        raise InvalidAmount(f"The highest possible bid is {money.format_ringgit(HIGHEST_BID)}.")
    return amount


def _sign_apart(value: Any) -> tuple[Any, int]:
    """Separates the sign. A negative amount is treated as a bid that is too low, so that the error names the
    minimum."""
    if isinstance(value, str) and value.startswith("-"):
        return value[1:], -1
    if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
        return -value, -1
    return value, 1


def offer_of(bidder_id: int, amount: Any, most: Any = None) -> Offer:
    """Without a maximum, the amount is the maximum."""
    asked = amount_of(amount)
    limit = asked if most is None else amount_of(most)
    if limit < asked:
        raise InvalidAmount("Your maximum must be at least your bid.")
    return Offer(bidder_id, asked, limit)


def minimum_bid(state: AuctionState, *, start_counts: bool = False) -> int:
    """`start_counts` applies only to auctions without their own rule."""
    if state.current_bid is None:
        at_start = start_counts if state.start_counts is None else state.start_counts
        return state.starting_price + (0 if at_start else state.bid_increment)
    return state.current_bid + state.bid_increment


def check_running(status: str, ends_at: datetime, now: datetime) -> None:
    """Raises unless the auction is running. Call with the auction locked, or with a write that fails after
    concurrent changes. Read `now` under the same protection."""
    if status == "ended" or now >= ends_at:
        raise AuctionEnded
    if status != "active":
        raise AuctionNotActive


def place_bid(state: AuctionState, offer: Offer, now: datetime, *, start_counts: bool = False) -> Decision:
    """Save the decision only if the auction and the bidder are unchanged (decision 0017)."""
    if offer.bidder_id == state.seller_id:
        raise OwnListing
    check_running(state.status, state.ends_at, now)
    minimum = minimum_bid(state, start_counts=start_counts)
    if offer.amount < minimum:
        raise BidTooLow(minimum)
    steps, leader = _steps(state, offer)
    if state.reserve_price is not None:
        price = steps[-1].amount if steps else state.current_bid or 0
        if leader.most >= state.reserve_price > price:
            steps.append(Step(leader.bidder_id, state.reserve_price, is_auto=True))
    return Decision(tuple(steps), _state_after(state, steps, leader, now))


def _steps(state: AuctionState, offer: Offer) -> tuple[list[Step], Offer]:
    if state.leader_id is None:
        return [Step(offer.bidder_id, offer.amount)], offer
    assert state.current_bid is not None
    assert state.leader_most is not None
    leader = Offer(state.leader_id, state.current_bid, state.leader_most)
    if offer.bidder_id == leader.bidder_id:
        if offer.most <= leader.most:
            raise MaximumNotRaised
        return [], replace(leader, most=offer.most)
    steps = [Step(offer.bidder_id, offer.amount)]
    if offer.most > leader.most:
        _answer(steps, leader.bidder_id, leader.most)
        _answer(steps, offer.bidder_id, min(offer.most, leader.most + state.bid_increment))
        return steps, offer
    _answer(steps, offer.bidder_id, offer.most)
    answer = min(leader.most, offer.most + state.bid_increment)
    steps.append(Step(leader.bidder_id, answer, is_auto=True))  # The earlier of two equal maximums wins.
    return steps, leader


def _answer(steps: list[Step], bidder_id: int, amount: int) -> None:
    if amount > steps[-1].amount:
        steps.append(Step(bidder_id, amount, is_auto=True))


def _state_after(state: AuctionState, steps: list[Step], leader: Offer, now: datetime) -> AuctionState:
    if not steps:
        return replace(state, leader_most=leader.most)
    return replace(
        state,
        current_bid=steps[-1].amount,
        leader_id=leader.bidder_id,
        leader_most=leader.most,
        ends_at=end_after_bid(state, now),
    )


def end_after_bid(state: AuctionState, now: datetime) -> datetime:
    """Late bids extend the end, up to the cap. The end never moves earlier."""
    extension = state.extension
    if state.ends_at - now > extension.window:
        return state.ends_at
    return max(state.ends_at, min(now + extension.length, extension.latest))


def mask_name(username: str) -> str:
    """Returns the public form of a bidder's name: `a***z`."""
    return f"{username[:1]}***{username[-1:]}"


def buy_now_open(state: AuctionState, buy_now_price: int | None) -> bool:
    """True until the bids reach the reserve or the Buy Now price (C21)."""
    if buy_now_price is None or state.status != "active":
        return False
    reached = state.current_bid or 0
    return reached < min(buy_now_price, buy_now_price if state.reserve_price is None else state.reserve_price)
