"""Compares what bidders did and saw with what the platform stored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

# `raised`: the leader's higher maximum, which is not a bid.
Outcome = Literal["accepted", "raised", "too low", "ended", "unknown"]


class Broken(AssertionError): ...


@dataclass(frozen=True)
class Attempt:
    """From the first request to the last response. Money in sen, times of one clock."""

    bidder_id: int
    amount: int
    began: float
    ended: float
    outcome: Outcome
    # Its own bid and the proxy bidder's responses.
    seq: int | None = None
    minimum: int | None = None
    answers: frozenset[str] = frozenset()
    most: int | None = None


@dataclass(frozen=True)
class StoredBid:
    seq: int
    bidder_id: int
    amount: int
    is_auto: bool = False
    placed_at: float = 0.0


@dataclass(frozen=True)
class Move:
    """The leader and price after the proxy bidder's response."""

    seq: int
    bidder_id: int
    amount: int
    leader_id: int
    price: int


@dataclass(frozen=True)
class Published:
    """`opened` is version 1."""

    id: str
    version: int
    bidder_id: int | None = None
    amount: int | None = None
    # The new end.
    ends_at: float | None = None
    outcome: str | None = None
    winner_id: int | None = None
    price: int | None = None


@dataclass(frozen=True)
class Terms:
    start: int
    increment: int
    end: float = inf
    window: float = 0.0
    length: float = 0.0
    cap: float = 0.0


def moves(stored: Sequence[StoredBid]) -> list[Move]:
    found: list[Move] = []
    for bid in stored:
        if bid.is_auto and found:
            found[-1] = replace(found[-1], seq=bid.seq, leader_id=bid.bidder_id, price=bid.amount)
        else:
            found.append(Move(bid.seq, bid.bidder_id, bid.amount, bid.bidder_id, bid.amount))
    return found


def check_bids(terms: Terms, attempts: Sequence[Attempt], stored: Sequence[StoredBid]) -> None:
    _check_order(terms, stored)
    check_accepted(attempts, stored)
    log = moves(stored)
    _check_origin(attempts, log)
    check_maximums(terms, attempts, log)
    _check_real_time(terms, attempts, log)


def once(published: Iterable[Published]) -> list[Published]:
    """Remove duplicates. The rest must be complete and in order."""
    events = list({event.id: event for event in published}.values())
    versions = [event.version for event in events]
    if versions != list(range(1, len(events) + 1)):
        raise Broken(f"events have the versions {_describe(versions)}")
    return events


def check_events(stored: Sequence[StoredBid], published: Iterable[Published]) -> None:
    bids = [event for event in once(published) if event.amount is not None]
    if len(bids) != len(stored):
        raise Broken(f"there are {len(bids)} events for {len(stored)} bids")
    for event, bid in zip(bids, stored, strict=True):
        if (event.bidder_id, event.amount) != (bid.bidder_id, bid.amount):
            raise Broken(f"the event of version {event.version} says {event}, stored is {bid}")


def check_sights(published: Iterable[Published], sights: Iterable[tuple[int, int]]) -> None:
    """Each frame (seq, amount) matches the published event."""
    amounts = {event.version: event.amount for event in published}
    for version, amount in sights:
        if amounts.get(version) != amount:
            raise Broken(f"a watcher saw {amount} as number {version}, which is not what was published")


def check_reader(prices: Sequence[int]) -> None:
    for before, after in zip(prices, prices[1:], strict=False):
        if after < before:
            raise Broken(f"a reader saw {after} after {before}")


def _check_order(terms: Terms, stored: Sequence[StoredBid]) -> None:
    """Bids meet the minimum, and proxy bids rise or keep their place."""
    price, leader = terms.start, 0
    for place, bid in enumerate(stored, start=1):
        if bid.seq != place:
            raise Broken(f"the sequence has {bid.seq} where {place} belongs")
        holds = bid.is_auto and bid.amount == price and bid.bidder_id != leader
        if bid.amount < price + (1 if bid.is_auto else terms.increment) and not holds:
            raise Broken(f"bid {bid.seq} of {bid.amount} follows {price}")
        price, leader = bid.amount, bid.bidder_id


def check_accepted(attempts: Sequence[Attempt], stored: Sequence[StoredBid]) -> None:
    """Acknowledged bids are stored where the response said, and a key has one response."""
    log = {move.seq: (move.bidder_id, move.amount) for move in moves(stored)}
    for attempt in attempts:
        if attempt.outcome != "accepted":
            continue
        if attempt.seq is None or log.get(attempt.seq) != (attempt.bidder_id, attempt.amount):
            raise Broken(f"acknowledged and lost: {attempt}")
        if len(attempt.answers) > 1:
            raise Broken(f"one key, two answers: {attempt}")


