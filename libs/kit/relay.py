"""The relay carries outbox rows to Kafka: one leader per service, in order per key, at least once."""

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Any, cast

import asyncpg
import structlog
from aiokafka import AIOKafkaProducer
from aiokafka.errors import KafkaError
from aiokafka.partitioner import DefaultPartitioner
from prometheus_client import Counter, Gauge
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit import buggify
from libs.kit.db import LIMITS, Database
from libs.kit.outbox import HAS_EVENTS

log = structlog.get_logger(__name__)

BATCH = 4000
POLL_SECONDS = 1.0
ACK_SECONDS = 10.0
DEPTH_SECONDS = 15.0
KEEP_DAYS = 7

PUBLISHED = Counter("outbox_published_total", "Events acknowledged by Kafka", ["service"])
DEPTH = Gauge("outbox_depth", "Events waiting for Kafka", ["service"])
OLDEST = Gauge("outbox_oldest_seconds", "Age of the oldest waiting event", ["service"])
LEADING = Gauge("outbox_leader", "1 while this process is the relay's leader", ["service"])

_FETCH = """
SELECT id, created_at, topic, key, payload FROM outbox
WHERE published_at IS NULL AND topic <> ALL($1::text[]) ORDER BY id LIMIT $2
"""
# The fence: a leader that was paused and replaced marks nothing, because the epoch has moved on.
_MARK = """
WITH leader AS (SELECT 1 FROM leaders WHERE name = 'relay' AND epoch = $1)
UPDATE outbox SET published_at = clock_timestamp()
FROM unnest($2::bigint[], $3::timestamptz[]) AS sent (id, created_at)
WHERE outbox.id = sent.id AND outbox.created_at = sent.created_at AND EXISTS (SELECT FROM leader)
"""
_LEAD = """
INSERT INTO leaders (name, epoch) VALUES ('relay', 1)
ON CONFLICT (name) DO UPDATE SET epoch = leaders.epoch + 1 RETURNING epoch
"""
_DEPTH = """
SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)
FROM outbox WHERE published_at IS NULL
"""


class LostLeadership(Exception):
    """Another process leads now."""


PASSING = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, KafkaError, LostLeadership)
"""What a relay lives through: database or broker away, or another leader."""


