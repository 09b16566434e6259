"""One Kafka consumer per service: a lane per partition, bounded retry, explicit offsets, no silent stop."""

import asyncio
import contextlib
import time
from collections import deque
from typing import Any

import structlog
from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.errors import KafkaError
from prometheus_client import Counter, Gauge

from libs.contracts.events.auth import UserSessionsRevoked
from libs.kit import buggify
from libs.kit.db import Database
from libs.kit.errors import Unavailable
from libs.kit.inbox import Inbox, Message, read
from libs.kit.revocation import Revocations
from libs.kit.subscribing import Subscriptions

log = structlog.get_logger(__name__)

QUEUE = 500
PAUSES = (0.1, 0.5, 2.0)
PATIENCE_SECONDS = 10.0
GRACE_SECONDS = 8.0
QUIET_SECONDS = 30.0
HEARTBEAT_SECONDS = 10.0
HOPELESS = 20

HANDLED = Counter("consumer_messages_total", "Messages by outcome", ["service", "outcome"])
LAG = Gauge("consumer_lag", "Messages not handled yet", ["service"])


class Hopeless(Exception):
    """Everything fails: the mistake is ours, not the messages'; stop before every key is parked."""


class Patience:
    """How long a lane may retry in any half minute, so that poison never holds up other keys beyond 30 s."""

    def __init__(self) -> None:
        self._spent: deque[tuple[float, float]] = deque()

    def left(self) -> bool:
        """Whether another wait is affordable."""
        horizon = time.monotonic() - 30
        while self._spent and self._spent[0][0] < horizon:
            self._spent.popleft()
        return sum(cost for _, cost in self._spent) < PATIENCE_SECONDS

    def spend(self, seconds: float) -> None:
        """A failing attempt and the pause after it cost this much."""
        self._spent.append((time.monotonic(), seconds))


class Lane:
    """The messages of one partition, handled one after another."""

    def __init__(self, consumer: "Consumer", partition: TopicPartition) -> None:
        self._consumer, self.partition = consumer, partition
        self._queue: deque[Any] = deque()
        self._arrived = asyncio.Event()
        self._closing = False
        self._patience = Patience()
        self.next_offset: int | None = None
        self.committed: int | None = None
        self.task = asyncio.create_task(self._run())

    def put(self, records: list[Any]) -> None:
        """More records, in order."""
        self._queue.extend(records)
        self._arrived.set()

    @property
    def waiting(self) -> int:
        """How many records have not been handled."""
        return len(self._queue)

    async def close(self) -> None:
        """Finish what is in flight, drop the rest (it will come again)."""
        self._closing = True
        self._arrived.set()
        await asyncio.wait([self.task], timeout=GRACE_SECONDS)
        self.task.cancel()

    async def _run(self) -> None:
        while not self._closing:
            if not self._queue:
                self._arrived.clear()
                await self._arrived.wait()
                continue
            record = self._queue[0]
            await self._settle(read(record.topic, record.partition, record.offset, record.key, record.value))
            self._queue.popleft()
            self.next_offset = record.offset + 1
            self._consumer.progressed()

    async def _settle(self, message: Message) -> None:
        """Handle a message or park it; returns only when it is safe to go past it."""
        attempt = 0
        while True:
            attempt += 1
            began = time.monotonic()
            try:
                self._consumer.count(await self._consumer.inbox.handle(message))
                return
            except Exception as failure:
                if await self._after_failure(message, failure, attempt, began):
                    attempt -= 1
                    continue
                if attempt > len(PAUSES) or message.envelope is None or not self._patience.left():
                    if await self._park(message, failure, attempt):
                        return
                    attempt = 0

    async def _after_failure(self, message: Message, failure: Exception, attempt: int, began: float) -> bool:
        """Wait as it is fitting; true when the database was away, which is nobody's poison and counts for nothing."""
        log.warning("a message failed", event_id=message.event_id, attempt=attempt, cause=repr(failure))
        if await self._consumer.database_was_away():
            return True
        if message.envelope is not None and attempt <= len(PAUSES) and self._patience.left():
            await asyncio.sleep(PAUSES[attempt - 1])
            self._patience.spend(time.monotonic() - began)
        return False

    async def _park(self, message: Message, failure: Exception, attempts: int) -> bool:
        try:
            await self._consumer.inbox.park(message, f"{type(failure).__name__}: {failure}", attempts)
        except (Unavailable, OSError):
            return False  # the database went away just now
        log.error("a message was parked", event_id=message.event_id, topic=message.topic, cause=repr(failure))
        self._consumer.count("failed")
        return True


