"""What a bid does to an auction: pure, with money in sen and the time as an argument.

Every visible amount is a bid of the log; the newest of those that count says who leads and at what price. A maximum is
kept secret: the house bids for whoever gave it, just as much as is needed, each step a bid of its own (beyond 6.1)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from libs.kit import money
from services.auction.domain.refusals import (
    AuctionEnded,
    AuctionNotActive,
    BidTooLow,
    InvalidAmount,
    MaximumNotRaised,
    OwnListing,
)
from services.auction.domain.terms import HIGHEST_BID

MOST_STEPS = 4
"""One offer leads to so many bids at most: its own, an answer, its own again, and the step to the reserve."""


@dataclass(frozen=True, slots=True)
class Extension:
    """How late bids move the end: fixed when the auction was made, and shown."""

    window: timedelta
    length: timedelta
    latest: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """An auction as a decision needs it."""

    seller_id: int
    status: str
    starting_price: int
    bid_increment: int
    reserve_price: int | None
    ends_at: datetime
    extension: Extension
    current_bid: int | None = None
    leader_id: int | None = None
    leader_most: int | None = None
    """The most the leader would pay; their secret."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody bids, and the most they would pay."""

    bidder_id: int
    amount: int
    most: int


@dataclass(frozen=True, slots=True)
class Step:
    """One bid of the log; `is_auto` when the house made it for whoever gave a maximum."""

    bidder_id: int
    amount: int
    is_auto: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What an offer does: the bids it adds, in order, and the auction after them. No step: only a maximum rose."""

    steps: tuple[Step, ...]
    after: Standing


def amount_of(value: Any) -> int:
    """A bid as it was typed or sent, in sen."""
    unsigned, sign = _sign_apart(value)
    try:
        amount = sign * money.sen_from_ringgit(unsigned)
    except ValueError as odd:
        raise InvalidAmount from odd
    if amount > HIGHEST_BID:
        raise InvalidAmount(f"The highest possible bid is {money.written(HIGHEST_BID)}.")
    return amount


def _sign_apart(value: Any) -> tuple[Any, int]:
    """An amount below zero is an amount, and too low: whoever sends one hears the minimum."""
    if isinstance(value, str) and value.startswith("-"):
        return value[1:], -1
    if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
        return -value, -1
    return value, 1


def offer_of(bidder_id: int, amount: Any, most: Any = None) -> Offer:
    """An offer as it was sent; without a maximum the amount is the most."""
    asked = amount_of(amount)
    limit = asked if most is None else amount_of(most)
    if limit < asked:
        raise InvalidAmount("Your maximum must be at least your bid.")
    return Offer(bidder_id, asked, limit)


def minimum_bid(standing: Standing, *, start_counts: bool = False) -> int:
    """The lowest bid that would be accepted; with `start_counts` the first bid may equal the starting price."""
    if standing.current_bid is None:
        return standing.starting_price + (0 if start_counts else standing.bid_increment)
    return standing.current_bid + standing.bid_increment


def check_running(status: str, ends_at: datetime, now: datetime) -> None:
    """Bids come and go while an auction runs, never after. Call with it locked, or where it is written behind a
    fence, and `now` read with it."""
    if status == "ended" or now >= ends_at:
        raise AuctionEnded
    if status != "active":
        raise AuctionNotActive


def place(standing: Standing, offer: Offer, now: datetime, *, start_counts: bool = False) -> Decision:
    """Accept or refuse an offer. What it decides is written behind a fence (decision 0017)."""
    if offer.bidder_id == standing.seller_id:
        raise OwnListing
    check_running(standing.status, standing.ends_at, now)
    minimum = minimum_bid(standing, start_counts=start_counts)
    if offer.amount < minimum:
        raise BidTooLow(minimum)
    steps, leader = _steps(standing, offer)
    if standing.reserve_price is not None:
        price = steps[-1].amount if steps else standing.current_bid or 0
        if leader.most >= standing.reserve_price > price:
            steps.append(Step(leader.bidder_id, standing.reserve_price, is_auto=True))
    return Decision(tuple(steps), _after(standing, steps, leader, now))


def _steps(standing: Standing, offer: Offer) -> tuple[list[Step], Offer]:
    """The bids that an offer leads to, and who leads after them with which maximum."""
    if standing.leader_id is None:
        return [Step(offer.bidder_id, offer.amount)], offer
    assert standing.current_bid is not None
    assert standing.leader_most is not None
    leader = Offer(standing.leader_id, standing.current_bid, standing.leader_most)
    if offer.bidder_id == leader.bidder_id:
        if offer.most <= leader.most:
            raise MaximumNotRaised
        return [], replace(leader, most=offer.most)
    steps = [Step(offer.bidder_id, offer.amount)]
    if offer.most > leader.most:
        _answer(steps, leader.bidder_id, leader.most)
        _answer(steps, offer.bidder_id, min(offer.most, leader.most + standing.bid_increment))
        return steps, offer
    _answer(steps, offer.bidder_id, offer.most)
    held = min(leader.most, offer.most + standing.bid_increment)
    steps.append(Step(leader.bidder_id, held, is_auto=True))  # at the same amount the earlier maximum holds the place
    return steps, leader


def _answer(steps: list[Step], bidder_id: int, amount: int) -> None:
    """The house bids for somebody as far as it has to; what would not rise is no bid."""
    if amount > steps[-1].amount:
        steps.append(Step(bidder_id, amount, is_auto=True))


def _after(standing: Standing, steps: list[Step], leader: Offer, now: datetime) -> Standing:
    if not steps:
        return replace(standing, leader_most=leader.most)
    return replace(
        standing,
        current_bid=steps[-1].amount,
        leader_id=leader.bidder_id,
        leader_most=leader.most,
        ends_at=end_after_bid(standing, now),
    )


def end_after_bid(standing: Standing, now: datetime) -> datetime:
    """A bid in the last moments leaves everybody the same time to answer, up to the cap; the end never comes nearer."""
    extension = standing.extension
    if standing.ends_at - now > extension.window:
        return standing.ends_at
    return max(standing.ends_at, min(now + extension.length, extension.latest))


def masked(username: str) -> str:
    """A bidder's name for everybody: `a***z`."""
    return f"{username[:1]}***{username[-1:]}"


def buy_now_open(standing: Standing, buy_now_price: int | None) -> bool:
    """Buying at once ends when the bids have reached the reserve, or the price itself (C21)."""
    if buy_now_price is None or standing.status != "active":
        return False
    reached = standing.current_bid or 0
    return reached < min(buy_now_price, buy_now_price if standing.reserve_price is None else standing.reserve_price)