class Relay:
    """Reads unpublished rows (never `id > last`), sends them, waits for Kafka's word, marks them."""

    def __init__(self, database: Database, bootstrap: str, service: str) -> None:
        self._database, self._bootstrap, self._service = database, bootstrap, service
        self._producer: AIOKafkaProducer | None = None
        self._wake = asyncio.Event()
        self._blocked: dict[str, float] = {}
        self._epoch = 0
        self._looked = float("-inf")
        database.after_commit.append(self._on_commit)

    def _on_commit(self, session: AsyncSession) -> None:
        if session.info.pop(HAS_EVENTS, False):
            self._wake.set()

    def wake(self) -> None:
        """There are new rows; look now instead of at the next poll."""
        self._wake.set()

    async def run(self) -> None:
        """Lead whenever the lock is free; begin again after any loss of database or broker."""
        while True:
            try:
                await self._lead()
            except PASSING as lost:
                log.warning("the relay begins again", cause=repr(lost))
            LEADING.labels(self._service).set(0)
            await asyncio.sleep(POLL_SECONDS)

    @contextlib.asynccontextmanager
    async def _broker(self) -> AsyncIterator[None]:
        self._producer = make_producer(self._bootstrap)
        try:
            await self._producer.start()
            yield
        finally:
            await self._producer.stop()

    async def _lead(self) -> None:
        connection = await asyncpg.connect(
            self._database.url,
            timeout=3,
            command_timeout=10,
            server_settings={"search_path": self._database.schema, "application_name": "wangi-relay"}
            | {"statement_timeout": LIMITS["statement_timeout"]},
        )
        try:
            if not await connection.fetchval("SELECT pg_try_advisory_lock(hashtext($1))", f"relay:{self._service}"):
                return
            async with self._broker():
                self._epoch = cast(int, await connection.fetchval(_LEAD))
                # Of a mark that a crash of the database loses the events are told again, as they may be at any time: so
                # marks wait for no disk, and leave it to those whose words must not be lost.
                await connection.execute("SET synchronous_commit = off")
                LEADING.labels(self._service).set(1)
                while True:
                    await self._turn(connection)
        finally:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await connection.close(timeout=1)

    async def _turn(self, connection: asyncpg.Connection) -> None:
        self._wake.clear()
        if await self.drain_once(connection) < BATCH:
            if time.monotonic() - self._looked > DEPTH_SECONDS:
                await self._look_around(connection)
            # Not `wait_for`, which may lose a cancellation that comes in the moment of waking.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()

    async def drain_once(self, connection: asyncpg.Connection) -> int:
        """Publish one batch of waiting rows; returns how many rows there were."""
        now = time.monotonic()
        self._blocked = {topic: until for topic, until in self._blocked.items() if until > now}
        rows = await connection.fetch(_FETCH, list(self._blocked), BATCH)
        if not rows:
            return 0
        sent = await self._send(rows)
        buggify.point("before-mark-published")
        marked = await connection.execute(
            _MARK, self._epoch, [row["id"] for row in sent], [row["created_at"] for row in sent]
        )
        buggify.point("after-mark-published")
        if int(marked.split()[-1]) < len(sent):
            raise LostLeadership(f"marked {marked} of {len(sent)}")
        PUBLISHED.labels(self._service).inc(len(sent))
        return len(rows)

    async def _send(self, rows: list[asyncpg.Record]) -> list[asyncpg.Record]:
        """Send the rows topic by topic; a topic that refuses waits by itself and holds up no other."""
        by_topic: dict[str, list[asyncpg.Record]] = defaultdict(list)
        for row in rows:
            by_topic[row["topic"]].append(row)
        outcomes = await asyncio.gather(
            *(self._send_topic(topic, some) for topic, some in by_topic.items()), return_exceptions=True
        )
        sent: list[asyncpg.Record] = []
        for (topic, some), outcome in zip(by_topic.items(), outcomes, strict=True):
            if outcome is None:
                sent += some
            elif isinstance(outcome, KafkaError | TimeoutError):
                log.error("a topic does not take events", topic=topic, cause=repr(outcome))
                self._blocked[topic] = time.monotonic() + 5.0
            else:
                raise outcome
        return sent

    async def _send_topic(self, topic: str, rows: list[asyncpg.Record]) -> None:
        buggify.point("before-broker-send")
        producer = self._live_producer()
        partitions = await producer.partitions_for(topic)
        by_partition: dict[int, list[asyncpg.Record]] = defaultdict(list)
        for row in rows:
            by_partition[partition_of(row["key"], partitions)].append(row)
        acks = [await self._send_partition(topic, number, some) for number, some in by_partition.items()]
        _, waiting = await asyncio.wait([ack for some in acks for ack in some], timeout=ACK_SECONDS)
        if waiting:
            raise TimeoutError(f"{len(waiting)} batches for {topic} are not acknowledged")  # Kafka may still take them
        await asyncio.gather(*(ack for some in acks for ack in some))
        buggify.point("after-broker-ack")

    async def _send_partition(self, topic: str, partition: int, rows: list[asyncpg.Record]) -> list[Any]:
        """Whole batches at once: fifty times cheaper than a send for each row."""
        producer = self._live_producer()
        acks, batch = [], producer.create_batch()
        for row in rows:
            item = {"key": row["key"].encode(), "value": row["payload"], "timestamp": None}
            if batch.append(**item) is None:
                acks.append(await producer.send_batch(batch, topic, partition=partition))
                batch = producer.create_batch()
                batch.append(**item)
        acks.append(await producer.send_batch(batch, topic, partition=partition))
        return acks

    def _live_producer(self) -> AIOKafkaProducer:
        if self._producer is None:
            raise LostLeadership("no producer")
        return self._producer

    async def _look_around(self, connection: asyncpg.Connection) -> None:
        """Housekeeping while idle: the gauges, tomorrow's partitions, and the ones that have served."""
        self._looked = time.monotonic()
        depth, oldest = await connection.fetchrow(_DEPTH)
        DEPTH.labels(self._service).set(depth)
        OLDEST.labels(self._service).set(float(oldest))
        await connection.execute("SELECT keep_tables($1)", KEEP_DAYS)


def partition_of(key: str, partitions: set[int]) -> int:
    """The partition every Kafka client chooses for this key (murmur2)."""
    ordered = sorted(partitions)
    return cast(int, DefaultPartitioner()(key.encode(), ordered, ordered))


def make_producer(bootstrap: str) -> AIOKafkaProducer:
    """The one kind of producer we use: idempotent, acknowledged by all in-sync replicas."""
    return AIOKafkaProducer(
        bootstrap_servers=bootstrap,
        acks="all",
        enable_idempotence=True,
        linger_ms=0,
        max_batch_size=256 * 1024,
        max_request_size=1024 * 1024,
        request_timeout_ms=10_000,
        retry_backoff_ms=50,
    )