def _check_origin(attempts: Sequence[Attempt], log: Sequence[Move]) -> None:
    """An unknown attempt is stored at most once."""
    possible = {
        (attempt.bidder_id, attempt.amount)
        for attempt in attempts
        if attempt.outcome in ("accepted", "unknown")
    }
    for move in log:
        if (move.bidder_id, move.amount) not in possible:
            raise Broken(f"stored, but it was never bid, or it was refused, or it is there twice: {move}")
        possible.discard((move.bidder_id, move.amount))


def check_maximums(terms: Terms, attempts: Sequence[Attempt], log: Sequence[Move]) -> None:
    """Raising a maximum stores no bid, so a possible maximum must explain the price."""
    offers = {(attempt.bidder_id, attempt.amount): attempt for attempt in attempts}
    raises = [attempt for attempt in attempts if attempt.outcome in ("raised", "unknown")]
    leader, maximums, since = 0, {0}, inf
    for move in log:
        offer = offers[move.bidder_id, move.amount]
        theirs = [item for item in raises if item.bidder_id == leader]
        acknowledged = [
            _most(item)
            for item in theirs
            if item.outcome == "raised" and since < item.began and item.ended < offer.began
        ]
        possible = {max(most, raised) for most in maximums for raised in (0, *map(_most, theirs))}
        fits = {
            most
            for most in possible
            if most >= max(acknowledged, default=0)
            and _settled(terms, leader, most, offer) == (move.leader_id, move.price)
        }
        if not fits:
            raise Broken(f"no maximum explains {move}")
        maximums = fits
        if move.leader_id == move.bidder_id:
            leader, maximums, since = move.leader_id, {_most(offer)}, _latest(offer)


def _settled(terms: Terms, leader: int, maximum: int, offer: Attempt) -> tuple[int, int]:
    if _most(offer) > maximum:
        return offer.bidder_id, max(offer.amount, min(_most(offer), maximum + terms.increment))
    return leader, min(maximum, _most(offer) + terms.increment)


def _most(attempt: Attempt) -> int:
    return attempt.most or attempt.amount


def _check_real_time(terms: Terms, attempts: Sequence[Attempt], log: Sequence[Move]) -> None:
    """Each stored bid happened between request and response, after the bids before it. Each *too low* saw a
    price of its time, and each *ended* came last. The sequence is given, so no search is needed."""
    spans = {(item.bidder_id, item.amount): (item.began, _latest(item)) for item in attempts}
    known = [(-inf, inf), *(spans[move.bidder_id, move.amount] for move in log)]
    earliest, latest = [began for began, _ in known], [ended for _, ended in known]
    for attempt, place in _refused(terms, attempts, log):
        if place:
            latest[place] = min(latest[place], attempt.ended)
        if place < len(log):
            earliest[place + 1] = max(earliest[place + 1], attempt.began)
    for place in range(len(log), 0, -1):
        latest[place - 1] = min(latest[place - 1], latest[place])
    for place, move in enumerate(log, start=1):
        earliest[place] = max(earliest[place], earliest[place - 1])
        if earliest[place] > latest[place]:
            raise Broken(f"against real time: no moment is left for {move}")


def _latest(attempt: Attempt) -> float:
    """A bid without a response may still be on its way."""
    return inf if attempt.outcome == "unknown" else attempt.ended


def _refused(terms: Terms, attempts: Sequence[Attempt], log: Sequence[Move]) -> Iterable[tuple[Attempt, int]]:
    """Derived from the minimum of a *too low*."""
    places = {
        price + terms.increment: n for n, price in enumerate((terms.start, *(move.price for move in log)))
    }
    for attempt in attempts:
        if attempt.outcome == "ended":
            yield attempt, len(log)
        elif attempt.outcome == "too low":
            place = places.get(attempt.minimum or 0)
            if place is None or attempt.amount >= (attempt.minimum or 0):
                raise Broken(f"refused for no reason that was ever true: {attempt}")
            yield attempt, place


def _describe(numbers: list[int]) -> str:
    jumps = [f"{a}→{b}" for a, b in zip(numbers, numbers[1:], strict=False) if b != a + 1]
    return f"{numbers[:1]}..{numbers[-1:]} ({len(numbers)}), jumps: {jumps[:5]}"
