"""Measures how long other bidders wait while the bids of a banned or erased person are cleared: ten
thousand running auctions, then a hundred thousand bids in one auction."""

import asyncio
import json
import os
import statistics
import time
from datetime import UTC, datetime
from typing import Any

import aiohttp
import asyncpg
from aiokafka import AIOKafkaProducer

from deploy.local.ports import Ports
from deploy.local.stack import Stack, start_stack
from libs.contracts.event import envelope_json
from libs.contracts.events.auth import UserBanned, UserErased, UserEvent
from tests.support import day
from tests.support.newcomer import newcomer

BIDDERS, A_SECOND, QUIET_SECONDS, PATIENCE_SECONDS = 20, 40, 15.0, 600.0
TARGET_P99_MS = 100.0
MANY, HOT = day.PERSON + 7, day.HOT_PERSON


def run() -> dict[str, Any]:
    with start_stack() as servers, servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1") as ports:
        return asyncio.run(_measure(servers, ports))


async def _measure(servers: Stack, ports: Ports) -> dict[str, Any]:
    await day.fill(servers)
    owner = await day.owner_of(servers, "auction")
    for settled in (
        "VACUUM ANALYZE",
        "CHECKPOINT",
    ):  # Otherwise the disk is still writing the day.
        await owner.execute(settled)
    os.sync()
    cells: dict[str, Any] = {}
    async with aiohttp.ClientSession() as http:
        tokens = [
            (await newcomer(http, ports.base_url, ports.url("mail"), f"bidder{n}"))["token"]
            for n in range(BIDDERS)
        ]
        clients = _Clients(http, ports.base_url, tokens)
        bidding = asyncio.create_task(clients.bid())
        await asyncio.sleep(5)  # Warms caches, connections and plans.
        cells["quiet"] = await clients.during(asyncio.sleep(QUIET_SECONDS))
        for name, event in {
            "ban, 10,000 auctions": UserBanned(user_id=MANY, by_admin_id=1, banned_at=datetime.now(UTC)),
            "ban, 100,000 bids in one auction": UserBanned(
                user_id=HOT, by_admin_id=1, banned_at=datetime.now(UTC)
            ),
            "erasure, 10,000 auctions": UserErased(user_id=MANY + 1, erased_at=datetime.now(UTC)),
            "erasure, 100,000 bids in one auction": UserErased(user_id=HOT + 1, erased_at=datetime.now(UTC)),
        }.items():
            cells[name] = await clients.during(_act(servers, owner, event))
        bidding.cancel()
    left = await owner.fetchval(
        "SELECT count(*) FROM auctions WHERE current_bidder_id = ANY($1) AND status = 'active'",
        [MANY, MANY + 1, HOT, HOT + 1],
    )
    assert left == 0, "a banned or erased person still leads"
    await owner.close()
    for name, cell in cells.items():
        print(f"{name:38}", "  ".join(f"{figure} {value}" for figure, value in cell.items()))
    return cells | {"target_p99_ms": TARGET_P99_MS}


async def _act(servers: Stack, owner: asyncpg.Connection, event: UserEvent) -> None:
    """Publish the event and wait until auction has handled it."""
    producer = AIOKafkaProducer(bootstrap_servers=servers.servers.kafka_bootstrap, acks="all")
    await producer.start()
    await producer.send_and_wait(event.topic, envelope_json(event, 1), key=event.key.encode())
    await producer.stop()
    done = (
        "SELECT EXISTS (SELECT FROM people WHERE user_id = $1 AND account_status IN ('banned', 'erased')) "
        "AND NOT EXISTS (SELECT FROM account_removals)"
    )
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await owner.fetchval(done, event.user_id):  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.05)


class _Clients:
    """People who bid at a fixed rate. A wait counts from the moment the bid was due."""

    def __init__(self, http: aiohttp.ClientSession, address: str, tokens: list[str]) -> None:
        self._http, self._address, self._tokens = http, address, tokens
        self._waits: list[float] = []
        self._failed = 0
        self._prices: dict[int, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def bid(self) -> None:
        """Send bids on schedule, without waiting for earlier responses."""
        began, number = time.perf_counter(), 0
        while True:
            await asyncio.sleep(max(0.0, began + number / A_SECOND - time.perf_counter()))
            task = asyncio.create_task(self._one(number, began + number / A_SECOND))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            number += 1

    async def during(self, act: Any) -> dict[str, Any]:
        """Yield the waits while `act` runs."""
        self._waits, self._failed, began = [], 0, time.perf_counter()
        await act
        took, waits = time.perf_counter() - began, sorted(self._waits)
        return {
            "seconds": round(took, 1),
            "bids": len(waits),
            "failed": self._failed,
            "p50_ms": round(statistics.median(waits), 1),
            "p99_ms": round(waits[int(len(waits) * 0.99)], 1),
            "longest_ms": round(waits[-1], 1),
        }

    async def _one(self, number: int, turn: float) -> None:
        # Every third bid is on the auction with two hundred thousand bids.
        auction = day.HOT_AUCTION if number % 3 == 0 else day.AUCTION + 1 + number % day.AUCTIONS
        price = self._prices[auction] = self._prices.get(auction, 80_200 if number % 3 == 0 else 1_000) + 10
        headers = {
            "Authorization": f"Bearer {self._tokens[number % BIDDERS]}",
            "Content-Type": "application/json",
        }
        url, form = f"{self._address}/api/auctions/{auction}/bids", json.dumps({"amount": price})
        async with self._http.post(url, data=form, headers=headers) as answer:
            self._failed += answer.status not in (201, 409)
            await answer.read()
        self._waits.append((time.perf_counter() - turn) * 1000)
