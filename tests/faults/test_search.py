import random
from dataclasses import replace

import pytest

from tests.faults.history import Attempt, Broken, Outcome, StoredBid, Terms, check_bids
from tests.faults.search import is_explained

TERMS = Terms(start=100, increment=10)
HISTORIES, MOST = 4_000, 10


def a_history(dice: random.Random) -> tuple[list[Attempt], list[StoredBid]]:
    """A valid history, in which some responses are lost."""
    attempts, stored, price = list[Attempt](), list[StoredBid](), TERMS.start
    for moment in range(1, dice.randint(2, MOST)):
        bidder, minimum = dice.randint(1, 4), price + TERMS.increment
        amount = minimum + dice.randrange(-15, 16)
        began, ended = moment - dice.uniform(0, 3), moment + dice.uniform(0, 3)
        if amount < minimum:
            attempts.append(Attempt(bidder, amount, began, ended, "too low", minimum=minimum))
            continue
        outcome: Outcome = "unknown" if dice.random() < 0.2 else "accepted"
        stored.append(StoredBid(len(stored) + 1, bidder, amount))
        attempts.append(Attempt(bidder, amount, began, ended, outcome, seq=len(stored)))
        price = amount
    if dice.random() < 0.3:
        attempts.append(Attempt(9, price + 500, 1.0, 2.0, "unknown"))
    return [one for n, one in enumerate(attempts) if _first(one, attempts[:n])], stored


def _first(one: Attempt, earlier: list[Attempt]) -> bool:
    return (one.bidder_id, one.amount) not in {(other.bidder_id, other.amount) for other in earlier}


def with_a_fault(attempts: list[Attempt], stored: list[StoredBid], dice: random.Random) -> None:
    n = dice.randrange(len(attempts))
    one, by = attempts[n], dice.uniform(-6, 6)
    kinds = ["none", "moved", "moved", "moved"]
    if one.outcome == "too low":
        kinds += ["minimum", "minimum"]
    elif stored:
        kinds += ["lost", "number"]
    match dice.choice(kinds):
        case "moved":
            attempts[n] = replace(one, began=one.began + by, ended=one.ended + by)
        case "minimum":
            before = dice.choice([TERMS.start, *(bid.amount for bid in stored)])
            attempts[n] = replace(one, minimum=before + TERMS.increment)
        case "lost":
            stored.pop()
        case "number":
            attempts[n] = replace(one, seq=dice.randint(1, len(stored)))


def test_quick_check_and_search_agree_on_many_histories() -> None:
    dice, verdicts = random.Random(20261122), {True: 0, False: 0}
    for number in range(HISTORIES):
        attempts, stored = a_history(dice)
        if not attempts:
            continue
        with_a_fault(attempts, stored, dice)
        if len({(attempt.bidder_id, attempt.amount) for attempt in attempts}) < len(attempts):
            continue
        explained = is_explained(TERMS, attempts, stored)
        verdicts[explained] += 1
        try:
            check_bids(TERMS, attempts, stored)
            quick = True
        except Broken:
            quick = False
        assert quick == explained, (number, attempts, stored)
    assert min(verdicts.values()) > HISTORIES / 10, "both kinds were met often"


def test_stale_price_after_a_newer_one_is_found_by_both() -> None:
    stored = [StoredBid(1, 1, 110), StoredBid(2, 2, 120)]
    attempts = [
        Attempt(1, 110, 0.0, 1.0, "accepted", seq=1),
        Attempt(2, 120, 2.0, 9.0, "accepted", seq=2),
        Attempt(3, 125, 3.0, 4.0, "too low", minimum=130),
        Attempt(4, 115, 5.0, 6.0, "too low", minimum=120),
    ]
    assert not is_explained(TERMS, attempts, stored)
    with pytest.raises(Broken, match="against real time"):
        check_bids(TERMS, attempts, stored)
