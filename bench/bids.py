"""Durable bids, on the real disk and on a disk that is one millisecond slower, beside the baseline."""

import asyncio
import json
import os
import statistics
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg

from bench.bids_fixture import MANY, Figures, Fixture
from bench.gateway import _free_port
from deploy.local.ports import Ports
from deploy.local.stack import Stack, start_stack
from libs.kit.testing import KEY

ROUNDS = 3
# Bids a second of one bidder, and of all.
LONE, A_SECOND = 10, 200
SLOW_DISK_MICROSECONDS = 1000


def run() -> dict[str, Any]:
    """A round counts only if every accepted bid is stored once, in a gapless log whose last price is the
    auction's."""
    with (
        start_stack() as servers,
        # The tokens last for all rounds, because signing in again costs time.
        servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1", ACCESS_MINUTES="120") as ports,
        baseline_service(servers) as baseline,
    ):
        return asyncio.run(_measure(servers, ports, baseline))


@contextmanager
def baseline_service(servers: Stack) -> Iterator[str]:
    port, url = _free_port(), servers.admin_url.rsplit("/", 1)[0] + "/postgres"
    environment = os.environ | {"DATABASE_URL": url, "PUBLIC_KEY": json.dumps(KEY.as_dict(private=False))}
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "bench.baseline.app:app",
        "--port",
        str(port),
        "--no-access-log",
    ]
    process = subprocess.Popen([*command, "--log-level", "warning"], env=environment)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


async def _measure(servers: Stack, ports: Ports, baseline: str) -> dict[str, Any]:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
        fixture = await Fixture.settle(http, servers, ports, baseline)
        cells: dict[str, Figures] = {}
        for disk in ("fast", "slow"):
            async with _disk(servers, disk):
                cells |= {f"{name}, {disk} disk": cell for name, cell in (await _rounds(fixture)).items()}
    for name, cell in cells.items():
        print(f"{name:32}", "  ".join(f"{figure} {value}" for figure, value in cell.items()))
    return cells


@asynccontextmanager
async def _disk(servers: Stack, kind: str) -> AsyncIterator[None]:
    delay = SLOW_DISK_MICROSECONDS if kind == "slow" else 0
    owner = await asyncpg.connect(servers.admin_url)
    try:
        for setting in (f"commit_delay = {delay}", "commit_siblings = 0"):
            await owner.execute(f"ALTER SYSTEM SET {setting}")
        await owner.execute("SELECT pg_reload_conf()")
        yield
    finally:
        await owner.close()


async def _rounds(fixture: Fixture) -> dict[str, Figures]:
    """Interleaved, so that a slow minute affects all."""
    rounds: dict[str, list[Figures]] = {}
    for _ in range(ROUNDS):
        for name, cell in {
            "baseline": fixture.at_baseline(1),
            "direct": fixture.bid("http", fixture.ports.url("auction"), 1),
            "gateway": fixture.bid("http", fixture.ports.base_url, 1),
            "sockets": fixture.bid("socket", fixture.ports.base_url, 1),
            **{
                name.format(pace): cell
                for pace, a_second in (("back to back", None), (f"{LONE} a second", LONE))
                for name, cell in {
                    "lone, {}, baseline": fixture.at_baseline(1, bidders=1, a_second=a_second),
                    "lone, {}, gateway": fixture.bid(
                        "http", fixture.ports.base_url, 1, bidders=1, a_second=a_second
                    ),
                    "lone, {}, direct": fixture.bid_alone(a_second=a_second),
                }.items()
            },
            f"baseline, {A_SECOND} a second": fixture.at_baseline(1, a_second=A_SECOND),
            **{
                f"{name}, {A_SECOND} a second": fixture.bid(dialect, address, 1, a_second=A_SECOND)
                for name, dialect, address in fixture.entries
            },
            "baseline, 1,000 auctions": fixture.at_baseline(MANY),
            "direct, 1,000 auctions": fixture.bid("http", fixture.ports.url("auction"), MANY),
            "gateway, 1,000 auctions": fixture.bid("http", fixture.ports.base_url, MANY),
        }.items():
            await all_is_quiet()
            rounds.setdefault(name, []).append(await cell)
            print(name, rounds[name][-1], file=sys.stderr, flush=True)
    return _medians(rounds)


async def all_is_quiet() -> None:
    """Wait for the events and mails of the previous cell."""
    for _ in range(120):
        before = _busy_and_idle()
        await asyncio.sleep(0.5)
        busy, idle = (after - then for after, then in zip(_busy_and_idle(), before, strict=True))
        if busy < 0.15 * (busy + idle):
            return
    print("the machine never was quiet: these figures are another's too", file=sys.stderr)


def _busy_and_idle() -> tuple[int, int]:
    ticks = [int(part) for part in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8]]
    idle = ticks[3] + ticks[4]
    return sum(ticks) - idle, idle


def _medians(rounds: dict[str, list[Figures]]) -> dict[str, Figures]:
    cells = {
        name: {figure: round(statistics.median(item[figure] for item in some), 2) for figure in some[0]}
        for name, some in rounds.items()
    }
    for name, cell in cells.items():
        if name.startswith("lone"):
            pace = name.split(", ")[1]
            cell["baselines_p50_vs_own"] = round(
                cells[f"lone, {pace}, baseline"]["p50_ms"] / cell["p50_ms"], 2
            )
        if "a second" in name:  # At a fixed rate only the waits are of interest.
            continue
        baseline = cells["baseline, 1,000 auctions" if "1,000" in name else "baseline"]
        for figure in ("accepted", "answered"):
            cell[f"{figure}_vs_baseline"] = round(
                cell[f"{figure}_per_second"] / max(baseline[f"{figure}_per_second"], 0.1), 1
            )
    return cells
