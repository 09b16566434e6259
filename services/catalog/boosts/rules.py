"""Whose turn it is in the carousel of boosted listings, and which days a boost is compared with."""

import heapq
from collections import Counter
from datetime import UTC, date, datetime, timedelta

from pyroaring import BitMap

from services.catalog.views.rules import day_of

# How many listings a carousel holds, how many of them are seen without paging, and how long a turn lasts.
SLOTS, FRONT = 20, 2


TURN = timedelta(seconds=10)


LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


# Days that a report goes back: before a boost as many as during it, and all of them must still be kept.
MOST_DAYS = 180


class Rotation:
    """Counts how often each boosted listing was shown, and gives the next turn to the least shown.

    Each process counts for itself and begins anew at its start: every one of several is fair. `take_counts`
    gives them away to be added up in a table."""

    def __init__(self) -> None:
        self._shown = dict[int, int]()
        self._in_front = dict[int, int]()
        self._featured = BitMap()
        self._turn = list[int]()
        self._until = LONG_AGO
        self._unwritten = Counter[int]()

    def turn(self, featured: BitMap, now: datetime) -> list[int]:
        """Return whose turn it is, the least shown first, and count that they are shown."""
        if featured != self._featured or not self._until - TURN <= now < self._until:
            self._next_turn(featured, now)
        for place, one in enumerate(self._turn):
            self._shown[one] += 1
            self._in_front[one] += place < FRONT
        self._unwritten.update(self._turn)
        return self._turn

    def take_counts(self) -> Counter[int]:
        """Return how often each was shown since the last call."""
        taken, self._unwritten = self._unwritten, Counter()
        return taken

    def give_back(self, taken: Counter[int]) -> None:
        """Add counts that could not be written to those counted since."""
        self._unwritten += taken

    def _next_turn(self, featured: BitMap, now: datetime) -> None:
        # A newcomer begins with the least shown: it neither waits nor makes up for what it was not there for.
        self._shown = _with_newcomers(self._shown, featured)
        self._in_front = _with_newcomers(self._in_front, featured)
        self._featured, self._until = BitMap(featured), now + TURN
        turn = heapq.nsmallest(SLOTS, featured, key=lambda one: (self._shown[one], self._in_front[one], -one))
        self._turn = sorted(turn, key=lambda one: self._in_front[one])


def _with_newcomers(counts: dict[int, int], featured: BitMap) -> dict[int, int]:
    least = min((counts[one] for one in featured if one in counts), default=0)
    return {one: counts.get(one, least) for one in featured}


def days_of(featured_at: datetime, featured_until: datetime, now: datetime) -> tuple[date, date, date]:
    """Return the first day to compare with, the first day of a boost, and its last one so far."""
    first, last = day_of(featured_at), max(day_of(featured_at), day_of(min(featured_until, now)))
    first = max(first, last - timedelta(days=MOST_DAYS - 1))
    return first - (last - first) - timedelta(days=1), first, last
