"""A million listings in one catalog replica: load time, memory, stalls and query cost."""

import asyncio
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import time
from typing import Any

import asyncpg

from deploy.demo.large import COLUMNS, MOODS, THINGS, load_large
from deploy.local.stack import start_stack
from libs.kit.db.database import Database
from services.catalog.search.filters import Filters
from services.catalog.search.index.rules import Index
from services.catalog.search.index.service import ListingIndex

SIZE = int(os.environ.get("WANGI_BENCH_LISTINGS", "1000000"))


QUESTIONS, CHANGED, SHOP = 400, 2_000, 100_000


TARGETS = {"load_s": 60.0, "stall_ms": 20.0, "pss_mb": 1500.0}


def run() -> dict[str, Any]:
    with start_stack() as servers:
        os.environ["CATALOG_DATABASE_URL"] = servers.parts["catalog"]["DATABASE_URL"]
        os.environ["MEDIA_DIR"] = servers.parts["catalog"]["MEDIA_DIR"]
        load_large(SIZE)
        asyncio.run(_swept(servers.admin_url.rsplit("/", 1)[0] + "/wangi"))
        done = subprocess.run([sys.executable, "-m", "bench.million"], stdout=subprocess.PIPE, check=True)
        figures: dict[str, Any] = json.loads(done.stdout)
    for name, value in figures.items():
        print(f"{name:28} {value:>12}   " + (f"target {TARGETS[name]}" if name in TARGETS else ""))
    return {"targets": TARGETS, "listings": SIZE, "measured": figures}


async def _swept(url: str) -> None:
    database = await asyncpg.connect(url)
    await database.execute("VACUUM ANALYZE catalog.products")
    await database.close()


async def measure() -> dict[str, float]:
    database = Database(os.environ["CATALOG_DATABASE_URL"], "catalog")
    empty = _pss()
    index = ListingIndex(database)
    figures = {"empty_pss_mb": empty}
    async with _Stalls() as stalls:
        began, worked = time.monotonic(), time.process_time()
        await index.load()
        figures |= {"load_s": time.monotonic() - began, "load_cpu_s": time.process_time() - worked}
    figures |= {"stall_ms": stalls.longest, "stall_cpu_ms": stalls.longest_of_its_own}
    current = await index.current()
    figures |= {"listings": len(current.entries), "pss_mb": _pss()} | _time_searches(current)
    await _changed()
    async with _Stalls() as stalls:
        began = time.monotonic()
        await index.up_to_date()
        figures["changed_s"] = time.monotonic() - began
    figures["changed_stall_ms"] = stalls.longest
    figures |= await _grown(index)
    figures["pss_after_mb"] = _pss()
    await database.close()
    return {name: round(value, 2) for name, value in figures.items()}


def _time_searches(current: Index) -> dict[str, float]:
    dice, figures = random.Random(1), dict[str, float]()
    for name, sort in (
        ("category", "newest"),
        ("price", "low"),
        ("words", "relevance"),
        ("common", "popular"),
    ):
        times = list[float]()
        for _ in range(QUESTIONS):
            filters = _wish(dice, name)
            began = time.perf_counter()
            current.page(filters, sort, limit=24)
            times.append((time.perf_counter() - began) * 1000)
        figures |= {
            f"{name}_p50_ms": statistics.median(times),
            f"{name}_p99_ms": sorted(times)[int(QUESTIONS * 0.99)],
        }
    began = time.perf_counter()
    for _ in range(20):
        current.facets(_wish(dice, "words"))
    figures["facets_ms"] = (time.perf_counter() - began) * 50
    return figures


def _wish(dice: random.Random, name: str) -> Filters:
    kind, low = dice.randint(1, 4), dice.randint(3, 60) * 1_000
    match name:
        case "category":
            return Filters(category=kind)
        case "price":
            return Filters(category=kind, min_price=low, max_price=low + dice.randint(5, 40) * 1_000)
        case "words":
            return Filters(search=f"{dice.choice(THINGS)} {dice.choice(MOODS)}")
        case _:
            return Filters(search=dice.choice(THINGS), category=kind)


async def _changed() -> None:
    connection = await asyncpg.connect(os.environ["CATALOG_DATABASE_URL"])
    await connection.execute(
        "UPDATE products SET price = price + 100 WHERE id IN (SELECT id FROM products ORDER BY id DESC LIMIT $1)",
        CHANGED,
    )
    await connection.close()


async def _grown(index: ListingIndex) -> dict[str, float]:
    """Insert a million more listings, and measure when lists show them."""
    connection = await asyncpg.connect(os.environ["CATALOG_DATABASE_URL"])
    rows = await connection.fetch("SELECT * FROM products ORDER BY id LIMIT $1", SHOP)
    records = [(row["id"] + 10**8, *(row[column] for column in COLUMNS[1:])) for row in rows]
    await connection.copy_records_to_table("products", columns=COLUMNS, records=records)
    await connection.close()
    began, before, first, longest, total = time.monotonic(), len(index.index.entries), 0.0, 0.0, 0
    while total < before + SHOP:
        asked = time.monotonic()
        total = (await index.page(Filters(), "newest", limit=24)).total
        longest = max(longest, time.monotonic() - asked)
        first = first or (time.monotonic() - began if total > before else 0.0)
        await asyncio.sleep(0.005)
    return {
        "shop_first_s": first,
        "shop_whole_s": time.monotonic() - began,
        "shop_longest_list_ms": longest * 1000,
    }


class _Stalls:
    """Includes the CPU time of this process, because others use the cores too."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.longest_of_its_own = 0.0

    async def __aenter__(self) -> "_Stalls":
        self._task = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()

    async def _tick(self) -> None:
        last, worked = time.perf_counter(), time.thread_time()
        while True:
            await asyncio.sleep(0.001)
            now, work = time.perf_counter(), time.thread_time()
            self.longest = max(self.longest, (now - last) * 1000 - 1)
            self.longest_of_its_own = max(self.longest_of_its_own, (work - worked) * 1000)
            last, worked = now, work


def _pss() -> float:
    gc.collect()
    with open("/proc/self/smaps_rollup") as smaps:
        kilobytes = next(int(line.split()[1]) for line in smaps if line.startswith("Pss:"))
    return kilobytes / 1024


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure())))
