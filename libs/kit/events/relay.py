"""Publishes outbox rows to Kafka. Each service has one leader. Events are published in order per key, at
least once."""

import asyncio
import contextlib
import time
from typing import cast

import asyncpg
import structlog
from aiokafka.errors import KafkaError
from prometheus_client import Counter, Gauge
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import LIMITS, Database
from libs.kit.events import refused_events
from libs.kit.events.outbox import HAS_EVENTS
from libs.kit.events.publisher import Outcome, Publisher
from libs.kit.process import buggify

log = structlog.get_logger(__name__)

BATCH = 4000
POLL_SECONDS = 1.0
# Iterations of the event loop from a commit until its response is sent.
STEPS_OF_AN_ANSWER = 5
# Each batch has a fixed cost, so events are collected for this time.
LINGER_SECONDS = 0.008
# How long to pause for a topic that accepted nothing.
BLOCKED_SECONDS = 5.0
# Some client requests never return. Finding a refused row may take half of this time.
TURN_SECONDS = 90.0
DEPTH_SECONDS = 15.0
KEEP_DAYS = 7

PUBLISHED = Counter("outbox_published_total", "Events acknowledged by Kafka", ["service"])
DEPTH = Gauge("outbox_depth", "Events waiting for Kafka", ["service"])
OLDEST = Gauge("outbox_oldest_seconds", "Age of the oldest waiting event", ["service"])
REFUSED_KEYS = Gauge("outbox_refused_keys", "Keys that an operator has to release", ["service"])
PARKED_KEYS = Gauge("inbox_parked_keys", "Keys whose messages could not be handled", ["service"])
LEADING = Gauge("outbox_leader", "1 while this process is the relay's leader", ["service"])

FETCH = """
SELECT id, created_at, topic, key, payload,
EXISTS (SELECT FROM refused_keys AS k WHERE k.topic = outbox.topic AND k.key = outbox.key) AS key_is_refused
FROM outbox WHERE published_at IS NULL AND topic <> ALL($1::text[]) ORDER BY id LIMIT $2
"""
# The epoch ensures that a replaced leader changes nothing. The condition on `published_at` selects the small
# index of unpublished rows.
_MARK = """
WITH leader AS (SELECT 1 FROM leaders WHERE name = 'relay' AND epoch = $1)
UPDATE outbox SET published_at = clock_timestamp()
FROM unnest($2::bigint[], $3::timestamptz[]) AS sent (id, created_at)
WHERE outbox.id = sent.id AND outbox.created_at = sent.created_at AND outbox.published_at IS NULL
AND EXISTS (SELECT FROM leader)
"""
_LEAD = """
INSERT INTO leaders (name, epoch) VALUES ('relay', 1)
ON CONFLICT (name) DO UPDATE SET epoch = leaders.epoch + 1 RETURNING epoch
"""
# Counting stops at a limit, because a full count would be slow after a day without a broker.
_DEPTH = """
SELECT (SELECT count(*) FROM (SELECT FROM outbox WHERE published_at IS NULL LIMIT 100000) AS waiting),
coalesce(extract(epoch FROM clock_timestamp() -
    (SELECT created_at FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT 1)), 0),
(SELECT count(*) FROM refused_keys), (SELECT count(*) FROM parked_keys)
"""


class LostLeadership(Exception):
    """Another process is the leader."""


class ProducerSpent(Exception):
    """A new producer is needed."""


_AWAY = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, KafkaError)
PASSING = (*_AWAY, LostLeadership, ProducerSpent)