class Consumer:
    """Fetches, hands records to lanes, commits what they finished."""

    def __init__(
        self, service: str, bootstrap: str, database: Database, subscriptions: Subscriptions, revocations: Revocations
    ) -> None:
        self._service, self._bootstrap = service, bootstrap
        self._topics = sorted(subscriptions.topics)
        self._database, self._revocations = database, revocations
        self.inbox = Inbox(service, database, subscriptions)
        self._lanes: dict[TopicPartition, Lane] = {}
        self._failures = 0
        self._progress = self._beat = time.monotonic()
        self._stopping = False
        self.assigned = False

    async def run(self) -> None:
        """Consume until `stop`; begin again with a new consumer whenever the broker was lost."""
        while not self._stopping:
            try:
                await self._consume()
            except (KafkaError, OSError, TimeoutError) as lost:
                log.warning("the consumer begins again", cause=repr(lost))
                await asyncio.sleep(0.5)

    async def stop(self) -> None:
        """Finish what is in flight, commit, leave the group."""
        self._stopping = True

    def progressed(self) -> None:
        """A lane went past a message."""
        self._progress = time.monotonic()

    def count(self, outcome: str) -> None:
        """Keep the metrics, and notice when everything fails; old and parked messages prove nothing."""
        HANDLED.labels(self._service, outcome).inc()
        if outcome == "failed":
            self._failures += 1
        elif outcome == "handled":
            self._failures = 0
        if self._failures >= HOPELESS:
            raise Hopeless(f"{self._failures} messages in a row failed")

    async def database_was_away(self) -> bool:
        """Whether the database is away; returns when it is back."""
        away = False
        while not await self._database.answers():
            away = True
            await asyncio.sleep(0.5)
        return away

    async def _consume(self) -> None:
        kafka = AIOKafkaConsumer(
            bootstrap_servers=self._bootstrap,
            group_id=f"wangi-{self._service}",
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            session_timeout_ms=6_000,
            heartbeat_interval_ms=1_000,
            rebalance_timeout_ms=10_000,
            max_poll_interval_ms=120_000,
            fetch_max_wait_ms=50,
            retry_backoff_ms=100,
        )
        kafka.subscribe(self._topics, listener=_Handover(self, kafka))
        try:
            await kafka.start()
            while not self._stopping:
                await self._turn(kafka)
            await self.let_go(kafka, list(self._lanes))
        finally:
            self.assigned = False
            for lane in self._lanes.values():
                lane.task.cancel()
            self._lanes.clear()
            with contextlib.suppress(KafkaError, OSError, TimeoutError):
                await asyncio.wait_for(kafka.stop(), 5)

    async def _turn(self, kafka: AIOKafkaConsumer) -> None:
        fetched = await kafka.getmany(timeout_ms=100)
        self.assigned = bool(kafka.assignment())
        for partition, records in fetched.items():
            if partition in kafka.assignment():
                self._lane(partition).put(records)
        for lane in list(self._lanes.values()):
            if lane.task.done() and not lane.task.cancelled() and (broken := lane.task.exception()) is not None:
                raise broken
            (kafka.pause if lane.waiting > QUEUE else kafka.resume)(lane.partition)
        await self._commit(kafka, list(self._lanes))
        await self._watch(kafka)

    def _lane(self, partition: TopicPartition) -> Lane:
        if partition not in self._lanes:
            self._lanes[partition] = Lane(self, partition)
        return self._lanes[partition]

    async def _commit(self, kafka: AIOKafkaConsumer, partitions: list[TopicPartition]) -> None:
        lanes = [self._lanes[p] for p in partitions if p in self._lanes]
        done = {lane.partition: lane.next_offset for lane in lanes if lane.next_offset not in (None, lane.committed)}
        if not done:
            return
        buggify.point("before-offset-commit")
        with contextlib.suppress(KafkaError):  # harmless: the inbox swallows what is delivered again
            await kafka.commit(done)
            for partition, offset in done.items():
                if partition in self._lanes:
                    self._lanes[partition].committed = offset

    async def let_go(self, kafka: AIOKafkaConsumer, partitions: list[TopicPartition]) -> None:
        """Lanes finish what is in flight; their offsets are committed; then they are gone."""
        going = [self._lanes[p] for p in partitions if p in self._lanes]
        await asyncio.gather(*(lane.close() for lane in going))
        buggify.point("rebalance-revoke")
        await self._commit(kafka, partitions)
        for lane in going:
            self._lanes.pop(lane.partition, None)

    async def _watch(self, kafka: AIOKafkaConsumer) -> None:
        """Prove that the broker still talks to us; a consumer gone quiet while work waits is replaced."""
        if time.monotonic() - self._beat < HEARTBEAT_SECONDS or not kafka.assignment():
            return
        self._beat = time.monotonic()
        ends = await asyncio.wait_for(kafka.end_offsets(kafka.assignment()), 5)
        behind = {partition: end - await self._position(kafka, partition) for partition, end in ends.items()}
        if not any(count for partition, count in behind.items() if partition.topic == UserSessionsRevoked.topic):
            self._revocations.heard()
        lag = sum(behind.values())
        LAG.labels(self._service).set(lag)
        if lag > 0 and time.monotonic() - self._progress > QUIET_SECONDS and await self._database.answers():
            self._progress = time.monotonic()
            raise KafkaError(f"quiet for {QUIET_SECONDS} s with {lag} messages waiting")
        if lag == 0:
            self.progressed()

    async def _position(self, kafka: AIOKafkaConsumer, partition: TopicPartition) -> int:
        lane = self._lanes.get(partition)
        if lane is not None and lane.next_offset is not None:
            return lane.next_offset
        return int(await kafka.position(partition))


class _Handover(ConsumerRebalanceListener):  # type: ignore[misc]
    """Gives partitions back cleanly when the group changes."""

    def __init__(self, consumer: Consumer, kafka: AIOKafkaConsumer) -> None:
        self._consumer, self._kafka = consumer, kafka

    async def on_partitions_revoked(self, revoked: Any) -> None:
        await self._consumer.let_go(self._kafka, list(revoked))

    async def on_partitions_assigned(self, assigned: Any) -> None:
        log.info("partitions assigned", count=len(assigned))
