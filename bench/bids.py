"""Durable bids: one hot auction, a thousand auctions, a lone bidder; on the disk as it is and on one that
takes a millisecond longer; against the textbook service in the same run."""

import asyncio
import json
import os
import statistics
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg

from bench.gateway import _free_port
from deploy.local.ports import Ports
from deploy.local.stack import Stack, stack
from libs.kit.testing import KEY, token_for
from services.auction.queries.batches import CREATED
from services.auction.routes.bid_middleware import ROUTE
from tests.support.newcomer import newcomer

ROUNDS, SECONDS, BIDDERS, MANY = 3, 4.0, 256, 1000
# How many bids a second come from one bidder, and from all, where a pace is kept: there the waits count.
LONE, A_SECOND = 10, 200
FIRST = 20.0
SLOW_DISK_MICROSECONDS = 1000
Figures = dict[str, Any]


def run() -> dict[str, Any]:
    """Measure accepted bids a second, medians of rounds. A cell counts only when every bid that was answered
    as taken is stored once, in a gapless log whose last price is the auction's."""
    with (
        stack() as servers,
        servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1") as ports,
        _textbook(servers) as textbook,
    ):
        return asyncio.run(_measure(servers, ports, textbook))


@contextmanager
def _textbook(servers: Stack) -> Iterator[str]:
    port, url = _free_port(), servers.admin_url.rsplit("/", 1)[0] + "/postgres"
    environment = os.environ | {"DATABASE_URL": url, "PUBLIC_KEY": json.dumps(KEY.as_dict(private=False))}
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "bench.textbook.app:app",
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


async def _measure(servers: Stack, ports: Ports, textbook: str) -> dict[str, Any]:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
        fixture = await _Fixture.settle(http, servers, ports, textbook)
        cells: dict[str, Figures] = {}
        for disk in ("fast", "slow"):
            async with _disk(servers, disk):
                cells |= {f"{name}, {disk} disk": cell for name, cell in (await _rounds(fixture)).items()}
    for name, cell in cells.items():
        print(f"{name:32}", "  ".join(f"{figure} {value}" for figure, value in cell.items()))
    return cells


@asynccontextmanager
async def _disk(servers: Stack, kind: str) -> AsyncIterator[None]:
    """Use the disk as it is, or make each flush of the log take a millisecond longer."""
    delay = SLOW_DISK_MICROSECONDS if kind == "slow" else 0
    owner = await asyncpg.connect(servers.admin_url)
    try:
        for setting in (f"commit_delay = {delay}", "commit_siblings = 0"):
            await owner.execute(f"ALTER SYSTEM SET {setting}")
        await owner.execute("SELECT pg_reload_conf()")
        yield
    finally:
        await owner.close()


async def _rounds(fixture: "_Fixture") -> dict[str, Figures]:
    """Interleaved, so that a slow minute of the machine is everybody's."""
    rounds: dict[str, list[Figures]] = {}
    for _ in range(ROUNDS):
        for name, cell in {
            "textbook": fixture.at_textbook(1),
            "direct": fixture.bid("http", fixture.ports.url("auction"), 1),
            "gateway": fixture.bid("http", fixture.ports.base_url, 1),
            "sockets": fixture.bid("socket", fixture.ports.base_url, 1),
            **{
                name.format(pace): cell
                for pace, a_second in (("back to back", None), (f"{LONE} a second", LONE))
                for name, cell in {
                    "lone, {}, textbook": fixture.at_textbook(1, bidders=1, a_second=a_second),
                    "lone, {}, gateway": fixture.bid(
                        "http", fixture.ports.base_url, 1, bidders=1, a_second=a_second
                    ),
                    "lone, {}, direct": fixture.bid_alone(a_second=a_second),
                }.items()
            },
            f"textbook, {A_SECOND} a second": fixture.at_textbook(1, a_second=A_SECOND),
            **{
                f"{name}, {A_SECOND} a second": fixture.bid(dialect, address, 1, a_second=A_SECOND)
                for name, dialect, address in fixture.entries
            },
            "textbook, 1,000 auctions": fixture.at_textbook(MANY),
            "direct, 1,000 auctions": fixture.bid("http", fixture.ports.url("auction"), MANY),
            "gateway, 1,000 auctions": fixture.bid("http", fixture.ports.base_url, MANY),
        }.items():
            await _all_is_quiet()
            rounds.setdefault(name, []).append(await cell)
            print(name, rounds[name][-1], file=sys.stderr, flush=True)
    return _medians(rounds)


