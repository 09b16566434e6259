from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.messaging.verification.rules import (
    GRACE,
    RULES,
    Badge,
    Figures,
    criteria_lines,
    missing_criteria,
    update_badge,
)

NOW = datetime(2026, 11, 25, tzinfo=UTC)


ENOUGH = Figures(
    is_identified=True,
    delivered=5,
    buyers=3,
    rated=3,
    stars=135,
    has_payment_method=True,
    keeps_guidelines=True,
)


figures = st.builds(
    Figures,
    is_identified=st.booleans(),
    delivered=st.integers(3, 7),
    buyers=st.integers(1, 5),
    rated=st.integers(0, 5),
    stars=st.integers(0, 250),
    has_payment_method=st.booleans(),
    keeps_guidelines=st.booleans(),
)


@pytest.mark.parametrize(
    ("change", "lacking"),
    [
        ({}, []),
        ({"is_identified": False}, ["identity"]),
        ({"delivered": 4}, ["delivered"]),
        ({"buyers": 2}, ["buyers"]),
        ({"rated": 2, "stars": 100}, ["rated"]),
        ({"stars": 134}, ["average"]),
        ({"rated": 0, "stars": 0}, ["rated", "average"]),
        ({"has_payment_method": False}, ["payment_method"]),
        ({"keeps_guidelines": False}, ["guidelines"]),
    ],
)
def test_each_missing_criterion_prevents_verification(change: dict[str, Any], lacking: list[str]) -> None:
    """U13"""
    figures = replace(ENOUGH, **change)
    assert missing_criteria(figures, is_verified=False) == lacking
    assert (update_badge(Badge(), figures, NOW).since is None) == bool(lacking)


@pytest.mark.parametrize(("stars", "kept"), [(134, True), (129, True), (128, False)])
def test_verified_seller_keeps_badge_down_to_4_3_stars(stars: int, kept: bool) -> None:
    """U13"""
    after = update_badge(Badge(NOW), replace(ENOUGH, stars=stars), NOW)
    assert after == Badge(NOW, None if kept else NOW + GRACE)


def test_grace_ends_after_fourteen_days_unless_met_again() -> None:
    """U13"""
    below, well = replace(ENOUGH, stars=100), ENOUGH
    badge = update_badge(Badge(NOW), below, NOW)
    later = update_badge(badge, below, NOW + timedelta(days=13))
    assert later == badge
    assert update_badge(later, well, NOW + timedelta(days=13)) == Badge(NOW)
    assert update_badge(later, below, NOW + GRACE) == Badge()
    assert update_badge(Badge(NOW), replace(ENOUGH, is_identified=False), NOW) == Badge()


@given(steps=st.lists(st.tuples(figures, st.integers(0, 20)), max_size=30))
def test_badge_follows_its_criteria_on_any_walk(steps: list[tuple[Figures, int]]) -> None:
    """U13"""
    badge, now = Badge(), NOW
    for numbers, days in steps:
        now += timedelta(days=days)
        before, badge = badge, update_badge(badge, numbers, now)
        if badge.since is not None and before.since is None:
            assert missing_criteria(numbers, is_verified=False) == []
        lacking = missing_criteria(numbers, is_verified=True)
        if badge.since is not None and lacking:
            assert badge.grace_until is not None
            assert now < badge.grace_until <= now + GRACE
            assert before.grace_until in (None, badge.grace_until)
            assert "identity" not in lacking
        if before.since is not None and not lacking:
            assert badge == Badge(before.since)
        shown = criteria_lines(numbers, is_verified=badge.since is not None)
        assert [line.criterion for line in shown] == [*RULES]
        assert badge.since is None or badge.grace_until or all(line.state != "missing" for line in shown)