class Relay:
    """Publishes the outbox. Rows are not read by `id > last`, because rows that commit late would be
    missed."""

    def __init__(
        self, database: Database, bootstrap: str, service: str, linger: float = LINGER_SECONDS
    ) -> None:
        self._database, self._service, self._linger = database, service, linger
        self.publisher = Publisher(bootstrap)
        self._wake = asyncio.Event()
        self._blocked: dict[str, float] = {}
        self.epoch = 0
        self.looked_at = self._turned = float("-inf")
        # When the loop last ran, with or without work.
        self.beat = time.monotonic()
        database.after_commit.append(self._on_commit)

    def _on_commit(self, session: AsyncSession) -> None:
        if session.info.pop(HAS_EVENTS, False):
            self._wake.set()

    def wake(self) -> None:
        self._wake.set()

    async def run(self) -> None:
        """Publishes while this process is the leader. Starts again after the database or the broker was
        lost."""
        while True:
            self.beat = time.monotonic()
            try:
                await self._lead()
            except PASSING as lost:
                # A producer that is stopped while it works may raise its own error.
                if (task := asyncio.current_task()) is not None and task.cancelling():
                    raise asyncio.CancelledError from lost
                log.warning("the relay begins again", cause=repr(lost))
            LEADING.labels(self._service).set(0)
            await asyncio.sleep(POLL_SECONDS)

    async def _lead(self) -> None:
        connection = await asyncpg.connect(
            self._database.url,
            timeout=3,
            command_timeout=10,
            server_settings={"search_path": self._database.schema, "application_name": "wangi-relay"}
            | {"statement_timeout": LIMITS["statement_timeout"]},
        )
        try:
            if not await connection.fetchval(
                "SELECT pg_try_advisory_lock(hashtext($1))", f"relay:{self._service}"
            ):
                return
            async with self.publisher.opened():
                self.epoch = cast(int, await connection.fetchval(_LEAD))
                # Need not wait for the disk. If a mark is lost, an event is only published again.
                await connection.execute("SET synchronous_commit = off")
                # The planner would scan a new partition that is not analysed yet. Every query here has an
                # index.
                await connection.execute("SET enable_seqscan = off")
                LEADING.labels(self._service).set(1)
                while True:
                    async with asyncio.timeout(TURN_SECONDS):
                        await self._turn(connection)
        finally:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await connection.close(timeout=1)

    async def _turn(self, connection: asyncpg.Connection) -> None:
        self._wake.clear()
        self._turned = self.beat = time.monotonic()
        if await self.drain_once(connection) < BATCH:
            if time.monotonic() - self.looked_at > DEPTH_SECONDS:
                await self._look_around(connection)
            # `wait_for` could lose a cancellation that arrives at the moment of waking.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()
            await self._let_others_go_first()

    async def _let_others_go_first(self) -> None:
        """Lets responses be sent before their events are published, and collects a steady stream into
        batches."""
        for _ in range(STEPS_OF_AN_ANSWER):
            await asyncio.sleep(0)
        if (early := self._turned + self._linger - time.monotonic()) > 0:
            await asyncio.sleep(early)

    async def drain_once(self, connection: asyncpg.Connection) -> int:
        """Publishes one batch and returns its size."""
        now = time.monotonic()
        self._blocked = {topic: until for topic, until in self._blocked.items() if until > now}
        rows = await connection.fetch(FETCH, list(self._blocked), BATCH)
        if not rows:
            return 0
        outcome = Outcome(refused=[row for row in rows if row["key_is_refused"]])
        await self.publisher.publish([row for row in rows if not row["key_is_refused"]], outcome)
        self._blocked |= dict.fromkeys(outcome.away, time.monotonic() + BLOCKED_SECONDS)
        buggify.point("before-mark-published")
        await self._mark(connection, _MARK, outcome.sent)
        buggify.point("after-mark-published")
        PUBLISHED.labels(self._service).inc(len(outcome.sent))
        if outcome.refused:
            await self._set_aside(connection, outcome)
        if outcome.is_producer_spent:
            raise ProducerSpent
        return len(rows)

    async def _mark(self, connection: asyncpg.Connection, statement: str, rows: list[asyncpg.Record]) -> None:
        marked = await connection.execute(
            statement, self.epoch, [row["id"] for row in rows], [row["created_at"] for row in rows]
        )
        if int(marked.split()[-1]) < len(rows):
            raise LostLeadership(f"marked {marked} of {len(rows)}")

    async def _set_aside(self, connection: asyncpg.Connection, outcome: Outcome) -> None:
        """Sets refused rows aside, so that all other rows continue."""
        for (topic, key), cause in outcome.causes.items():
            log.error("event_refused", topic=topic, key=key, cause=cause, mend="wangi refused list")
        # All keys are written again, because an operator may have released a key in the meantime.
        names = sorted({(row["topic"], row["key"]) for row in outcome.refused})
        async with connection.transaction():
            keys = [
                (*name, outcome.causes.get(name, "an earlier event of this key was refused"))
                for name in names
            ]
            await connection.executemany(refused_events.REFUSE_KEY, keys)
            await self._mark(connection, refused_events.SET_ASIDE, outcome.refused)

    async def _look_around(self, connection: asyncpg.Connection) -> None:
        """Updates the metrics, creates tomorrow's partitions and drops old partitions."""
        self.looked_at = time.monotonic()
        depth, oldest, refused_keys, parked_keys = await connection.fetchrow(_DEPTH)
        DEPTH.labels(self._service).set(depth)
        REFUSED_KEYS.labels(self._service).set(refused_keys)
        PARKED_KEYS.labels(self._service).set(parked_keys)
        OLDEST.labels(self._service).set(float(oldest))
        await connection.execute("SELECT keep_tables($1)", KEEP_DAYS)
