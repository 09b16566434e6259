"""What bidders did and were told, and the checker that compares it with what the platform kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

# `raised`: the leader gave a higher maximum, which is no bid.
Outcome = Literal["accepted", "raised", "too low", "ended", "unknown"]


class Broken(AssertionError): ...


@dataclass(frozen=True)
class Attempt:
    """One bid under one key, from its first sending to its last answer; money in sen, moments of one
    clock."""

    bidder_id: int
    amount: int
    began: float
    ended: float
    outcome: Outcome
    # How many bids there were with it, and with what the proxy bidder bid in answer.
    seq: int | None = None
    minimum: int | None = None
    answers: frozenset[str] = frozenset()
    # The maximum, if one was named.
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
    """What one offer did: the bid, and who leads at what price after the proxy bidder has answered."""

    seq: int
    bidder_id: int
    amount: int
    leader_id: int
    price: int


@dataclass(frozen=True)
class Published:
    """An event about the auction as Kafka or the record of admin holds it; `opened` is version 1."""

    id: str
    version: int
    bidder_id: int | None = None
    amount: int | None = None
    # Where the end was moved to.
    ends_at: float | None = None
    outcome: str | None = None
    winner_id: int | None = None
    price: int | None = None


@dataclass(frozen=True)
class Terms:
    """What the first bid and each next one must reach; when it ends, and how late bids move that."""

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
    """Events without those that came again, which must be complete, without gap, and in order."""
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
    """Each frame (seq, amount) that a watcher saw says what was told under that number."""
    amounts = {event.version: event.amount for event in published}
    for version, amount in sights:
        if amounts.get(version) != amount:
            raise Broken(f"a watcher saw {amount} as number {version}, which is not what was published")


def check_reader(prices: Sequence[int]) -> None:
    for before, after in zip(prices, prices[1:], strict=False):
        if after < before:
            raise Broken(f"a reader saw {after} after {before}")


def _check_order(terms: Terms, stored: Sequence[StoredBid]) -> None:
    """Check that each person's bid is high enough, and that the proxy bidder's answers rise or keep their
    place."""
    price, leader = terms.start, 0
    for place, bid in enumerate(stored, start=1):
        if bid.seq != place:
            raise Broken(f"the sequence has {bid.seq} where {place} belongs")
        holds = bid.is_auto and bid.amount == price and bid.bidder_id != leader
        if bid.amount < price + (1 if bid.is_auto else terms.increment) and not holds:
            raise Broken(f"bid {bid.seq} of {bid.amount} follows {price}")
        price, leader = bid.amount, bid.bidder_id


def check_accepted(attempts: Sequence[Attempt], stored: Sequence[StoredBid]) -> None:
    """What was acknowledged is there, where the answer said, and one key had one answer."""
    log = {move.seq: (move.bidder_id, move.amount) for move in moves(stored)}
    for attempt in attempts:
        if attempt.outcome != "accepted":
            continue
        if attempt.seq is None or log.get(attempt.seq) != (attempt.bidder_id, attempt.amount):
            raise Broken(f"acknowledged and lost: {attempt}")
        if len(attempt.answers) > 1:
            raise Broken(f"one key, two answers: {attempt}")


def _check_origin(attempts: Sequence[Attempt], log: Sequence[Move]) -> None:
    """Each stored bid comes from one attempt that was not refused; an unknown one is in or out, never
    twice."""
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
    """Check that the proxy bidder bids exactly as far as it has to.

    The leader's maximum may be unknown, because it is raised without a bid: then a possible one must
    explain the price."""
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
    """Who leads at what price after an offer, as the rule is told in words."""
    if _most(offer) > maximum:
        return offer.bidder_id, max(offer.amount, min(_most(offer), maximum + terms.increment))
    return leader, min(maximum, _most(offer) + terms.increment)


def _most(attempt: Attempt) -> int:
    return attempt.most or attempt.amount


def _check_real_time(terms: Terms, attempts: Sequence[Attempt], log: Sequence[Move]) -> None:
    """There is one order that agrees with everybody's clock: for each stored bid a moment at which it came
    in, between its question and its answer, after those before it, and such that each *too low* saw a
    price of its own time, and each *ended* came after them all.

    The sequence is given, so no search is needed: what must be before and after each bid leaves a span or
    nothing."""
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
    """Until when a bid may have come in; one without an answer may still be on its way."""
    return inf if attempt.outcome == "unknown" else attempt.ended


def _refused(terms: Terms, attempts: Sequence[Attempt], log: Sequence[Move]) -> Iterable[tuple[Attempt, int]]:
    """Each refusal with the number of offers that were in when it was made: of a *too low* its minimum
    tells."""
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
