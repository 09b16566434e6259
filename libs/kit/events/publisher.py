import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import structlog
from aiokafka import AIOKafkaProducer
from aiokafka.errors import KafkaError

from libs.kit.events import refused_events
from libs.kit.events.broker import make_producer, partition_of
from libs.kit.events.leaving import stop_client
from libs.kit.process import buggify

log = structlog.get_logger(__name__)

# While a broker restarts, some requests of the client never return.
START_SECONDS = 45.0
ACK_SECONDS = 10.0


@dataclass
class Outcome:
    sent: list[asyncpg.Record] = field(default_factory=list)
    # Refused by the broker, or behind a refused event of the same key.
    refused: list[asyncpg.Record] = field(default_factory=list)
    # The reason for each refused key.
    causes: dict[tuple[str, str], str] = field(default_factory=dict)
    # Topics that accepted nothing. Their rows are retried.
    away: set[str] = field(default_factory=set)
    # True if sequence numbers are missing or sending has stopped. A new producer is then needed.
    is_producer_spent: bool = False


class Publisher:
    def __init__(self, bootstrap: str) -> None:
        self._bootstrap = bootstrap
        self._producer: AIOKafkaProducer | None = None

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        self._producer = make_producer(self._bootstrap)
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._producer.start()
            yield
        finally:
            await stop_client(self._producer)

    async def publish(self, rows: list[asyncpg.Record], outcome: Outcome) -> None:
        """Publishes rows and records the results in `outcome`. An unavailable topic does not delay the
        others. If `outcome.is_producer_spent` is True afterwards, replace the producer."""
        by_topic: dict[str, list[asyncpg.Record]] = defaultdict(list)
        for row in rows:
            by_topic[row["topic"]].append(row)
        ends = await asyncio.gather(
            *(self._send_topic(topic, some, outcome) for topic, some in by_topic.items()),
            return_exceptions=True,
        )
        for topic, end in zip(by_topic, ends, strict=True):
            if isinstance(end, KafkaError | TimeoutError):
                log.error("a topic does not take events", topic=topic, cause=repr(end))
                outcome.away.add(topic)
                outcome.is_producer_spent = True
            elif end is not None:
                raise end

    async def _send_topic(self, topic: str, rows: list[asyncpg.Record], outcome: Outcome) -> None:
        buggify.point("before-broker-send")
        partitions = await self._live_producer().partitions_for(topic)
        by_partition: dict[int, list[asyncpg.Record]] = defaultdict(list)
        for row in rows:
            by_partition[partition_of(row["key"], partitions)].append(row)
        sent = list[tuple[Any, list[asyncpg.Record]]]()
        for number, some in by_partition.items():
            sent += await self._send_partition(topic, number, some)
        done, waiting = await asyncio.wait([ack for ack, _ in sent], timeout=ACK_SECONDS)
        faults = [fault for ack in done if (fault := ack.exception()) is not None]
        outcome.is_producer_spent |= any(isinstance(fault, refused_events.GAPS) for fault in faults)
        if waiting:
            # Kafka may still accept the batches.
            raise TimeoutError(f"{len(waiting)} batches for {topic} are not acknowledged")
        if any(isinstance(fault, refused_events.REFUSALS) for fault in faults):
            # After a refused batch, the broker accepts nothing more from this producer, because sequence
            # numbers are missing.
            outcome.sent += [row for ack, some in sent if ack.exception() is None for row in some]
            unsent = [row for ack, some in sent if ack.exception() is not None for row in some]
            async with refused_events.one_by_one(self._bootstrap) as single:
                await single(unsent, outcome)
        elif faults:
            raise faults[0]
        else:
            outcome.sent += rows
        buggify.point("after-broker-ack")

    async def _send_partition(
        self, topic: str, partition: int, rows: list[asyncpg.Record]
    ) -> list[tuple[Any, list[asyncpg.Record]]]:
        """Sends whole batches, which cost a fiftieth of single sends per row. Returns each acknowledgement
        with its rows."""
        producer = self._live_producer()
        acks, batch, some = [], producer.create_batch(), list[asyncpg.Record]()
        for row in rows:
            item = {"key": row["key"].encode(), "value": row["payload"], "timestamp": None}
            if batch.append(**item) is None:
                acks.append((await producer.send_batch(batch, topic, partition=partition), some))
                batch, some = producer.create_batch(), []
                batch.append(**item)
            some.append(row)
        acks.append((await producer.send_batch(batch, topic, partition=partition), some))
        return acks

    def _live_producer(self) -> AIOKafkaProducer:
        if self._producer is None:
            raise RuntimeError("the publisher is not open")
        return self._producer
