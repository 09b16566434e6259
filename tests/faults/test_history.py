from dataclasses import replace

import pytest

from tests.faults.history import (
    Attempt,
    Broken,
    Published,
    StoredBid,
    Terms,
    check_bids,
    check_events,
    check_reader,
    check_sights,
)

TERMS = Terms(start=100_00, increment=5_00)
STORED = [StoredBid(1, 7, 105_00), StoredBid(2, 8, 110_00), StoredBid(3, 7, 120_00)]
ATTEMPTS = [
    Attempt(7, 105_00, 1.0, 2.0, "accepted", seq=1),
    Attempt(8, 110_00, 1.5, 3.0, "accepted", seq=2),
    Attempt(9, 106_00, 2.5, 2.9, "too low", minimum=110_00),
    Attempt(7, 120_00, 4.0, 5.0, "unknown"),
    Attempt(9, 125_00, 4.0, 5.0, "unknown"),
]
EVENTS = [
    Published("a", 1),
    Published("b", 2, 7, 105_00),
    Published("c", 3, 8, 110_00),
    Published("d", 4, 7, 120_00),
]


def test_valid_history_passes_with_unknown_bid_either_way() -> None:
    check_bids(TERMS, ATTEMPTS, STORED)
    check_bids(TERMS, ATTEMPTS, STORED[:2])


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        pytest.param(STORED[:1], "acknowledged and lost", id="an acknowledged bid is lost"),
        pytest.param([STORED[0], replace(STORED[2], seq=3)], "has 3 where 2", id="a gap in the sequence"),
        pytest.param([*STORED, replace(STORED[2], seq=4)], "follows 12000", id="a bid is there twice"),
        pytest.param([*STORED, StoredBid(4, 7, 125_00)], "it was never bid", id="a bid that nobody made"),
        pytest.param([STORED[0], STORED[2], STORED[1]], "has 3 where 2", id="out of order"),
        pytest.param([*STORED[:2], StoredBid(3, 7, 109_00)], "follows 11000", id="the price goes down"),
        pytest.param([*STORED[:2], StoredBid(3, 7, 114_99)], "follows 11000", id="less than the increment"),
    ],
)
def test_fault_in_stored_bids_is_detected(stored: list[StoredBid], words: str) -> None:
    with pytest.raises(Broken, match=words):
        check_bids(TERMS, ATTEMPTS, stored)


@pytest.mark.parametrize(
    ("faulty", "words"),
    [
        pytest.param(
            Attempt(9, 120_00, 3, 4, "accepted", seq=3), "acknowledged and lost", id="another's bid"
        ),
        pytest.param(
            Attempt(9, 110_00, 3, 4, "too low", minimum=111_00), "for no reason", id="a minimum never true"
        ),
        pytest.param(Attempt(9, 130_00, 3, 4, "too low", minimum=125_00), "for no reason", id="high enough"),
        pytest.param(
            Attempt(9, 100_00, 3.5, 4, "too low", minimum=105_00), "no moment is left", id="a price of before"
        ),
        pytest.param(replace(ATTEMPTS[1], began=0.1, ended=0.2), "against real time", id="against real time"),
        pytest.param(
            replace(ATTEMPTS[1], answers=frozenset("xy")), "two answers", id="a repeat answered otherwise"
        ),
    ],
)
def test_wrong_answer_to_a_bidder_is_detected(faulty: Attempt, words: str) -> None:
    others = [attempt for attempt in ATTEMPTS if attempt.bidder_id != faulty.bidder_id]
    with pytest.raises(Broken, match=words):
        check_bids(TERMS, [*others, faulty], STORED)


def test_stored_refused_bid_is_detected() -> None:
    refused = replace(ATTEMPTS[3], outcome="too low", minimum=125_00)
    with pytest.raises(Broken, match="or it was refused"):
        check_bids(TERMS, [*ATTEMPTS[:3], refused], STORED)


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(EVENTS[:3], id="the last is missing"),
        pytest.param([EVENTS[0], EVENTS[2], EVENTS[3]], id="a gap"),
        pytest.param([EVENTS[0], EVENTS[2], EVENTS[1], EVENTS[3]], id="out of order"),
        pytest.param([*EVENTS[:3], replace(EVENTS[3], version=5)], id="a number is left out"),
        pytest.param([*EVENTS, Published("e", 4, 7, 120_00)], id="published twice under two ids"),
        pytest.param([*EVENTS[:3], Published("d", 4, 7, 121_00)], id="another amount"),
    ],
)
def test_fault_in_bid_events_is_detected(events: list[Published]) -> None:
    with pytest.raises(Broken):
        check_events(STORED, events)


