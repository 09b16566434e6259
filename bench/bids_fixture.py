import asyncio
import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg

from deploy.local.ports import Ports
from deploy.local.stack import Stack
from libs.kit.testing import token_for
from services.auction.bidding.middleware import ROUTE
from services.auction.bidding.queries import CREATED
from tests.support.newcomer import newcomer

SECONDS, BIDDERS, MANY = 4.0, 256, 1000
FIRST = 20.0
Figures = dict[str, Any]


class Fixture:
    def __init__(
        self, http: aiohttp.ClientSession, servers: Stack, ports: Ports, baseline: str, tokens: list[str]
    ) -> None:
        self._http, self._servers, self.ports, self._baseline = http, servers, ports, baseline
        self._bidders, self._seller = tokens[:-1], tokens[-1]
        self._many: list[int] = []
        self._many_of_baseline: list[int] = []
        self._price = FIRST

    @property
    def entries(self) -> list[tuple[str, str, str]]:
        gateway = self.ports.base_url
        return [
            ("direct", "http", self.ports.url("auction")),
            ("gateway", "http", gateway),
            ("sockets", "socket", gateway),
        ]

    @classmethod
    async def settle(
        cls, http: aiohttp.ClientSession, servers: Stack, ports: Ports, baseline: str
    ) -> "Fixture":
        tokens = [
            (await newcomer(http, ports.base_url, ports.url("mail"), f"bench{n}"))["token"]
            for n in range(BIDDERS + 1)
        ]
        fixture = cls(http, servers, ports, baseline, tokens)
        fixture._many = [await fixture._an_auction() for _ in range(MANY)]
        fixture._many_of_baseline = [await fixture._baseline_auction() for _ in range(MANY)]
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
        """Bid from a separate process and compare its outcomes with the stored bids."""
        chosen = [await self._an_auction()] if auctions == 1 else self._many
        before = await self._stored_figures(chosen)
        figures = await self._clients(dialect, address, chosen, self._bidders, bidders, a_second)
        after = await self._stored_figures(chosen)
        assert after["own"] - before["own"] == figures["accepted"], (
            "a bid is lost, or a refused one is stored"
        )
        assert after["stored"] == after["counted"], "the auctions count other bids than there are"
        assert after["gapless"], "a gap in a log, or another price than its last"
        return figures

    async def bid_alone(self, *, a_second: int | None = None) -> Figures:
        """Includes the time inside the service, from its log."""
        log = self._servers.state / "logs" / "auction.log"
        size_before = log.stat().st_size
        figures = await self.bid("http", self.ports.url("auction"), 1, bidders=1, a_second=a_second)
        with log.open() as lines:
            lines.seek(size_before)
            answered = [json.loads(line) for line in lines if '"answered"' in line]
        took = sorted(item["ms"] for item in answered if item["route"] == ROUTE and item["status"] == CREATED)
        assert len(took) == figures["accepted"], "other bids than those of the lone bidder"
        inside = {"inside_p50_ms": took[len(took) // 2], "inside_p99_ms": took[int(len(took) * 0.99)]}
        return figures | inside

    async def at_baseline(
        self, auctions: int, *, bidders: int = BIDDERS, a_second: int | None = None
    ) -> Figures:
        chosen = [await self._baseline_auction()] if auctions == 1 else self._many_of_baseline
        tokens = [token_for(n + 2) for n in range(BIDDERS)]
        return await self._clients("baseline", self._baseline, chosen, tokens, bidders, a_second)

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
            self._price = figures["highest"]  # All rounds use the same auctions, and prices only rise.
        return {
            name: figures[name]
            for name in ("accepted_per_second", "answered_per_second", "p50_ms", "p99_ms", "accepted")
        }

    async def _stored_figures(self, auctions: list[int]) -> Figures:
        owner = await asyncpg.connect(self._servers.database_urls["auction"])
        try:
            row = await owner.fetchrow(_LOG_FIGURES, auctions)
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

    async def _baseline_auction(self) -> int:
        for _ in range(100):
            try:
                async with self._http.post(f"{self._baseline}/prepare") as answer:
                    return int(await answer.text())
            except aiohttp.ClientError:
                await asyncio.sleep(0.1)
        raise RuntimeError("the baseline service did not start")


_LOG_FIGURES = """
WITH logs AS (
    SELECT a.id, a.current_bid, a.bid_count, count(b.seq) AS stored, coalesce(max(b.seq), 0) AS last,
           count(b.seq) FILTER (WHERE NOT b.is_auto) AS own, max(b.amount) AS highest
    FROM auction.auctions a LEFT JOIN auction.bids b ON b.auction_id = a.id WHERE a.id = ANY($1::bigint[])
    GROUP BY a.id
)
SELECT sum(own)::int AS own, sum(stored)::int AS stored, sum(bid_count)::int AS counted,
       bool_and(stored = last AND highest IS NOT DISTINCT FROM current_bid) AS gapless FROM logs
"""
