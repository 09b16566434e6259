import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import asyncpg
from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.errors import KafkaError
from redis.asyncio import Redis
from redis.exceptions import RedisError

from deploy.local import places, postgres
from deploy.local.passwords import REDIS_OWNER, Passwords
from deploy.local.ports import LOOPBACK, Ports
from deploy.local.redis import address
from deploy.local.running import Running
from deploy.local.wait import is_ready
from libs.contracts.services import SERVICES
from libs.contracts.topics import EVENT_TOPICS
from libs.kit.tests.lab import until
from tests.faults.history import Published, StoredBid
from tests.faults.watchers import on_our_clock

AUCTIONS = next(topic for topic in EVENT_TOPICS if topic.name == "wangi.auctions")
PARTITIONS = [TopicPartition(AUCTIONS.name, number) for number in range(AUCTIONS.partitions)]
AWAY = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, RedisError, KafkaError)


@dataclass(frozen=True)
class Platform:
    state: Path
    ports: Ports

    @property
    def gateway_address(self) -> str:
        return f"{LOOPBACK}:{self.ports.gateway}"

    @property
    def brokers(self) -> str:
        return f"{LOOPBACK}:{self.ports.kafka}"

    async def kill(self, part: str) -> float:
        killed, began = self.pid_of(part), time.monotonic()
        os.kill(killed, signal.SIGKILL)

        async def is_back() -> bool:
            return self.pid_of(part) not in (killed, 0) and await self.answers(part)

        await until(is_back)
        return time.monotonic() - began

    async def stored_bids(self, auction_id: int) -> list[StoredBid]:
        query = "SELECT seq, bidder_id, amount, is_auto, placed_at FROM auction.bids WHERE auction_id = $1 ORDER BY seq"
        rows = await self.rows(query, auction_id)
        return [StoredBid(**row | {"placed_at": on_our_clock(row["placed_at"])}) for row in rows]

    async def auction(self, auction_id: int) -> dict[str, Any]:
        (row,) = await self.rows("SELECT * FROM auction.auctions WHERE id = $1", auction_id)
        return row

    async def wangi(self, *words: str) -> tuple[int, str]:
        command = [str(Path(sys.executable).with_name("wangi")), *words]
        env = os.environ | {"WANGI_LOCAL": str(self.state)}
        env.pop("DATABASE_URL", None)
        asked = await asyncio.create_subprocess_exec(
            *command, stdout=PIPE, stderr=STDOUT, env=env, cwd=places.ROOT
        )
        output, _ = await asked.communicate()
        return asked.returncode or 0, output.decode()

    async def published(self, auction_id: int) -> list[Published]:
        """With duplicates."""
        async with self._kafka() as kafka:
            kafka.assign(PARTITIONS)
            await kafka.seek_to_beginning(*PARTITIONS)
            ends, found = await kafka.end_offsets(PARTITIONS), []
            while any([await kafka.position(partition) < ends[partition] for partition in PARTITIONS]):
                for records in (await kafka.getmany(timeout_ms=200)).values():
                    found += [json.loads(record.value) for record in records]
        return [
            _published_event(event["id"], event) for event in found if event["subject"] == str(auction_id)
        ]

    async def written_down(self, auction_id: int) -> list[Published]:
        query = "SELECT * FROM admin.audit_log WHERE source = '/auction' AND subject = $1 ORDER BY id"
        rows = await self.rows(query, str(auction_id))
        return [_published_event(row["event_id"], row | {"data": json.loads(row["data"])}) for row in rows]

    async def card(self, auction_id: int) -> tuple[int, int | None]:
        query = "SELECT bid_count, current_bid FROM catalog.auction_replicas WHERE auction_id = $1"
        (row,) = await self.rows(query, auction_id)
        return row["bid_count"], row["current_bid"]

    async def stragglers(self) -> str:
        lines = []
        for name in SERVICES:
            waits = await self.rows(f"SELECT count(*) FROM {name}.outbox WHERE published_at IS NULL")
            log = self.state / "logs" / f"{name}.log"
            alarms = [line for line in log.read_text().splitlines() if "warning" in line or "error" in line]
            lines.append(f"{name}: {waits[0]['count']} wait, {alarms[-5:]}")
        return "\n".join(lines)

    async def rows(self, query: str, *values: object) -> list[dict[str, Any]]:
        url = postgres.admin_url(self.ports.postgres, Passwords.of(self.state).owner, "wangi")
        connection = await asyncpg.connect(url, timeout=2)
        try:
            return [dict(row) for row in await connection.fetch(query, *values)]
        finally:
            await connection.close(timeout=2)

    def pid_of(self, part: str) -> int:
        run = Running.read(self.state)
        assert run is not None
        return run.children.get(part, 0)

    async def answers(self, part: str) -> bool:
        try:
            if part == "postgres":
                await self.rows("SELECT 1")
            elif part == "redis":
                password = Passwords.of(self.state).redis[REDIS_OWNER]
                async with Redis.from_url(address(self.ports.redis, REDIS_OWNER, password)) as redis:
                    await redis.ping()
            elif part == "kafka":
                async with self._kafka() as kafka:
                    await kafka.end_offsets(PARTITIONS)
            else:
                return await is_ready(getattr(self.ports, part))
        except AWAY:
            return False
        return True

    @contextlib.asynccontextmanager
    async def _kafka(self) -> AsyncIterator[AIOKafkaConsumer]:
        kafka = AIOKafkaConsumer(bootstrap_servers=self.brokers, auto_offset_reset="earliest")
        try:
            await kafka.start()
            yield kafka
        finally:
            await kafka.stop()


def _published_event(event_id: str, event: dict[str, Any]) -> Published:
    data, kind = event["data"], event["type"].split(".")[2]
    published = Published(event_id, event["version"])
    if kind == "BidPlaced":
        return replace(published, bidder_id=data["bidderId"], amount=data["amount"])
    if kind == "AuctionExtended":
        return replace(published, ends_at=on_our_clock(data["endsAt"]))
    if kind == "AuctionEnded":
        return replace(published, outcome=data["outcome"], winner_id=data["winnerId"], price=data["price"])
    return published
