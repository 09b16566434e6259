"""Bids on an empty database and after a day of two million events, beside the baseline."""

import asyncio
import os
import statistics
from typing import Any

import aiohttp

from bench.bids import all_is_quiet, baseline_service
from bench.bids_fixture import MANY, Fixture
from deploy.local.ports import Ports
from deploy.local.stack import Stack, start_stack
from tests.support import day

ROUNDS = 3
TARGET = 0.9


def run() -> dict[str, Any]:
    """The share of accepted bids that remains."""
    with (
        start_stack() as servers,
        servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1") as ports,
        baseline_service(servers) as baseline,
    ):
        return asyncio.run(_measure(servers, ports, baseline))


async def _measure(servers: Stack, ports: Ports, baseline: str) -> dict[str, Any]:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
        fixture = await Fixture.settle(http, servers, ports, baseline)
        empty = await _accepted(fixture)
        await day.fill(servers)
        owner = await day.owner_of(servers, "auction")
        for settled in ("VACUUM ANALYZE", "CHECKPOINT"):
            await owner.execute(settled)
        await owner.close()
        os.sync()
        full = await _accepted(fixture)
    cells = {
        name: {"empty": empty[name], "after_a_day": full[name], "left": round(full[name] / empty[name], 2)}
        for name in empty
    }
    for name, cell in cells.items():
        print(f"{name:24}", "  ".join(f"{figure} {value}" for figure, value in cell.items()))
    return cells | {"target": TARGET}


async def _accepted(fixture: Fixture) -> dict[str, float]:
    """Medians of interleaved rounds."""
    rounds: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for name, cell in {
            "baseline": fixture.at_baseline(1),
            "gateway": fixture.bid("http", fixture.ports.base_url, 1),
            "sockets": fixture.bid("socket", fixture.ports.base_url, 1),
            "lone, gateway": fixture.bid("http", fixture.ports.base_url, 1, bidders=1),
            "gateway, 1,000 auctions": fixture.bid("http", fixture.ports.base_url, MANY),
        }.items():
            await all_is_quiet()
            rounds.setdefault(name, []).append((await cell)["accepted_per_second"])
    return {name: round(statistics.median(some), 1) for name, some in rounds.items()}
