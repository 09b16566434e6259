"""What bidders did and were told, and the checker that holds it against what the house kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

Outcome = Literal["accepted", "too low", "unknown"]


class Broken(AssertionError):
    """A promise about bids is broken; the message says which, and where."""


@dataclass(frozen=True)
class Attempt:
    """One bid under one key, from its first sending to its last answer; money in sen, moments of one clock."""

    bidder_id: int
    amount: int
    began: float
    ended: float
    outcome: Outcome
    seq: int | None = None
    minimum: int | None = None
    answers: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Stored:
    """A bid as the auction service's table holds it."""

    seq: int
    bidder_id: int
    amount: int


@dataclass(frozen=True)
class Told:
    """A fact about the auction as Kafka or the record of admin holds it; `opened` is version 1, bid n is n + 1."""

    id: str
    version: int
    bidder_id: int | None = None
    amount: int | None = None


@dataclass(frozen=True)
class Terms:
    """What the first bid and each next one must reach."""

    start: int
    increment: int


def check_bids(terms: Terms, attempts: Sequence[Attempt], stored: Sequence[Stored]) -> None:
    """Every rule about what bidders were told, and what was stored."""
    _check_order(terms, stored)
    check_accepted(attempts, stored)
    _check_origin(attempts, stored)
    _check_real_time(terms, attempts, stored)


def check_facts(stored: Sequence[Stored], told: Iterable[Told]) -> None:
    """Deduplicated by id, the facts are complete, without gap, in order, and say what is stored."""
    once = list({fact.id: fact for fact in told}.values())
    versions = [fact.version for fact in once]
    if versions != list(range(1, len(stored) + 2)):
        raise Broken(f"facts have the versions {_shown(versions)} for {len(stored)} bids")
    for fact, bid in zip(once[1:], stored, strict=True):
        if (fact.bidder_id, fact.amount) != (bid.bidder_id, bid.amount):
            raise Broken(f"the fact of version {fact.version} says {fact}, stored is {bid}")


def check_sights(stored: Sequence[Stored], sights: Iterable[tuple[int, int]]) -> None:
    """Each frame (seq, amount) that a watcher saw says what is stored under that number."""
    for version, amount in sights:
        if not 2 <= version <= len(stored) + 1 or stored[version - 2].amount != amount:
            raise Broken(f"a watcher saw {amount} as number {version}, which is not what is stored")


def check_reader(prices: Sequence[int]) -> None:
    """No reader sees the price go down."""
    for before, after in zip(prices, prices[1:], strict=False):
        if after < before:
            raise Broken(f"a reader saw {after} after {before}")


def _check_order(terms: Terms, stored: Sequence[Stored]) -> None:
    price = terms.start
    for place, bid in enumerate(stored, start=1):
        if bid.seq != place:
            raise Broken(f"the sequence has {bid.seq} where {place} belongs")
        if bid.amount < price + terms.increment:
            raise Broken(f"bid {bid.seq} of {bid.amount} follows {price}")
        price = bid.amount


def check_accepted(attempts: Sequence[Attempt], stored: Sequence[Stored]) -> None:
    """What was acknowledged is there, where the answer said, and one key had one answer."""
    for attempt in attempts:
        if attempt.outcome != "accepted":
            continue
        seq = attempt.seq or 0
        if not 1 <= seq <= len(stored) or stored[seq - 1] != Stored(seq, attempt.bidder_id, attempt.amount):
            raise Broken(f"acknowledged and lost: {attempt}")
        if len(attempt.answers) > 1:
            raise Broken(f"one key, two answers: {attempt}")


def _check_origin(attempts: Sequence[Attempt], stored: Sequence[Stored]) -> None:
    """Each stored bid comes from one attempt that was not refused; an unknown one is in or out, never twice."""
    possible = {(attempt.bidder_id, attempt.amount) for attempt in attempts if attempt.outcome != "too low"}
    for bid in stored:
        if (bid.bidder_id, bid.amount) not in possible:
            raise Broken(f"stored, but nobody bid it, or it was refused, or it is there twice: {bid}")
        possible.discard((bid.bidder_id, bid.amount))


def _check_real_time(terms: Terms, attempts: Sequence[Attempt], stored: Sequence[Stored]) -> None:
    """There is one order that agrees with everybody's clock: for each stored bid a moment at which it came in, between
    its question and its answer, after those before it, and such that each *too low* saw a price of its own time.

    The sequence is given, so no search is needed: what must be before and after each bid leaves a span or nothing."""
    spans = {(one.bidder_id, one.amount): (one.began, _latest(one)) for one in attempts}
    known = [(-inf, inf), *(spans[bid.bidder_id, bid.amount] for bid in stored)]
    earliest, latest = [began for began, _ in known], [ended for _, ended in known]
    for attempt, place in _refused(terms, attempts, stored):
        if place:
            latest[place] = min(latest[place], attempt.ended)
        if place < len(stored):
            earliest[place + 1] = max(earliest[place + 1], attempt.began)
    for place in range(len(stored), 0, -1):
        latest[place - 1] = min(latest[place - 1], latest[place])
    for place, bid in enumerate(stored, start=1):
        earliest[place] = max(earliest[place], earliest[place - 1])
        if earliest[place] > latest[place]:
            raise Broken(f"against real time: no moment is left for {bid}")


def _latest(attempt: Attempt) -> float:
    """Until when a bid may have come in; one without an answer may still be on its way."""
    return inf if attempt.outcome == "unknown" else attempt.ended


def _refused(terms: Terms, attempts: Sequence[Attempt], stored: Sequence[Stored]) -> Iterable[tuple[Attempt, int]]:
    """Each *too low* with the number of bids that were in when it was refused: its minimum tells."""
    places = {price + terms.increment: n for n, price in enumerate((terms.start, *(bid.amount for bid in stored)))}
    for attempt in attempts:
        if attempt.outcome == "too low":
            place = places.get(attempt.minimum or 0)
            if place is None or attempt.amount >= (attempt.minimum or 0):
                raise Broken(f"refused for no reason that was ever true: {attempt}")
            yield attempt, place


def _shown(numbers: list[int]) -> str:
    odd = [f"{a}→{b}" for a, b in zip(numbers, numbers[1:], strict=False) if b != a + 1]
    return f"{numbers[:1]}..{numbers[-1:]} ({len(numbers)}), jumps: {odd[:5]}"
