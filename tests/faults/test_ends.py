"""The checker of ends sees each kind of fault in a hand-made history: late bids, early words, two
outcomes."""

from dataclasses import replace

import pytest

from tests.faults.ends import Screen, check_ends, check_outcome, check_screens
from tests.faults.history import Attempt, Broken, Stored, Terms, Told, check_bids

TERMS = Terms(start=100_00, increment=5_00, end=100.0, window=2.0, length=2.0, cap=3.0)
STORED = [
    Stored(1, 7, 105_00, placed_at=90.0),
    Stored(2, 8, 110_00, placed_at=99.0),
    Stored(3, 7, 115_00, is_auto=True, placed_at=99.0),
    Stored(4, 8, 120_00, placed_at=100.5),
    Stored(5, 9, 125_00, placed_at=102.4),
]
ATTEMPTS = [
    Attempt(7, 105_00, 89.9, 90.1, "accepted", seq=1, most=115_00),
    Attempt(8, 110_00, 98.0, 99.5, "accepted", seq=3),
    Attempt(8, 120_00, 100.2, 100.7, "accepted", seq=4),
    Attempt(9, 125_00, 102.3, 110.0, "unknown"),
    Attempt(7, 130_00, 102.6, 103.2, "ended"),
    Attempt(8, 131_00, 104.0, 104.1, "ended"),
]
TOLD = [
    Told("a", 1),
    Told("b", 2, 7, 105_00),
    Told("c", 3, 8, 110_00),
    Told("d", 4, 7, 115_00),
    Told("e", 5, ends_at=101.0),
    Told("f", 6, 8, 120_00),
    Told("g", 7, ends_at=102.5),
    Told("h", 8, 9, 125_00),
    Told("i", 9, ends_at=103.0),
    Told("j", 10, outcome="sold", winner_id=9, price=125_00),
]
KEPT = Screen(10, 125_00, 103.0, "sold", 9)


def test_a_good_end_passes_with_the_end_moved_as_far_as_it_may_be() -> None:
    check_bids(TERMS, ATTEMPTS, STORED)
    assert check_ends(TERMS, ATTEMPTS, STORED, TOLD) == 103.0
    check_outcome(STORED, [*TOLD, TOLD[-1]], KEPT)
    check_outcome([], [TOLD[0], Told("z", 2, outcome="no_bids")], Screen(2, 0, 103.0, "no_bids"))
    check_screens(KEPT, [KEPT, replace(KEPT, ends_at=103.0004)], {"sold"})


@pytest.mark.parametrize(
    ("place", "at", "words"),
    [
        pytest.param(4, 102.5, "bid 5 was taken 0.000 s after the end", id="at the very end"),
        pytest.param(4, 103.5, "after the end", id="after the end"),
        pytest.param(3, 100.45, "told were the ends", id="not the moment that moved the end"),
        pytest.param(3, 100.9, "outside of", id="written down when nobody had asked"),
    ],
)
def test_a_bid_that_was_taken_at_the_wrong_moment_is_seen(place: int, at: float, words: str) -> None:
    stored = [replace(bid, placed_at=at) if n == place else bid for n, bid in enumerate(STORED)]
    told = [replace(fact, ends_at=102.9) if fact.id == "g" and at == 100.9 else fact for fact in TOLD]
    with pytest.raises(Broken, match=words):
        check_ends(TERMS, ATTEMPTS, stored, told)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param([*TOLD[:8], replace(TOLD[8], ends_at=104.0), TOLD[9]], id="further than it may be"),
        pytest.param([*TOLD[:8], replace(TOLD[9], version=9)], id="nobody was told"),
        pytest.param([*TOLD[:4], replace(TOLD[4], ends_at=100.0), *TOLD[5:]], id="told where it was"),
    ],
)
def test_an_end_that_was_told_otherwise_than_the_bids_say_is_seen(told: list[Told]) -> None:
    with pytest.raises(Broken, match="told were the ends"):
        check_ends(TERMS, ATTEMPTS, STORED, told)


def test_whoever_is_told_that_it_is_over_before_the_end_is_seen() -> None:
    early = Attempt(8, 131_00, 102.0, 102.4, "ended")
    with pytest.raises(Broken, match="0.600 s before the end"):
        check_ends(TERMS, [*ATTEMPTS, early], STORED, TOLD)


def test_a_bid_that_comes_in_after_somebody_was_told_that_it_is_over_is_seen() -> None:
    late = replace(ATTEMPTS[3], began=104.5)
    with pytest.raises(Broken, match="against real time"):
        check_bids(TERMS, [*ATTEMPTS[:3], late, *ATTEMPTS[4:]], STORED)


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        pytest.param(TOLD[:9], KEPT, id="none"),
        pytest.param([*TOLD, replace(TOLD[9], id="k", version=11)], replace(KEPT, seq=11), id="two"),
        pytest.param([*TOLD, Told("k", 11, ends_at=104.0)], replace(KEPT, seq=11), id="something after it"),
        pytest.param(
            [*TOLD[:9], replace(TOLD[9], winner_id=8)], replace(KEPT, winner_id=8), id="another winner"
        ),
        pytest.param([*TOLD[:9], replace(TOLD[9], price=120_00)], KEPT, id="another price"),
        pytest.param(
            [*TOLD[:9], replace(TOLD[9], outcome="no_bids")], replace(KEPT, outcome="no_bids"), id="no bids"
        ),
        pytest.param(TOLD, replace(KEPT, winner_id=8), id="the table says another"),
        pytest.param(TOLD, replace(KEPT, seq=11), id="the table is further"),
    ],
)
def test_anything_but_one_outcome_that_the_bids_explain_is_seen(told: list[Told], kept: Screen) -> None:
    with pytest.raises(Broken):
        check_outcome(STORED, told, kept)


@pytest.mark.parametrize(
    ("screen", "shown"),
    [
        pytest.param(replace(KEPT, price=120_00), {"sold"}, id="an older price"),
        pytest.param(replace(KEPT, outcome=None), {"sold"}, id="still running"),
        pytest.param(replace(KEPT, winner_id=8), {"sold"}, id="another winner"),
        pytest.param(replace(KEPT, ends_at=102.5), {"sold"}, id="an older end"),
        pytest.param(replace(KEPT, seq=9), {"sold"}, id="silently behind"),
        pytest.param(KEPT, {"sold", "no_bids"}, id="once shown another outcome"),
    ],
)
def test_a_screen_that_is_left_with_something_else_is_seen(screen: Screen, shown: set[str]) -> None:
    with pytest.raises(Broken):
        check_screens(KEPT, [KEPT, screen], shown)
