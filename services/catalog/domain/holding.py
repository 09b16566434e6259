"""What is for sale as sets and orders in memory, and how it is kept true; `index.py` answers from it.

Pure: it is told what is for sale and what time it is."""

import heapq
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from pyroaring import BitMap

from services.catalog.domain.shelf import KEY_LENGTHS, Entry, shelves

AT_A_TIME = 20
"""Listings that are taken in before others may go on: some milliseconds."""


class Holding:
    """Everything that is for sale: a set for each brand, word, price step and so on, and every order."""

    def __init__(self) -> None:
        self.entries: dict[int, Entry] = {}
        self._all = BitMap()
        self._sets: dict[str, dict[Any, BitMap]] = defaultdict(dict)
        self._orders: dict[str, list[tuple[int, ...]]] = {sort: [] for sort in KEY_LENGTHS}
        self._lexicon: list[str] = []
        self._moments: list[tuple[datetime, int]] = []
        self._loading = False
        self.changes = 0
        """How often anything was changed."""

    def load(self, entries: Iterable[Entry]) -> None:
        """Many at once; call `loaded` after the last."""
        self._loading = True
        for entry in entries:
            self.put(entry)

    def loaded(self) -> None:
        """All are in: now they are put in order."""
        self._loading = False
        for order in self._orders.values():
            order.sort()
        self._lexicon = sorted(self._sets["word"])

    def put(self, entry: Entry) -> None:
        """A listing is for sale, or is so in another way than before."""
        known = self.entries.get(entry.id)
        if known == entry:
            return
        if known is not None:
            self.drop(entry.id)
        self._file_entry(entry)
        for sort, order in self._orders.items():
            key = entry.key(sort)
            order.append(key) if self._loading else insort(order, key)
        self._all.add(entry.id)

    def _file_entry(self, entry: Entry) -> None:
        """Into every set, and not yet into the orders: nothing finds it before it is in all of them."""
        self.changes += 1
        self.entries[entry.id] = entry
        for name, value in shelves(entry):
            self._file(name, value, entry.id)
        for moment in filter(None, (entry.ends_at if entry.live else None, entry.featured_until)):
            heapq.heappush(self._moments, (moment, entry.id))

    def put_many(self, entries: Sequence[Entry]) -> Iterator[None]:
        """The same for many, with a pause after each step: sorting them in together takes less than one by one."""
        fresh = list[Entry]()
        for place, entry in enumerate(entries):
            if entry.id in self.entries:
                self.put(entry)
            else:
                self._file_entry(entry)
                fresh.append(entry)
            if place % AT_A_TIME == AT_A_TIME - 1:
                yield
        for sort, order in self._orders.items():
            order.extend(entry.key(sort) for entry in fresh if self.entries.get(entry.id) is entry)
            order.sort()
            yield
        self.changes += 1
        self._all.update(entry.id for entry in fresh if self.entries.get(entry.id) is entry)

    def drop(self, product_id: int) -> None:
        """A listing is not for sale any more."""
        entry = self.entries.pop(product_id, None)
        if entry is None:
            return
        self.changes += 1
        self._all.discard(product_id)
        for name, value in shelves(entry):
            self._unfile(name, value, product_id)
        for sort, order in self._orders.items():
            key = entry.key(sort)
            if self._loading:
                order.remove(key)
                continue
            place = bisect_left(order, key)
            if place < len(order) and order[place] == key:  # else it ended by itself before it had a place
                del order[place]

    def turn_to(self, now: datetime) -> None:
        """Auctions whose end has come leave the shelf, boosts that are over end."""
        while self._moments and self._moments[0][0] <= now:
            _, product_id = heapq.heappop(self._moments)
            entry = self.entries.get(product_id)
            if entry is None:
                continue
            if entry.live and entry.ends_at is not None and entry.ends_at <= now:
                self.drop(product_id)
            elif entry.featured_until is not None and entry.featured_until <= now:
                self.changes += 1
                self._unfile("featured", True, product_id)

    def _file(self, name: str, value: Any, product_id: int) -> None:
        shelf = self._sets[name]
        if value not in shelf:
            shelf[value] = BitMap()
            if name == "word" and not self._loading:
                insort(self._lexicon, value)
        shelf[value].add(product_id)

    def _unfile(self, name: str, value: Any, product_id: int) -> None:
        held = self._sets[name].get(value)
        if held is None:
            return
        held.discard(product_id)
        if not held:
            del self._sets[name][value]
            if name == "word" and not self._loading:
                del self._lexicon[bisect_left(self._lexicon, value)]