async def _all_is_quiet() -> None:
    """Wait until the work of the cell before (events, mails) is done."""
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
        name: {figure: round(statistics.median(one[figure] for one in some), 2) for figure in some[0]}
        for name, some in rounds.items()
    }
    for name, cell in cells.items():
        if name.startswith("lone"):
            pace = name.split(", ")[1]
            cell["textbooks_p50_vs_own"] = round(
                cells[f"lone, {pace}, textbook"]["p50_ms"] / cell["p50_ms"], 2
            )
        if "a second" in name:  # of a pace that is given only the waits say something
            continue
        textbook = cells["textbook, 1,000 auctions" if "1,000" in name else "textbook"]
        for figure in ("accepted", "answered"):
            cell[f"{figure}_vs_textbook"] = round(
                cell[f"{figure}_per_second"] / max(textbook[f"{figure}_per_second"], 0.1), 1
            )
    return cells


class _Fixture:
    """Bidders, a seller, and auctions of both services."""

    def __init__(
        self, http: aiohttp.ClientSession, servers: Stack, ports: Ports, textbook: str, tokens: list[str]
    ) -> None:
        self._http, self._servers, self.ports, self._textbook = http, servers, ports, textbook
        self._bidders, self._seller = tokens[:-1], tokens[-1]
        self._many: list[int] = []
        self._many_of_textbook: list[int] = []
        self._price = FIRST

    @property
    def entries(self) -> list[tuple[str, str, str]]:
        """Return the ways a bid can take: name, dialect and address."""
        gateway = self.ports.base_url
        return [
            ("direct", "http", self.ports.url("auction")),
            ("gateway", "http", gateway),
            ("sockets", "socket", gateway),
        ]

    @classmethod
    async def settle(
        cls, http: aiohttp.ClientSession, servers: Stack, ports: Ports, textbook: str
    ) -> "_Fixture":
        """Register, verify and sign everybody in at the gateway, and leave the notices as they are."""
        tokens = [
            (await newcomer(http, ports.base_url, ports.url("mail"), f"bench{n}"))["token"]
            for n in range(BIDDERS + 1)
        ]
        fixture = cls(http, servers, ports, textbook, tokens)
        fixture._many = [await fixture._an_auction() for _ in range(MANY)]
        fixture._many_of_textbook = [await fixture._textbook_auction() for _ in range(MANY)]
        return fixture

    async def bid(
        self,
        dialect: str,
        address: str,
        auctions: int,
        *,
        bidders: int = BIDDERS,
        a_second: int | None = None,
    ) -> Figures:
        """Bid from a process of its own; what it was told is compared with what is stored."""
        chosen = [await self._an_auction()] if auctions == 1 else self._many
        before = await self._stored(chosen)
        figures = await self._clients(dialect, address, chosen, self._bidders, bidders, a_second)
        after = await self._stored(chosen)
        assert after["own"] - before["own"] == figures["accepted"], (
            "a bid is lost, or a refused one is stored"
        )
        assert after["stored"] == after["counted"], "the auctions count other bids than there are"
        assert after["gapless"], "a gap in a log, or another price than its last"
        return figures

    async def bid_alone(self, *, a_second: int | None = None) -> Figures:
        """Return one bidder; how long it took inside the service its own log says."""
        log = self._servers.state / "logs" / "auction.log"
        size_before = log.stat().st_size
        figures = await self.bid("http", self.ports.url("auction"), 1, bidders=1, a_second=a_second)
        with log.open() as lines:
            lines.seek(size_before)
            answered = [json.loads(line) for line in lines if '"answered"' in line]
        took = sorted(one["ms"] for one in answered if one["route"] == ROUTE and one["status"] == CREATED)
        assert len(took) == figures["accepted"], "other bids than those of the lone bidder"
        inside = {"inside_p50_ms": took[len(took) // 2], "inside_p99_ms": took[int(len(took) * 0.99)]}
        return figures | inside

    async def at_textbook(
        self, auctions: int, *, bidders: int = BIDDERS, a_second: int | None = None
    ) -> Figures:
        """Return the same clients at the textbook's service."""
        chosen = [await self._textbook_auction()] if auctions == 1 else self._many_of_textbook
        tokens = [token_for(n + 2) for n in range(BIDDERS)]
        return await self._clients("textbook", self._textbook, chosen, tokens, bidders, a_second)

    async def _clients(
        self,
        dialect: str,
        address: str,
        auctions: list[int],
        tokens: list[str],
        bidders: int,
        a_second: int | None,
    ) -> Figures:
        task: Figures = {"dialect": dialect, "address": address, "auctions": auctions, "a_second": a_second}
        task |= {"tokens": tokens[: max(bidders, 2)], "bidders": bidders}
        task |= {"first": FIRST if len(auctions) == 1 else self._price, "seconds": SECONDS}
        clients = await asyncio.create_subprocess_exec(
            sys.executable, str(Path(__file__).with_name("bidders.py")),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, _ = await clients.communicate(json.dumps(task).encode())
        assert clients.returncode == 0, "the bidders fell over"
        figures: Figures = json.loads(out)
        if len(auctions) > 1:
            self._price = figures["highest"]  # the same auctions serve all rounds: prices only rise
        return {
            name: figures[name]
            for name in ("accepted_per_second", "answered_per_second", "p50_ms", "p99_ms", "accepted")
        }

    async def _stored(self, auctions: list[int]) -> Figures:
        owner = await asyncpg.connect(self._servers.database_urls["auction"])
        try:
            row = await owner.fetchrow(_STORED, auctions)
        finally:
            await owner.close()
        return dict(row)

    async def _an_auction(self) -> int:
        ends = (datetime.now(UTC) + timedelta(days=1)).isoformat()
        body = {
            "name": "Bench",
            "brand": "Bench",
            "description": "For the bench only.",
            "categoryId": 1,
            "volume": 50,
        }
        terms = {"listingType": "auction", "auction": {"startingPrice": 1, "bidIncrement": 1, "endsAt": ends}}
        headers = {"Authorization": f"Bearer {self._seller}"}
        async with self._http.post(
            f"{self.ports.base_url}/api/products", json=body | terms, headers=headers
        ) as answer:
            assert answer.status == 201, await answer.text()
            auction = int((await answer.json())["auction"]["id"])
        async with self._http.get(f"{self.ports.base_url}/api/auctions/{auction}") as answer:
            assert answer.status == 200
        return auction

    async def _textbook_auction(self) -> int:
        for _ in range(100):
            try:
                async with self._http.post(f"{self._textbook}/prepare") as answer:
                    return int(await answer.text())
            except aiohttp.ClientError:
                await asyncio.sleep(0.1)
        raise RuntimeError("the textbook service did not start")


_STORED = """
WITH logs AS (
    SELECT a.id, a.current_bid, a.bid_count, count(b.seq) AS stored, coalesce(max(b.seq), 0) AS last,
           count(b.seq) FILTER (WHERE NOT b.is_auto) AS own, max(b.amount) AS highest
    FROM auction.auctions a LEFT JOIN auction.bids b ON b.auction_id = a.id WHERE a.id = ANY($1::bigint[])
    GROUP BY a.id
)
SELECT sum(own)::int AS own, sum(stored)::int AS stored, sum(bid_count)::int AS counted,
       bool_and(stored = last AND highest IS NOT DISTINCT FROM current_bid) AS gapless FROM logs
"""
