import random
import time
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

import pytest

from services.catalog.search.filters import Entry
from services.catalog.search.index.listing_sets import ListingSets

MANY = 6_000


# A million listings make 0.8 GB. The service may take 1.5 GB.
MAX_BYTES = 800


MAX_SECONDS = 0.02


def listings() -> Iterator[Entry]:
    dice = random.Random(15)
    vocabulary = [f"word{n}" for n in range(6_000)]
    for number in range(1, MANY + 1):
        words = tuple({vocabulary[min(int(dice.expovariate(1 / 300)), 5_999)] for _ in range(30)})
        is_live = number % 10 == 0
        ends_at = datetime(2026, 12, 1, tzinfo=UTC) + timedelta(seconds=number) if is_live else None
        yield Entry(
            id=number * 7, seller_id=dice.randrange(2_000), category_id=dice.randint(1, 4),
            brand=f"House {number % 300}", brand_key=f"house {number % 300}",
            listing_type="auction" if is_live else "fixed",
            price=dice.randint(3_000, 120_000), volume=dice.choice((30, 50, 100)), fill=dice.randint(1, 100),
            year=dice.randint(2005, 2026), condition="Good", state="Johor", verified=number % 5 == 0,
            suspected=False, live=is_live,
            created_us=number * 97_000_000, popularity=dice.randrange(90_000), delivered=0, rating=0, reviews=0,
            featured_until=None, premium_until=None, ends_at=ends_at, words=words, title_words=words[:6],
        )  # fmt: skip


def test_million_listings_fit_a_gigabyte_with_short_steps() -> None:
    entries = list(listings())
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        holding = ListingSets()
        for _ in holding.put_many(entries):
            pass
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (after - before) / MANY < MAX_BYTES

    assert longest_step(ListingSets().put_many(entries)) < MAX_SECONDS


def test_new_words_do_not_block_event_loop() -> None:
    entries = [
        entry._replace(words=tuple(f"{entry.id}x{n}" for n in range(400)), title_words=())
        for entry in islice(listings(), 400)
    ]
    holding = ListingSets()
    assert longest_step(holding.put_many(entries)) < MAX_SECONDS
    assert longest_step(holding.drop_many([entry.id for entry in entries])) < MAX_SECONDS
    assert not len(holding.entries)


def longest_step(work: Iterator[None]) -> float:
    steps, last = list[float](), time.thread_time()
    for _ in work:
        steps.append(time.thread_time() - last)
        last = time.thread_time()
    return max(steps)


def test_price_change_touches_only_the_price_order(monkeypatch: pytest.MonkeyPatch) -> None:
    holding, entries = ListingSets(), list(listings())[:200]
    for _ in holding.put_many(entries):
        pass
    moved = list[str]()

    def file(name: str, value: Any, product_id: int) -> None:
        moved.append(name)

    monkeypatch.setattr(holding, "file", file)
    monkeypatch.setattr(holding, "unfile", file)
    holding.put(entries[0]._replace(price=entries[0].price + 100_00))
    assert moved == ["price", "price"]
    assert holding.entries[entries[0].id].price == entries[0].price + 100_00
