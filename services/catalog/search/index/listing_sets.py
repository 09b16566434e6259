"""The listings for sale as in-memory sets and orders. This module does no I/O."""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from pyroaring import BitMap
from sortedcontainers import SortedList

from services.catalog.search.filters import KEY_LENGTHS, Entry, sets_of
from services.catalog.search.index.order import Order, Place
from services.catalog.search.index.packed_listings import Entries, place_of

# Number of words added between pauses, about a millisecond, and the cost of a listing in words.
AT_A_TIME, OF_LISTING = 1_000, 20


_TEXTS = ("word", "title")


class ListingSets:
    def __init__(self) -> None:
        self.entries = Entries()
        self.everything = BitMap()
        self.sets: dict[str, dict[Any, BitMap]] = defaultdict(dict)
        self.orders = {sort: Order() for sort in KEY_LENGTHS}
        # The same orders for boosted listings only, because lists show boosted listings first. `_boosted_at`
        # contains the places of each boosted listing.
        self.boosted = {sort: Order() for sort in KEY_LENGTHS}
        self._boosted_at = dict[int, list[Place]]()
        self.lexicon = SortedList()
        self._moments: list[tuple[datetime, int]] = []
        self._turned_to = datetime.min.replace(tzinfo=UTC)
        # Number of changes so far.
        self.changes = 0

    def put_many(self, entries: Iterable[Entry]) -> Iterator[None]:
        """Yields after each step, so that the caller can pause."""
        filed = 0
        for entry in entries:
            self.put(entry)
            filed += OF_LISTING + len(entry.words)
            if filed >= AT_A_TIME:
                filed = 0
                yield

    def drop_many(self, product_ids: Iterable[int]) -> Iterator[None]:
        """Yields after each step, so that the caller can pause."""
        filed = 0
        for product_id in product_ids:
            entry = self.entries.get(product_id)
            if entry is None:
                continue
            self.drop(product_id)
            filed += OF_LISTING + len(entry.words)
            if filed >= AT_A_TIME:
                filed = 0
                yield

    def put(self, entry: Entry) -> None:
        known = self.entries.get(entry.id)
        if not self.entries.put(entry):
            return
        self.changes += 1
        if known is None:
            self._take_in(entry)
        else:
            self._move(known, entry)

    def drop(self, product_id: int) -> None:
        entry = self.entries.get(product_id)
        if entry is None:
            return
        self.changes += 1
        self.everything.discard(product_id)
        for sort, order in self.orders.items():
            order.remove(place_of(entry.key(sort)))
        for name, value in sets_of(entry):
            self.unfile(name, value, product_id)
        self._unfile_words(entry, entry.words, entry.title_words)
        self._place_boosted(entry)
        self.entries.drop(product_id)

    def turn_to(self, now: datetime) -> None:
        self._turned_to = now
        while self._moments and self._moments[0][0] <= now:
            _, product_id = heapq.heappop(self._moments)
            entry = self.entries.get(product_id)
            if entry is None:
                continue
            if entry.live and entry.ends_at is not None and entry.ends_at <= now:
                self.drop(product_id)
                continue
            for name, until in (("featured", entry.featured_until), ("premium", entry.premium_until)):
                if until is not None and until <= now:
                    self.changes += 1
                    self.unfile(name, True, product_id)
            self._place_boosted(entry)

    def _take_in(self, entry: Entry) -> None:
        sets, number = self.sets, entry.id
        for name, value in sets_of(entry):
            bitmap = sets[name].get(value)
            if bitmap is None:
                self.file(name, value, number)
            else:
                bitmap.add(number)
        self._file_words(entry, entry.words, entry.title_words)
        for sort, order in self.orders.items():
            order.add(place_of(entry.key(sort)))
        self._remember(entry.moments())
        self.everything.add(entry.id)
        self._place_boosted(entry)

    def _move(self, known: Entry, entry: Entry) -> None:
        for sort, order in self.orders.items():
            before, after = place_of(known.key(sort)), place_of(entry.key(sort))
            if before != after:
                order.remove(before)
                order.add(after)
        before_on, now_on = set(sets_of(known)), set(sets_of(entry))
        for name, value in before_on - now_on:
            self.unfile(name, value, entry.id)
        for name, value in now_on - before_on:
            self.file(name, value, entry.id)
        # The previous boost may have expired.
        if known.featured_until != entry.featured_until and entry.featured_until is not None:
            self.file("featured", True, entry.id)
        if known.premium_until != entry.premium_until and entry.premium_until is not None:
            self.file("premium", True, entry.id)
        self._place_boosted(entry)
        if (known.words, known.title_words) != (entry.words, entry.title_words):
            words, title = set(entry.words), set(entry.title_words)
            self._file_words(entry, words.difference(known.words), title.difference(known.title_words))
            self._unfile_words(entry, set(known.words) - words, set(known.title_words) - title)
        # A past time must be added again even if the listing had it before.
        waiting = {moment for moment in known.moments() if moment[0] > self._turned_to}
        self._remember(moment for moment in entry.moments() if moment not in waiting)

    def _place_boosted(self, entry: Entry) -> None:
        for order, place in zip(self.boosted.values(), self._boosted_at.pop(entry.id, ()), strict=False):
            order.remove(place)
        if entry.id not in self.sets["featured"].get(True, ()):
            return
        places = [place_of(entry.key(sort)) for sort in self.boosted]
        for order, place in zip(self.boosted.values(), places, strict=True):
            order.add(place)
        self._boosted_at[entry.id] = places

    def _remember(self, moments: Iterable[tuple[datetime, int]]) -> None:
        for moment in moments:
            heapq.heappush(self._moments, moment)

    def file(self, name: str, value: Any, product_id: int) -> None:
        by_value = self.sets[name]
        bitmap = by_value.get(value)
        if bitmap is None:
            by_value[value] = bitmap = BitMap()
        bitmap.add(product_id)

    def unfile(self, name: str, value: Any, product_id: int) -> None:
        bitmap = self.sets[name].get(value)
        if bitmap is None:
            return
        bitmap.discard(product_id)
        if not bitmap:
            del self.sets[name][value]

    def _file_words(self, entry: Entry, words: Iterable[str], title_words: Iterable[str]) -> None:
        by_value, number = self.sets["word"], entry.id
        for word in words:
            bitmap = by_value.get(word)
            if bitmap is None:
                by_value[word] = bitmap = BitMap()
                self.lexicon.add(word)
            bitmap.add(number)
        titles = self.sets["title"]
        for word in title_words:
            bitmap = titles.get(word)
            if bitmap is None:
                titles[word] = bitmap = BitMap()
            bitmap.add(number)

    def _unfile_words(self, entry: Entry, words: Iterable[str], title_words: Iterable[str]) -> None:
        bitmap = self.sets["word"]
        for name, gone in (("word", words), ("title", title_words)):
            for word in gone:
                self.unfile(name, word, entry.id)
                if name == "word" and word not in bitmap:
                    self.lexicon.remove(word)
        for word in {*words, *title_words}:
            if all(word not in self.sets[name] for name in _TEXTS):
                self.entries.words.forget(word)
