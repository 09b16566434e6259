from datetime import UTC, datetime

from pyroaring import BitMap

from services.catalog.boosts.rules import SLOTS, TURN, Rotation

NOW = datetime(2026, 11, 25, 6, 0, tzinfo=UTC)


def test_carousel_shows_least_shown_next() -> None:
    """U33"""
    rotation, now, times, fronts = Rotation(), NOW, dict[int, int](), dict[int, int]()
    boosted = BitMap(range(1, 51))
    for _ in range(250):
        for place, one in enumerate(rotation.next_featured(boosted, now)):
            times[one] = times.get(one, 0) + 1
            fronts[one] = fronts.get(one, 0) + (place < 2)
        now += TURN
    assert set(times.values()) == {100}
    assert max(fronts.values()) - min(fronts.values()) <= 2


def test_new_boost_joins_next_turn_without_advantage() -> None:
    """U33"""
    rotation, now = Rotation(), NOW
    boosted = BitMap(range(1, 41))
    for _ in range(100):
        rotation.next_featured(boosted, now)
        now += TURN
    boosted.add(99)
    turns = [rotation.next_featured(boosted, now + number * TURN) for number in range(41)]
    assert 99 in turns[0]
    assert sum(99 in turn for turn in turns) <= SLOTS + 1


def test_carousel_turn_lasts_ten_seconds() -> None:
    rotation, boosted = Rotation(), BitMap(range(1, 41))
    first = rotation.next_featured(boosted, NOW)
    assert rotation.next_featured(boosted, NOW + TURN / 2) == first
    assert set(rotation.next_featured(boosted, NOW + TURN)) == set(range(1, 41)) - set(first)
    boosted.remove(first[0])
    assert first[0] not in rotation.next_featured(boosted, NOW + TURN)
    assert sum(rotation.take_counts().values()) == 4 * SLOTS
    assert not rotation.take_counts()
