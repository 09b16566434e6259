"""A Kafka consumer with one worker per partition, limited retries and explicit offsets."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection
from typing import Any

import structlog
from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.errors import KafkaError
from prometheus_client import Counter, Gauge

from libs.kit.db.database import Database
from libs.kit.events.broker import client_options
from libs.kit.events.inbox import Inbox
from libs.kit.events.leaving import stop_client
from libs.kit.events.partition_worker import PartitionWorker
from libs.kit.events.rights import group_of
from libs.kit.events.subscribing import Subscriptions
from libs.kit.process import buggify

log = structlog.get_logger(__name__)

QUEUE = 500
QUIET_SECONDS = 30.0
HEARTBEAT_SECONDS = 10.0
# While a broker restarts, some calls of the client never return.
START_SECONDS, TURN_SECONDS = 45.0, 15.0
HOPELESS = 20
# Pauses in which more messages arrive, so that they are handled together. Must not exceed 0.1 s, because the
# client would then only fetch partitions that were read, and busy partitions would wait for quiet ones.
LINGER_SECONDS, LONG_LINGER_SECONDS, MANY = 0.02, 0.08, 3
# Offsets may be committed late, because the inbox skips messages that are delivered again after a crash.
COMMIT_SECONDS = 0.25

HANDLED = Counter("consumer_messages_total", "Messages by outcome", ["service", "outcome"])
LAG = Gauge("consumer_lag", "Messages not handled yet", ["service"])


class Hopeless(Exception):
    """Every message fails. The consumer stops before it parks every key."""


class Consumer:
    """Passes records to workers and commits the offsets that the workers have finished."""

    def __init__(
        self,
        service: str,
        bootstrap: str,
        database: Database,
        subscriptions: Subscriptions,
        on_caught_up: Callable[[Collection[str]], None] = lambda topics: None,
    ) -> None:
        """Every few seconds, `on_caught_up` receives the topics in which all events are handled."""
        self._service, self._bootstrap = service, bootstrap
        self._topics = sorted(subscriptions.topics)
        self._database, self._on_caught_up = database, on_caught_up
        self.inbox = Inbox(service, database, subscriptions)
        self._workers: dict[TopicPartition, PartitionWorker] = {}
        self._failures = 0
        # When the loop last ran, with or without messages.
        self.beat = time.monotonic()
        self._watched_at = self.kept_at = time.monotonic()
        self._places: dict[TopicPartition, tuple[int, float]] = {}
        self.is_stopping = False
        self.assigned = False
        self.behind = 0

    async def run(self) -> None:
        """Consumes until `stop` is called. Creates a new client after a lost connection."""
        while not self.is_stopping:
            self.beat = time.monotonic()
            try:
                await self._consume()
            except (KafkaError, OSError, TimeoutError) as lost:
                log.warning("the consumer begins again", cause=repr(lost))
                await asyncio.sleep(0.5)

    async def stop(self) -> None:
        self.is_stopping = True

    def count(self, outcome: str) -> None:
        """Raises Hopeless after too many failures in a row. Repeated and parked messages are not counted."""
        HANDLED.labels(self._service, outcome).inc()
        if outcome == "failed":
            self._failures += 1
        elif outcome == "handled":
            self._failures = 0
        if self._failures >= HOPELESS:
            raise Hopeless(f"{self._failures} messages in a row failed")

    async def database_was_away(self) -> bool:
        """Waits until the database is available. Returns True if it was unavailable."""
        away = False
        while not await self._database.answers():
            away = True
            await asyncio.sleep(0.5)
        return away

    async def _consume(self) -> None:
        kafka = AIOKafkaConsumer(
            **client_options(self._bootstrap),
            group_id=group_of(self._service),
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            session_timeout_ms=6_000,
            heartbeat_interval_ms=1_000,
            rebalance_timeout_ms=10_000,
            max_poll_interval_ms=120_000,
            fetch_max_wait_ms=250,
            retry_backoff_ms=100,
        )
        kafka.subscribe(self._topics, listener=_Handover(self, kafka))
        try:
            async with asyncio.timeout(START_SECONDS):
                await kafka.start()
            while not self.is_stopping:
                async with asyncio.timeout(TURN_SECONDS):
                    await self._turn(kafka)
            await self.let_go(kafka, list(self._workers))
        finally:
            self.assigned = False
            # Otherwise the workers of the next consumer could handle the same message at the same time.
            await asyncio.gather(*(worker.end() for worker in self._workers.values()))
            self._workers.clear()
            self._places.clear()
            await stop_client(kafka)

    async def _turn(self, kafka: AIOKafkaConsumer) -> None:
        self.beat = time.monotonic()
        fetched = await kafka.getmany(timeout_ms=100)
        self.assigned = bool(kafka.assignment())
        for partition, records in fetched.items():
            if partition in kafka.assignment():
                self._worker_of(partition).put(records)
        for worker in list(self._workers.values()):
            if (
                worker.task.done()
                and not worker.task.cancelled()
                and (broken := worker.task.exception()) is not None
            ):
                raise broken
            (kafka.pause if worker.waiting > QUEUE else kafka.resume)(worker.partition)
        if time.monotonic() - self.kept_at >= COMMIT_SECONDS:
            self.kept_at = time.monotonic()
            await self._commit(kafka, list(self._workers))
        await self._watch(kafka)
        if came := sum(len(records) for records in fetched.values()):
            await asyncio.sleep(LINGER_SECONDS if came < MANY else LONG_LINGER_SECONDS)

    def _worker_of(self, partition: TopicPartition) -> PartitionWorker:
        if partition not in self._workers:
            self._workers[partition] = PartitionWorker(self, partition)
        return self._workers[partition]

    async def _commit(self, kafka: AIOKafkaConsumer, partitions: list[TopicPartition]) -> None:
        workers = [self._workers[p] for p in partitions if p in self._workers]
        done = {
            worker.partition: worker.next_offset
            for worker in workers
            if worker.next_offset not in (None, worker.committed)
        }
        if not done:
            return
        buggify.point("before-offset-commit")
        # A failed commit is ignored, because the inbox skips messages that are delivered again.
        with contextlib.suppress(KafkaError):
            await kafka.commit(done)
            for partition, offset in done.items():
                if partition in self._workers:
                    self._workers[partition].committed = offset

    async def let_go(self, kafka: AIOKafkaConsumer, partitions: list[TopicPartition]) -> None:
        going = [self._workers[p] for p in partitions if p in self._workers]
        await asyncio.gather(*(worker.close() for worker in going))
        buggify.point("rebalance-revoke")
        await self._commit(kafka, partitions)
        for worker in going:
            self._workers.pop(worker.partition, None)

    async def _watch(self, kafka: AIOKafkaConsumer) -> None:
        """Checks that the broker responds and that every partition makes progress."""
        if time.monotonic() - self._watched_at < HEARTBEAT_SECONDS or not kafka.assignment():
            return
        self._watched_at = time.monotonic()
        async with asyncio.timeout(5):
            ends = await kafka.end_offsets(kafka.assignment())
        places = {partition: await self._place(kafka, partition) for partition in ends}
        behind = {partition: end - places[partition] for partition, end in ends.items()}
        self._on_caught_up(set(self._topics) - {one.topic for one, count in behind.items() if count})
        self.behind = sum(behind.values())
        LAG.labels(self._service).set(self.behind)
        still = self.find_stuck_partitions(
            {partition: place for partition, place in places.items() if behind[partition] > 0}
        )
        if still and not await self._database.answers():
            self._places.clear()
        elif still:
            waiting = {f"{item.topic}:{item.partition}": behind[item] for item in still}
            raise KafkaError(f"still for {QUIET_SECONDS} s with messages waiting: {waiting}")

    def find_stuck_partitions(self, places: dict[TopicPartition, int]) -> list[TopicPartition]:
        """Returns the partitions whose offset has not moved for too long although messages are waiting. A
        worker parks a failing message in half that time."""
        now = time.monotonic()
        been = {one: self._places.get(one, (place, now)) for one, place in places.items()}
        self._places = {
            one: been[one] if been[one][0] == place else (place, now) for one, place in places.items()
        }
        return [one for one, (_, since) in self._places.items() if now - since > QUIET_SECONDS]

    async def _place(self, kafka: AIOKafkaConsumer, partition: TopicPartition) -> int:
        worker = self._workers.get(partition)
        if worker is not None and (first := worker.first_waiting) is not None:
            return first
        return int(await kafka.position(partition))


class _Handover(ConsumerRebalanceListener):  # type: ignore[misc]
    """Finishes current work before partitions are released."""

    def __init__(self, consumer: Consumer, kafka: AIOKafkaConsumer) -> None:
        self._consumer, self._kafka = consumer, kafka

    async def on_partitions_revoked(self, revoked: Any) -> None:
        await self._consumer.let_go(self._kafka, list(revoked))

    async def on_partitions_assigned(self, assigned: Any) -> None:
        log.info("partitions assigned", count=len(assigned))
