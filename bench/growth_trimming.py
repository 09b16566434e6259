import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import asyncpg

from bench.growth_year import OUTBOX_DAYS
from libs.contracts.topics import INBOX_DAYS
from libs.kit.db.database import Database
from services.auth.privacy import trimming

SEED, WRITES_A_SECOND = 20, 50


Ask = Callable[[Any, random.Random], Awaitable[Any]]


Figures = dict[str, Any]


def middle_and_slowest(spent: list[float]) -> list[float]:
    spent.sort()
    return [round(spent[len(spent) // 2], 2), round(spent[len(spent) * 99 // 100], 2)]


async def run(databases: dict[str, Database], owner: asyncpg.Connection, writes: tuple[Ask, ...]) -> Figures:
    """Trim each table by its own job, while bids and inbox rows are written."""
    await owner.execute("UPDATE auction.outbox SET published_at = now() WHERE published_at IS NULL")
    writer = asyncio.create_task(_write_on(databases["auction"], writes))
    cells: Figures = {}
    try:
        await asyncio.sleep(5)
        cells["writes, nothing trimmed"] = middle_and_slowest(_take(writer))
        while (done := await _turn(owner))["rows"]:
            cell = cells.setdefault("keep_tables, 20,000 rows a turn", {"rows": 0, "turns": 0, "s": 0.0})
            cells["keep_tables, 20,000 rows a turn"] = {
                "rows": cell["rows"] + done["rows"], "turns": cell["turns"] + 1, "s": round(cell["s"] + done["s"], 2),
            }  # fmt: skip
        began = time.monotonic()
        gone = await trimming.trim(databases["auth"], datetime.now(UTC))
        cells["notifications of a day"] = {"rows": gone, "s": round(time.monotonic() - began, 2)}
        began, days = time.monotonic(), await _outbox_days(owner)
        await owner.execute(f"SELECT auction.keep_tables({OUTBOX_DAYS - 1})")
        dropped = days - await _outbox_days(owner)
        cells["outbox, a day dropped whole"] = {"days": dropped, "s": round(time.monotonic() - began, 3)}
        cells["writes meanwhile"] = middle_and_slowest(_take(writer))
    finally:
        writer.cancel()
    return cells


WRITTEN: list[float] = []


def _take(writer: "asyncio.Task[None]") -> list[float]:
    if writer.done():
        writer.result()
    spent = WRITTEN.copy()
    WRITTEN.clear()
    return spent


async def _write_on(database: Database, writes: tuple[Ask, ...]) -> None:
    dice = random.Random(SEED)
    while True:
        for ask in writes:
            began = time.perf_counter()
            async with database.transaction() as session:
                await ask(session, dice)
            WRITTEN.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(1 / WRITES_A_SECOND)


_COUNT = (
    "SELECT (SELECT count(*) FROM auction.inbox WHERE handled_at < now() - interval '{days} days') + "
    "(SELECT count(*) FROM auction.idempotency_keys WHERE created_at < now() - interval '24 hours')"
)


async def _turn(owner: asyncpg.Connection) -> Figures:
    old = _COUNT.format(days=INBOX_DAYS)
    before, began = await owner.fetchval(old), time.monotonic()
    await owner.execute(f"SELECT auction.keep_tables({OUTBOX_DAYS})")
    spent = time.monotonic() - began
    return {"rows": before - await owner.fetchval(old), "s": spent}


async def _outbox_days(owner: asyncpg.Connection) -> int:
    return int(
        await owner.fetchval("SELECT count(*) FROM pg_inherits WHERE inhparent = 'auction.outbox'::regclass")
    )
