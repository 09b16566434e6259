"""Exports five million events as Parquet, beside a baseline that writes JSON lines."""

import asyncio
import json
import tempfile
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import duckdb

from deploy.local.stack import start_stack
from deploy.parquet import views, write_day
from services.admin.audit.queries import copy_events
from services.admin.audit.rules import bounds_of

EVENTS, DAYS, FIRST = 5_000_000, 10, date(2026, 3, 1)
EACH = EVENTS // DAYS
TARGETS = {"events": EVENTS, "seconds": 300}
Figures = dict[str, Any]

# Nine of ten are bids, roughly in order of time.
_FILL = """
INSERT INTO admin.audit_log (event_id, type, source, subject, version, happened_at, data)
SELECT gen_random_uuid()::text,
    CASE WHEN n % 10 = 0 THEN 'wangi.messaging.MessageSent.v1' ELSE 'wangi.auction.BidPlaced.v1' END,
    CASE WHEN n % 10 = 0 THEN '/messaging' ELSE '/auction' END,
    (n % 5000)::text, 1 + n / 5000, $1::timestamptz + n * $2::interval + random() * interval '1 second',
    CASE WHEN n % 10 = 0 THEN jsonb_build_object(
        'conversationId', n % 5000, 'messageId', n, 'seq', n, 'senderId', n % 7000, 'receiverId', n % 6000,
        'productId', null, 'kind', 'TEXT', 'length', '1-50', 'notifiesReceiver', true,
        'sentAt', $1::timestamptz + n * $2::interval)
    ELSE jsonb_build_object(
        'auctionId', n % 5000, 'productId', n % 5000, 'sellerId', n % 900, 'bidId', n, 'bidderId', n % 7000,
        'amount', 5000 + n / 10, 'placedAt', $1::timestamptz + n * $2::interval, 'previousBidderId', n % 6000,
        'bidCount', 1 + n / 5000, 'minimumBid', 5100 + n / 10, 'endsAt', $1::timestamptz + interval '11 days',
        'reserveMet', true, 'epoch', 1, 'isAuto', n % 3 = 0, 'answersId', null) END
FROM generate_series($3::bigint, $4::bigint - 1) AS n"""
_ROWS = (
    "SELECT event_id, type, source, subject, version, happened_at, data FROM admin.audit_log "
    "WHERE happened_at >= $1 AND happened_at < $2"
)


def run() -> Figures:
    with start_stack() as servers, tempfile.TemporaryDirectory() as folder:
        owner = servers.admin_url.rsplit("/", 1)[0] + "/wangi"
        filled_in = asyncio.run(_filled(owner))
        figures = asyncio.run(_measured(servers.database_urls["admin"], Path(folder)))
    figures = {"events": EVENTS, "filled_in_s": round(filled_in, 1)} | figures
    for name, value in figures.items():
        print(f"{name:24} {value}")
    return figures | {"targets": TARGETS}


async def _filled(url: str) -> float:
    began, owner = time.perf_counter(), await asyncpg.connect(url)
    try:
        await owner.execute("SET statement_timeout = 0")
        begins, each = bounds_of(FIRST)[0], timedelta(days=DAYS) / (EVENTS + 10_000)
        for at in range(0, EVENTS, EACH):
            await owner.execute(_FILL, begins, each, at, at + EACH)
        await owner.execute("VACUUM ANALYZE admin.audit_log")
    finally:
        await owner.close()
    return time.perf_counter() - began


async def _measured(url: str, folder: Path) -> Figures:
    connection = await asyncpg.connect(url)
    try:
        counts, began = [], time.perf_counter()
        for day in _days():
            begins, ends = bounds_of(day)

            async def copy(path: Path, begins: datetime = begins, ends: datetime = ends) -> None:
                await copy_events(connection, begins, ends, path)

            counts.append(await write_day(folder, day, copy))
        ours = time.perf_counter() - began
        assert sum(counts) == EVENTS, counts
        began, lines = time.perf_counter(), await _baseline(connection, folder / "baseline.jsonl")
        baseline = time.perf_counter() - began
        assert lines == counts[0]
    finally:
        await connection.close()
    asked, bids, size = await asyncio.to_thread(_ask, folder)
    assert bids == EVENTS * 9 // 10
    return {
        "seconds": round(ours, 1),
        "events_per_s": round(EVENTS / ours),
        "baseline_events_per_s": round(lines / baseline),
        "ratio": round(EVENTS / ours / (lines / baseline), 2),
        "bytes_per_event": round(size / EVENTS, 1),
        "bids_by_day_s": round(asked, 2),
    }


def _days() -> Iterator[date]:
    return (FIRST + timedelta(days=at) for at in range(DAYS))


async def _baseline(connection: asyncpg.Connection, path: Path) -> int:
    lines = 0
    with path.open("w") as file:
        async with connection.transaction():
            async for row in connection.cursor(_ROWS, *bounds_of(FIRST), prefetch=1_000):
                file.write(json.dumps(dict(row) | {"data": json.loads(row["data"])}, default=str) + "\n")
                lines += 1
    return lines


def _ask(folder: Path) -> tuple[float, int, int]:
    size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    with duckdb.connect() as connection:
        connection.execute(f"SET file_search_path = '{folder}'")
        connection.execute(views())
        began = time.perf_counter()
        days = connection.execute(
            "SELECT date_trunc('day', placed_at), count(*), max(amount) FROM auction.bid_placed GROUP BY 1"
        ).fetchall()
        return time.perf_counter() - began, sum(count for _, count, _ in days), size