def test_repeated_event_is_valid_and_falling_price_is_not() -> None:
    check_events(STORED, [*EVENTS, EVENTS[1]])
    check_reader([105_00, 105_00, 110_00])
    with pytest.raises(Broken, match="10500 after 11000"):
        check_reader([110_00, 105_00])


MAXIMUMS = [
    Attempt(7, 105_00, 1.0, 2.0, "accepted", seq=1, most=150_00),
    Attempt(8, 110_00, 3.0, 4.0, "accepted", seq=3),
    Attempt(7, 120_00, 5.0, 6.0, "raised", seq=3, most=200_00),
    Attempt(9, 130_00, 7.0, 8.0, "accepted", seq=6, most=300_00),
    Attempt(8, 120_00, 9.0, 9.5, "too low", minimum=210_00),
]
ANSWERED = [
    StoredBid(1, 7, 105_00),
    StoredBid(2, 8, 110_00),
    StoredBid(3, 7, 115_00, is_auto=True),
    StoredBid(4, 9, 130_00),
    StoredBid(5, 7, 200_00, is_auto=True),
    StoredBid(6, 9, 205_00, is_auto=True),
]


def test_maximums_are_outbid_by_one_step_and_silent_raises_count() -> None:
    check_bids(TERMS, MAXIMUMS, ANSWERED)
    unsure = [
        replace(maximum, outcome="unknown", seq=None) if maximum.outcome == "raised" else maximum
        for maximum in MAXIMUMS
    ]
    check_bids(TERMS, unsure, ANSWERED)
    check_bids(
        TERMS,
        [*unsure[:4]],
        [*ANSWERED[:4], replace(ANSWERED[4], amount=150_00), StoredBid(6, 9, 155_00, True)],
    )
    same = [*MAXIMUMS[:1], replace(MAXIMUMS[1], amount=150_00)]
    check_bids(TERMS, same, [ANSWERED[0], StoredBid(2, 8, 150_00), StoredBid(3, 7, 150_00, is_auto=True)])


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        pytest.param([*ANSWERED[:5], StoredBid(6, 9, 210_00, True)], "no maximum", id="one step too many"),
        pytest.param([*ANSWERED[:5], StoredBid(6, 9, 201_00, True)], "no maximum", id="one step too few"),
        pytest.param(
            [*ANSWERED[:4], StoredBid(5, 7, 150_00, True), StoredBid(6, 9, 155_00, True)],
            "no maximum",
            id="a raise was lost",
        ),
        pytest.param(
            [*ANSWERED[:2], StoredBid(3, 7, 156_00, True), *ANSWERED[3:]],
            "follows 15600",
            id="more than was said",
        ),
        pytest.param(
            [ANSWERED[0], ANSWERED[1]], "acknowledged and lost", id="the proxy bidder did not answer"
        ),
        pytest.param(
            [*ANSWERED[:2], replace(ANSWERED[2], bidder_id=5), *ANSWERED[3:]],
            "no maximum",
            id="for somebody else",
        ),
        pytest.param(
            [*ANSWERED[:2], replace(ANSWERED[2], amount=110_00, bidder_id=8), *ANSWERED[3:]],
            "follows 11000",
            id="the proxy bidder bids the same for the same",
        ),
    ],
)
def test_automatic_bid_breaking_a_maximum_is_detected(stored: list[StoredBid], words: str) -> None:
    with pytest.raises(Broken, match=words):
        check_bids(TERMS, MAXIMUMS, stored)


def test_frame_without_its_event_is_detected() -> None:
    check_sights(EVENTS, [(2, 105_00), (4, 120_00), (4, 120_00)])
    for sight in ((3, 105_00), (5, 120_00), (1, 105_00)):
        with pytest.raises(Broken, match="not what was published"):
            check_sights(EVENTS, [sight])
