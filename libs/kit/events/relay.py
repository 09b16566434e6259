"""The relay carries outbox rows to Kafka: one leader per service, in order per key, at least once."""

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
# Turns of the loop from a commit until its answer is on the wire.
STEPS_OF_AN_ANSWER = 5
# From one turn to the next at least: each costs all the same, however many events it carries.
LINGER_SECONDS = 0.008
# A topic that took nothing is left alone for so long.
BLOCKED_SECONDS = 5.0
# While a broker comes back some of the client's questions may wait for ever. What the broker refuses is
# found out row by row, which may take half of this.
TURN_SECONDS = 90.0
DEPTH_SECONDS = 15.0
KEEP_DAYS = 7

PUBLISHED = Counter("outbox_published_total", "Events acknowledged by Kafka", ["service"])
DEPTH = Gauge("outbox_depth", "Events waiting for Kafka", ["service"])
OLDEST = Gauge("outbox_oldest_seconds", "Age of the oldest waiting event", ["service"])
REFUSED_KEYS = Gauge("outbox_refused_keys", "Keys that wait for an operator", ["service"])
PARKED_KEYS = Gauge("inbox_parked_keys", "Keys whose messages could not be handled", ["service"])
LEADING = Gauge("outbox_leader", "1 while this process is the relay's leader", ["service"])

FETCH = """
SELECT id, created_at, topic, key, payload,
EXISTS (SELECT FROM refused_keys AS k WHERE k.topic = outbox.topic AND k.key = outbox.key) AS key_is_refused
FROM outbox WHERE published_at IS NULL AND topic <> ALL($1::text[]) ORDER BY id LIMIT $2
"""
# The fence: a leader that was paused and replaced marks nothing, because the epoch has moved on.
# `published_at IS NULL` leads to the rows by the small index of those that wait.
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
# The gauge stops counting at its limit: with a broker away for a day counting would cost too much.
_DEPTH = """
SELECT (SELECT count(*) FROM (SELECT FROM outbox WHERE published_at IS NULL LIMIT 100000) AS waiting),
coalesce(extract(epoch FROM clock_timestamp() -
    (SELECT created_at FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT 1)), 0),
(SELECT count(*) FROM refused_keys), (SELECT count(*) FROM parked_keys)
"""


class LostLeadership(Exception):
    """Another process leads now."""


class ProducerSpent(Exception):
    """Nothing more can be sent through this producer: go on with a new one."""


_AWAY = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, KafkaError)
# What a relay lives through: database or broker away, another leader, or a refused event.
PASSING = (*_AWAY, LostLeadership, ProducerSpent)


class Relay:
    """Reads unpublished rows (never `id > last`), sends them, waits for Kafka's word, marks them."""

    def __init__(
        self, database: Database, bootstrap: str, service: str, linger: float = LINGER_SECONDS
    ) -> None:
        self._database, self._service, self._linger = database, service, linger
        self.publisher = Publisher(bootstrap)
        self._wake = asyncio.Event()
        self._blocked: dict[str, float] = {}
        self.epoch = 0
        self.looked_at = self._turned = float("-inf")
        # When it last went on, with work or without.
        self.beat = time.monotonic()
        database.after_commit.append(self._on_commit)

    def _on_commit(self, session: AsyncSession) -> None:
        if session.info.pop(HAS_EVENTS, False):
            self._wake.set()

    def wake(self) -> None:
        self._wake.set()

    async def run(self) -> None:
        """Lead whenever the lock is free; begin again after any loss of database or broker."""
        while True:
            self.beat = time.monotonic()
            try:
                await self._lead()
            except PASSING as lost:
                # A producer that is stopped while it works may raise its own error instead.
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
                # Of a mark that a crash of the database loses the events are told again, as they may be at
                # any time: so marks wait for no disk, and leave it to those whose words must not be lost.
                await connection.execute("SET synchronous_commit = off")
                # A day's partition is thought small until it was analysed for the first time: without this
                # each mark would read all of it. Everything asked on this connection has an index.
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
            # Not `wait_for`, which may lose a cancellation that comes in the moment of waking.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()
            await self._let_others_go_first()

    async def _let_others_go_first(self) -> None:
        """The answer to a command leaves before its event; of a steady stream several leave together."""
        for _ in range(STEPS_OF_AN_ANSWER):
            await asyncio.sleep(0)
        if (early := self._turned + self._linger - time.monotonic()) > 0:
            await asyncio.sleep(early)

    async def drain_once(self, connection: asyncpg.Connection) -> int:
        """Publish one batch of waiting rows; returns how many rows there were."""
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
        """Take refused rows out of the way of all others; the first refusal of a key is an alarm."""
        for (topic, key), cause in outcome.causes.items():
            log.error("event_refused", topic=topic, key=key, cause=cause, mend="wangi refused list")
        # Of every row: an operator may have freed the key since; then it is refused anew.
        names = sorted({(row["topic"], row["key"]) for row in outcome.refused})
        async with connection.transaction():
            keys = [
                (*name, outcome.causes.get(name, "an earlier event of this key was refused"))
                for name in names
            ]
            await connection.executemany(refused_events.REFUSE_KEY, keys)
            await self._mark(connection, refused_events.SET_ASIDE, outcome.refused)

    async def _look_around(self, connection: asyncpg.Connection) -> None:
        """Housekeeping while idle: the gauges, tomorrow's partitions, and the ones that have served."""
        self.looked_at = time.monotonic()
        depth, oldest, refused_keys, parked_keys = await connection.fetchrow(_DEPTH)
        DEPTH.labels(self._service).set(depth)
        REFUSED_KEYS.labels(self._service).set(refused_keys)
        PARKED_KEYS.labels(self._service).set(parked_keys)
        OLDEST.labels(self._service).set(float(oldest))
        await connection.execute("SELECT keep_tables($1)", KEEP_DAYS)
