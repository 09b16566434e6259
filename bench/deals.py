"""Measures detection of review rings and failing sales with the projection of admin's subscriber. Weights
were adjusted once with seeds 201 to 203 and 221 to 225, which are excluded from the result."""

import time
from collections import Counter
from typing import Any

from sqlalchemy import text

from bench.shoppers import StreetMaker
from libs.contracts.event import make_envelope
from libs.kit.db.database import Database
from services.admin.risk.projections import apply_deal_batch, apply_signal_batch

SEEDS = (231, 232, 233, 234, 235)
TOGETHER = 200
TARGETS = {"deals_precision_at_review": 0.9, "deals_recall_at_review": 0.8}
_FLAGGED = text(
    "SELECT bidder_id, seller_id, kind FROM risk_pairs WHERE kind IN ('deals', 'sales') "
    "AND bidder_id BETWEEN :first AND :last"
)
Figures = dict[str, Any]


async def measure(database: Database, seeds: tuple[int, ...] = SEEDS) -> Figures:
    seen = {seed: await _street(database, seed) for seed in seeds}
    sums: Counter[str] = sum((Counter(item["cases"]) for item in seen.values()), Counter())
    return {
        "deals_precision_at_review": round(sums["found"] / max(1, sums["found"] + sums["suspected"]), 3),
        "deals_recall_at_review": round(sums["found"] / sums["planted"], 3),
        "deals_cpu_ms_per_event": max(item["cpu_ms_per_event"] for item in seen.values()),
        "deals_by_seed": {f"seed {seed}": one["cases"] | one["kinds"] for seed, one in seen.items()},
    }


async def _street(database: Database, seed: int) -> Figures:
    maker = StreetMaker(seed)
    street = maker.make()
    envelopes = [make_envelope(event, 1, at=at) for at, event in street.events]
    spent = 0.0
    for first in range(0, len(envelopes), TOGETHER):
        async with database.transaction() as session:
            await session.connection()
            before = time.process_time()
            await apply_signal_batch(session, envelopes[first : first + TOGETHER])
            await apply_deal_batch(session, envelopes[first : first + TOGETHER])
            spent += time.process_time() - before
    async with database.reading() as session:
        span = {"first": maker.first_id, "last": maker.first_id + 999_999}
        rows = list(await session.execute(_FLAGGED, span))
    flagged = {(row.kind, row.bidder_id, row.seller_id) for row in rows}
    planted = {("deals", *pair): kind for pair, kind in street.rings.items()}
    planted |= {("sales", seller, seller): "bad sellers" for seller in street.bad_sellers}
    of_kind = Counter(planted.values())
    found = Counter(kind for case, kind in planted.items() if case in flagged)
    return {
        "cpu_ms_per_event": round(spent / len(envelopes) * 1000, 4),
        "cases": {
            "planted": len(planted),
            "found": len(flagged & planted.keys()),
            "suspected": len(flagged - planted.keys()),
        },
        "kinds": {kind: f"{found[kind]} of {of_kind[kind]}" for kind in sorted(of_kind)},
    }
