"""The catalogue as in-memory sets of listing ids. Filters are intersections, and a page is a walk along an
order. `service.py` synchronises the sets with the tables."""

import heapq
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from pyroaring import BitMap

from services.catalog.search.filters import (
    PRICE_STEP,
    RANKS,
    Filters,
    Page,
    Position,
    choices,
    is_grouped,
    order_of,
    ranges,
)
from services.catalog.search.index.listing_sets import ListingSets
from services.catalog.search.index.order import Order, Place
from services.catalog.search.index.packed_listings import place_of
from services.catalog.search.words import Term

FEW_WORDS = 2_000


# Maximum number of words compared for a suggestion, which takes about ten milliseconds.
MAX_COMPARED = 20_000


# Sorting a listing takes as long as walking past this many listings.
SORTING = 16


# Sorts before all listings with the same figure.
NEWEST = -(2**63)


class Index(ListingSets):
    def page(
        self, filters: Filters, sort: str, *, limit: int, after: Position | None = None, skip: int = 0
    ) -> Page:
        fitting = self.fitting(filters)
        groups = self._grouped(fitting, filters) if is_grouped(sort) else [fitting]
        first = _first_place(order_of(sort), filters)
        found = list[tuple[int, int]]()
        for number in range(after.group if after else 0, len(groups)):
            begin = after.key if after and number == after.group else None
            if skip >= len(groups[number]) and begin is None:
                skip -= len(groups[number])
                continue
            enough = skip + limit - len(found) + 1
            # All ranks except the last contain only boosted listings.
            is_boosted = is_grouped(sort) and number % RANKS < RANKS - 1
            whole = (self.boosted if is_boosted else self.orders)[order_of(sort)]
            along = self._along(groups[number], order_of(sort), begin, enough, first, whole)
            ids = islice(along, skip, enough)
            found += [(number, item_id) for item_id in ids]
            skip = 0
            if len(found) > limit:
                break
        shown = [one for _, one in found[:limit]]
        if len(found) <= limit:
            return Page(shown, len(fitting), None)
        group, last = found[limit - 1]
        return Page(shown, len(fitting), Position(group, self.entries.key(last, order_of(sort))))

    def fitting(self, filters: Filters) -> BitMap:
        found = [self._answering("word", term) for term in filters.terms]
        found += [self._union(name, values) for name, values in choices(filters) if values]
        result = BitMap.intersection(self.everything, *found) if found else self.everything.copy()
        for name, low, high in ranges(filters):
            if (low is not None or high is not None) and result:
                result &= self._between(name, low, high)
        return result

    def facets(self, filters: Filters) -> dict[str, Any]:
        """Counts each filter value (C28). A filter is ignored while its own values are counted."""
        prices = self.fitting(filters.without("min_price", "max_price"))
        return {
            "total": len(self.fitting(filters)),
            "brands": self._count_values("brand_key", filters.without("brands")),
            "categories": self._count_values("category", filters.without("category")),
            "listing_types": self._count_values("type", filters.without("listing_type", "live")),
            "conditions": self._count_values("condition", filters.without("conditions")),
            "states": self._count_values("state", filters.without("states")),
            "verified": self._count_values("verified", filters.without("verified")).get(True, 0),
            "price": self._ends_of_prices(prices),
            "volume": self._ends("volume", filters.without("min_volume", "max_volume")),
            "year": self._ends("year", filters.without("min_year", "max_year")),
        }

    def featured(self) -> BitMap:
        return self.sets["featured"].get(True, BitMap())

    def category_counts(self) -> dict[int, int]:
        return {category: len(members) for category, members in self.sets["category"].items()}

    def brand_named(self, key: str) -> str:
        members = self.sets["brand_key"].get(key)
        return self.entries[members.max()].brand if members else key

    def words_from(self, start: str, most: int) -> list[str]:
        return heapq.nsmallest(
            most,
            islice(self._words_with(start), MAX_COMPARED),
            key=lambda word: (-len(self.sets["word"][word]), word),
        )

    def brands_from(self, start: str, most: int) -> list[tuple[str, int]]:
        brands = self.sets["brand_key"]
        found = [key for key in brands if key.startswith(start) or f" {start}" in key]
        return [
            (self.brand_named(key), len(brands[key]))
            for key in sorted(found, key=lambda k: (-len(brands[k]), k))[:most]
        ]

    def in_words(self, terms: Iterable[Term]) -> BitMap:
        found = [self._answering("title", term) for term in terms]
        return BitMap.intersection(self.everything, *found) if found else self.everything.copy()

    def answers(self, term: Term) -> bool:
        return bool(self._answering("word", term))

    def knows(self, word: str) -> bool:
        return word in self.sets["word"]

    def _answering(self, name: str, term: Term) -> BitMap:
        by_word = self.sets[name]
        if not term.start:
            return by_word.get(term.word, BitMap())
        words = islice(self._words_with(term.word), FEW_WORDS)
        return _all_of(by_word[word] for word in words if word in by_word)

    def _words_with(self, start: str) -> Iterator[str]:
        found: Iterator[str] = self.lexicon.irange(start, start + "\uffff", inclusive=(True, False))
        return found

    def _union(self, name: str, values: Iterable[Any]) -> BitMap:
        return _all_of(self.sets[name][value] for value in values if value in self.sets[name])

    def _between(self, name: str, low: int | None, high: int | None) -> BitMap:
        if name == "price":
            return self._priced(low, high)
        sets = self.sets[name].items()
        return _all_of(
            some for value, some in sets if (low is None or value >= low) and (high is None or value <= high)
        )

    def _priced(self, low: int | None, high: int | None) -> BitMap:
        order, steps = self.orders["low"], self.sets["price"]
        if not order:
            return BitMap()
        low, high = low or 0, order.highest() if high is None else high
        first, last = -(-low // PRICE_STEP), (high + 1) // PRICE_STEP - 1
        if first > last:
            return self._at_prices(low, high)
        whole = [some for step, some in steps.items() if first <= step <= last]
        edges = [self._at_prices(low, first * PRICE_STEP - 1), self._at_prices((last + 1) * PRICE_STEP, high)]
        return _all_of(whole + edges)

    def _at_prices(self, low: int, high: int) -> BitMap:
        return BitMap([-last for last in self.orders["low"].numbers_between(low, high)])

    def _count_values(self, name: str, filters: Filters) -> dict[Any, int]:
        fitting = self.fitting(filters)
        counts = {
            value: members.intersection_cardinality(fitting) for value, members in self.sets[name].items()
        }
        return {value: count for value, count in counts.items() if count}

    def _ends(self, name: str, filters: Filters) -> tuple[int, int] | None:
        values = self._count_values(name, filters)
        return (min(values), max(values)) if values else None

    def _ends_of_prices(self, fitting: BitMap) -> tuple[int, int] | None:
        if not fitting:
            return None
        cheapest, dearest = (next(self._along(fitting, sort, None, 1)) for sort in ("low", "high"))
        return self.entries.key(cheapest, "low")[0], self.entries.key(dearest, "low")[0]

    def _grouped(self, fitting: BitMap, filters: Filters) -> list[BitMap]:
        featured, premium = self.featured(), BitMap()
        if filters.category is not None:
            premium = self.sets["premium"].get(True, premium) & featured
        parts = [fitting]
        if terms := filters.terms:
            titled = self.in_words(terms)
            parts = [fitting & titled, fitting - titled]
        ranked = ((part & premium, (part & featured) - premium, part - featured) for part in parts)
        return [group for groups in ranked for group in groups]

    def _along(
        self,
        among: BitMap,
        order: str,
        after: tuple[int, ...] | None,
        enough: int,
        first: Place | None = None,
        whole: Order | None = None,
    ) -> Iterator[int]:
        """Starts from `first`. A small set is sorted. For a large set, the whole order is walked. Pass
        `whole` to walk a smaller order that contains the set."""
        whole = self.orders[order] if whole is None else whole
        if len(among) * len(among) * SORTING < enough * len(whole):
            keys = sorted(self.entries.key(number, order) for number in among)
            yield from (-key[-1] for key in keys[bisect_right(keys, after) if after else 0 :][:enough])
            return
        begin = place_of(after) if after else first
        for number in whole.numbers_from(begin, after=after is not None):
            if number in among:
                yield number


def _first_place(order: str, filters: Filters) -> Place | None:
    """Skips listings outside the price range."""
    if order == "low" and filters.min_price is not None:
        return (filters.min_price, NEWEST)
    if order == "high" and filters.max_price is not None:
        return (-filters.max_price, NEWEST)
    return None


def _all_of(parts: Iterable[BitMap]) -> BitMap:
    sets = list(parts)
    return BitMap.union(*sets) if sets else BitMap()
