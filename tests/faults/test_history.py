"""The checker of bids sees each kind of fault in a hand-made history: a check that cannot fail proves nothing."""

from dataclasses import replace

import pytest

from tests.faults.history import Attempt, Broken, Stored, Terms, Told, check_bids, check_facts, check_reader

TERMS = Terms(start=100_00, increment=5_00)
STORED = [Stored(1, 7, 105_00), Stored(2, 8, 110_00), Stored(3, 7, 120_00)]
ATTEMPTS = [
    Attempt(7, 105_00, 1.0, 2.0, "accepted", seq=1),
    Attempt(8, 110_00, 1.5, 3.0, "accepted", seq=2),
    Attempt(9, 106_00, 2.5, 2.9, "too low", minimum=110_00),
    Attempt(7, 120_00, 4.0, 5.0, "unknown"),
    Attempt(9, 125_00, 4.0, 5.0, "unknown"),
]
FACTS = [Told("a", 1), Told("b", 2, 7, 105_00), Told("c", 3, 8, 110_00), Told("d", 4, 7, 120_00)]


def test_a_good_history_passes_and_an_unknown_bid_may_be_in_or_out() -> None:
    check_bids(TERMS, ATTEMPTS, STORED)
    check_bids(TERMS, ATTEMPTS, STORED[:2])


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        pytest.param(STORED[:1], "acknowledged and lost", id="an acknowledged bid is lost"),
        pytest.param([STORED[0], replace(STORED[2], seq=3)], "has 3 where 2", id="a gap in the sequence"),
        pytest.param([*STORED, replace(STORED[2], seq=4)], "follows 12000", id="a bid is there twice"),
        pytest.param([*STORED, Stored(4, 7, 125_00)], "nobody bid it", id="a bid that nobody made"),
        pytest.param([STORED[0], STORED[2], STORED[1]], "has 3 where 2", id="out of order"),
        pytest.param([*STORED[:2], Stored(3, 7, 109_00)], "follows 11000", id="the price goes down"),
        pytest.param([*STORED[:2], Stored(3, 7, 114_99)], "follows 11000", id="less than the increment"),
    ],
)
def test_a_fault_in_what_is_stored_is_seen(stored: list[Stored], words: str) -> None:
    with pytest.raises(Broken, match=words):
        check_bids(TERMS, ATTEMPTS, stored)


@pytest.mark.parametrize(
    ("odd", "words"),
    [
        pytest.param(Attempt(9, 120_00, 3, 4, "accepted", seq=3), "acknowledged and lost", id="another's bid"),
        pytest.param(Attempt(9, 110_00, 3, 4, "too low", minimum=111_00), "for no reason", id="a minimum never true"),
        pytest.param(Attempt(9, 130_00, 3, 4, "too low", minimum=125_00), "for no reason", id="high enough"),
        pytest.param(
            Attempt(9, 100_00, 3.5, 4, "too low", minimum=105_00), "no moment is left", id="a price of before"
        ),
        pytest.param(replace(ATTEMPTS[1], began=0.1, ended=0.2), "against real time", id="against real time"),
        pytest.param(replace(ATTEMPTS[1], answers=frozenset("xy")), "two answers", id="a repeat answered otherwise"),
    ],
)
def test_a_fault_in_what_bidders_were_told_is_seen(odd: Attempt, words: str) -> None:
    others = [attempt for attempt in ATTEMPTS if attempt.bidder_id != odd.bidder_id]
    with pytest.raises(Broken, match=words):
        check_bids(TERMS, [*others, odd], STORED)


def test_a_refused_bid_that_is_stored_all_the_same_is_seen() -> None:
    refused = replace(ATTEMPTS[3], outcome="too low", minimum=125_00)
    with pytest.raises(Broken, match="or it was refused"):
        check_bids(TERMS, [*ATTEMPTS[:3], refused], STORED)


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param(FACTS[:3], id="the last is missing"),
        pytest.param([FACTS[0], FACTS[2], FACTS[3]], id="a gap"),
        pytest.param([FACTS[0], FACTS[2], FACTS[1], FACTS[3]], id="out of order"),
        pytest.param([*FACTS, Told("e", 4, 7, 120_00)], id="told twice under two ids"),
        pytest.param([*FACTS[:3], Told("d", 4, 7, 121_00)], id="another amount"),
    ],
)
def test_a_fault_in_the_facts_is_seen(facts: list[Told]) -> None:
    with pytest.raises(Broken):
        check_facts(STORED, facts)


def test_the_same_fact_told_again_is_no_fault_and_a_falling_price_is_one() -> None:
    check_facts(STORED, [*FACTS, FACTS[1]])
    check_reader([105_00, 105_00, 110_00])
    with pytest.raises(Broken, match="10500 after 11000"):
        check_reader([110_00, 105_00])
