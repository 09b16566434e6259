import heapq
from collections import Counter
from datetime import UTC, date, datetime, timedelta

from pyroaring import BitMap

from services.catalog.views.rules import day_of

# Number of listings in a carousel, number of those visible without paging, and the duration of a turn.
SLOTS, FRONT = 20, 2


TURN = timedelta(seconds=10)


LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


# The report also covers an equal period before the boost. All of these days must still be stored.
MAX_DAYS = 180


class Rotation:
    """Gives the next turn to the boosted listings that were shown least. Each process counts separately,
    starting from zero."""

    def __init__(self) -> None:
        self._shown = dict[int, int]()
        self._in_front = dict[int, int]()
        self._featured = BitMap()
        self._turn = list[int]()
        self._until = LONG_AGO
        self._unwritten = Counter[int]()

    def next_featured(self, featured: BitMap, now: datetime) -> list[int]:
        """Returns the least shown listings first, and counts the returned listings as shown."""
        if featured != self._featured or not self._until - TURN <= now < self._until:
            self._next_turn(featured, now)
        for place, one in enumerate(self._turn):
            self._shown[one] += 1
            self._in_front[one] += place < FRONT
        self._unwritten.update(self._turn)
        return self._turn

    def take_counts(self) -> Counter[int]:
        taken, self._unwritten = self._unwritten, Counter()
        return taken

    def restore_counts(self, taken: Counter[int]) -> None:
        self._unwritten += taken

    def _next_turn(self, featured: BitMap, now: datetime) -> None:
        # A new listing starts with the lowest count, so that it does not have to wait and does not dominate
        # the carousel.
        self._shown = _with_newcomers(self._shown, featured)
        self._in_front = _with_newcomers(self._in_front, featured)
        self._featured, self._until = BitMap(featured), now + TURN
        turn = heapq.nsmallest(SLOTS, featured, key=lambda one: (self._shown[one], self._in_front[one], -one))
        self._turn = sorted(turn, key=lambda one: self._in_front[one])


def _with_newcomers(counts: dict[int, int], featured: BitMap) -> dict[int, int]:
    least = min((counts[item] for item in featured if item in counts), default=0)
    return {item: counts.get(item, least) for item in featured}


def days_of(featured_at: datetime, featured_until: datetime, now: datetime) -> tuple[date, date, date]:
    """Returns the first day of the comparison period, the first day of the boost, and the last day of the
    boost so far."""
    first, last = day_of(featured_at), max(day_of(featured_at), day_of(min(featured_until, now)))
    first = max(first, last - timedelta(days=MAX_DAYS - 1))
    return first - (last - first) - timedelta(days=1), first, last
