from dataclasses import replace

import pytest

from tests.faults.ends import Screen, check_ends, check_outcome, check_screens
from tests.faults.history import Attempt, Broken, Published, StoredBid, Terms, check_bids

TERMS = Terms(start=100_00, increment=5_00, end=100.0, window=2.0, length=2.0, cap=3.0)
STORED = [
    StoredBid(1, 7, 105_00, placed_at=90.0),
    StoredBid(2, 8, 110_00, placed_at=99.0),
    StoredBid(3, 7, 115_00, is_auto=True, placed_at=99.0),
    StoredBid(4, 8, 120_00, placed_at=100.5),
    StoredBid(5, 9, 125_00, placed_at=102.4),
]
ATTEMPTS = [
    Attempt(7, 105_00, 89.9, 90.1, "accepted", seq=1, most=115_00),
    Attempt(8, 110_00, 98.0, 99.5, "accepted", seq=3),
    Attempt(8, 120_00, 100.2, 100.7, "accepted", seq=4),
    Attempt(9, 125_00, 102.3, 110.0, "unknown"),
    Attempt(7, 130_00, 102.6, 103.2, "ended"),
    Attempt(8, 131_00, 104.0, 104.1, "ended"),
]
PUBLISHED = [
    Published("a", 1),
    Published("b", 2, 7, 105_00),
    Published("c", 3, 8, 110_00),
    Published("d", 4, 7, 115_00),
    Published("e", 5, ends_at=101.0),
    Published("f", 6, 8, 120_00),
    Published("g", 7, ends_at=102.5),
    Published("h", 8, 9, 125_00),
    Published("i", 9, ends_at=103.0),
    Published("j", 10, outcome="sold", winner_id=9, price=125_00),
]
KEPT = Screen(10, 125_00, 103.0, "sold", 9)


def test_valid_end_with_full_extension_passes() -> None:
    check_bids(TERMS, ATTEMPTS, STORED)
    assert check_ends(TERMS, ATTEMPTS, STORED, PUBLISHED) == 103.0
    check_outcome(STORED, [*PUBLISHED, PUBLISHED[-1]], KEPT)
    check_outcome([], [PUBLISHED[0], Published("z", 2, outcome="no_bids")], Screen(2, 0, 103.0, "no_bids"))
    check_screens(KEPT, [KEPT, replace(KEPT, ends_at=103.0004)], {"sold"})


@pytest.mark.parametrize(
    ("place", "at", "words"),
    [
        pytest.param(4, 102.5, "bid 5 was taken 0.000 s after the end", id="at the very end"),
        pytest.param(4, 103.5, "after the end", id="after the end"),
        pytest.param(3, 100.45, "published were the ends", id="not the moment that moved the end"),
        pytest.param(3, 100.9, "outside of", id="written down when nobody had asked"),
    ],
)
def test_bid_accepted_at_the_wrong_time_is_detected(place: int, at: float, words: str) -> None:
    stored = [replace(bid, placed_at=at) if n == place else bid for n, bid in enumerate(STORED)]
    published = [
        replace(event, ends_at=102.9) if event.id == "g" and at == 100.9 else event for event in PUBLISHED
    ]
    with pytest.raises(Broken, match=words):
        check_ends(TERMS, ATTEMPTS, stored, published)


@pytest.mark.parametrize(
    "published",
    [
        pytest.param(
            [*PUBLISHED[:8], replace(PUBLISHED[8], ends_at=104.0), PUBLISHED[9]], id="further than it may be"
        ),
        pytest.param([*PUBLISHED[:8], replace(PUBLISHED[9], version=9)], id="nobody was notified"),
        pytest.param(
            [*PUBLISHED[:4], replace(PUBLISHED[4], ends_at=100.0), *PUBLISHED[5:]],
            id="published where it was",
        ),
    ],
)
def test_end_published_unlike_the_bids_is_detected(published: list[Published]) -> None:
    with pytest.raises(Broken, match="published were the ends"):
        check_ends(TERMS, ATTEMPTS, STORED, published)


def test_bid_refused_as_late_before_the_end_is_detected() -> None:
    early = Attempt(8, 131_00, 102.0, 102.4, "ended")
    with pytest.raises(Broken, match="0.600 s before the end"):
        check_ends(TERMS, [*ATTEMPTS, early], STORED, PUBLISHED)


def test_bid_accepted_after_a_late_refusal_is_detected() -> None:
    late = replace(ATTEMPTS[3], began=104.5)
    with pytest.raises(Broken, match="against real time"):
        check_bids(TERMS, [*ATTEMPTS[:3], late, *ATTEMPTS[4:]], STORED)


@pytest.mark.parametrize(
    ("published", "kept"),
    [
        pytest.param(PUBLISHED[:9], KEPT, id="none"),
        pytest.param(
            [*PUBLISHED, replace(PUBLISHED[9], id="k", version=11)], replace(KEPT, seq=11), id="two"
        ),
        pytest.param(
            [*PUBLISHED, Published("k", 11, ends_at=104.0)],
            replace(KEPT, seq=11),
            id="something after it",
        ),
        pytest.param(
            [*PUBLISHED[:9], replace(PUBLISHED[9], winner_id=8)],
            replace(KEPT, winner_id=8),
            id="another winner",
        ),
        pytest.param([*PUBLISHED[:9], replace(PUBLISHED[9], price=120_00)], KEPT, id="another price"),
        pytest.param(
            [*PUBLISHED[:9], replace(PUBLISHED[9], outcome="no_bids")],
            replace(KEPT, outcome="no_bids"),
            id="no bids",
        ),
        pytest.param(PUBLISHED, replace(KEPT, winner_id=8), id="the table says another"),
        pytest.param(PUBLISHED, replace(KEPT, seq=11), id="the table is further"),
    ],
)
def test_outcome_unexplained_by_bids_is_detected(published: list[Published], kept: Screen) -> None:
    with pytest.raises(Broken):
        check_outcome(STORED, published, kept)


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
def test_diverging_screen_is_detected(screen: Screen, shown: set[str]) -> None:
    with pytest.raises(Broken):
        check_screens(KEPT, [KEPT, screen], shown)
