"""Measures detection of arranged bids with the projection of admin's subscriber. The weights were checked
with seeds 1 to 14, which are excluded from the result."""

import asyncio
import time
from collections import Counter
from typing import Any

from sqlalchemy import text

from bench import deals, takeovers
from bench.fanout_load import cpu_seconds
from bench.market import Maker, Market
from deploy.local.stack import start_stack
from libs.contracts.event import Envelope, make_envelope
from libs.contracts.events.auction import BidPlaced
from libs.kit.db.database import Database
from services.admin.risk.projections import apply_bid_batch

SEEDS = (21, 22, 23, 24, 25)
# The batch sizes of a busy and of a quiet partition.
TOGETHER, FEW = 200, 20
TARGETS = {"precision_at_review": 0.9, "recall_at_review": 0.8, "cpu_ms_per_bid": 0.1, "bids_a_second": 1_000}
_FLAGGED = text("SELECT bidder_id, seller_id, level FROM risk_pairs WHERE bidder_id BETWEEN :first AND :last")
Figures = dict[str, Any]


def run() -> Figures:
    with start_stack() as servers:
        figures = asyncio.run(_measure(servers.database_urls["admin"]))
    for name, value in figures.items():
        print(f"{name:24} {value}")
    return figures | {"targets": TARGETS | takeovers.TARGETS | deals.TARGETS}


async def _measure(url: str) -> Figures:
    database = Database(url, "admin")
    try:
        seen = {seed: await _market(database, seed, TOGETHER) for seed in SEEDS}
        few = await _market(database, SEEDS[-1] + 1, FEW)
        taken_over = await takeovers.measure(database) | await deals.measure(database)
    finally:
        await database.close()
    measured = list(seen.values())
    sums: Counter[str] = sum((Counter(item["pairs"]) for item in measured), Counter())
    found, planted = sums["found"], sums["planted"]
    return {
        "precision_at_review": round(found / max(1, found + sums["suspected"]), 3),
        "recall_at_review": round(found / planted, 3),
        "precision_at_hold": round(sums["held"] / max(1, sums["held"] + sums["held_wrongly"]), 3),
        "recall_at_hold": round(sums["held"] / planted, 3),
        "cpu_ms_per_bid": max(item["cpu_ms_per_bid"] for item in measured),
        "database_cpu_ms_per_bid": max(item["database_cpu_ms_per_bid"] for item in measured),
        "bids_a_second": min(item["bids_a_second"] for item in measured),
        f"in batches of {FEW}": {name: few[name] for name in few if name != "pairs"},
        "by_seed": {f"seed {seed}": one["pairs"] | one["kinds"] for seed, one in seen.items()},
    } | taken_over


async def _market(database: Database, seed: int, together: int) -> Figures:
    maker = Maker(seed)
    market = maker.make()
    envelopes = [make_envelope(event, 1, at=at) for at, event in market.events]
    bids = sum(envelope.type == BidPlaced.type_name() for envelope in envelopes)
    cpu, of_database, took = await _fold(database, envelopes, together)
    async with database.reading() as session:
        span = {"first": maker.first_id, "last": maker.first_id + 999_999}
        flagged = {(row.bidder_id, row.seller_id): row.level for row in await session.execute(_FLAGGED, span)}
    return {
        "cpu_ms_per_bid": round(cpu / bids * 1000, 4),
        "database_cpu_ms_per_bid": round(of_database / bids * 1000, 4),
        "bids_a_second": round(bids / took),
    } | _judged(market, flagged)


async def _fold(database: Database, envelopes: list[Envelope], together: int) -> tuple[float, float, float]:
    """Returns the added CPU time per batch, here and in the database, and the total time."""
    async with database.transaction() as session:
        backend = (await session.execute(text("SELECT pg_backend_pid()"))).scalar_one()
    spent, of_database, began = 0.0, cpu_seconds(backend), time.perf_counter()
    for first in range(0, len(envelopes), together):
        async with database.transaction() as session:
            await session.connection()
            before = time.process_time()
            await apply_bid_batch(session, envelopes[first : first + together])
            spent += time.process_time() - before
    took = time.perf_counter() - began
    return spent, cpu_seconds(backend) - of_database, took


def _judged(market: Market, flagged: dict[tuple[int, int], str]) -> Figures:
    held = {pair for pair, level in flagged.items() if level == "hold"}
    pairs = {
        "planted": len(market.rings),
        "found": len(flagged.keys() & market.rings.keys()),
        "suspected": len(flagged.keys() - market.rings.keys()),
        "held": len(held & market.rings.keys()),
        "held_wrongly": len(held - market.rings.keys()),
    }
    planted = Counter(market.rings.values())
    found = Counter(kind for pair, kind in market.rings.items() if pair in flagged)
    return {"pairs": pairs, "kinds": {kind: f"{found[kind]} of {planted[kind]}" for kind in sorted(planted)}}
