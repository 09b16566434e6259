"""Handles the messages of a partition in order. A failing message is retried, then parked."""

import asyncio
import itertools
import time
from collections import deque
from typing import Any, Protocol

import structlog
from aiokafka import TopicPartition

from libs.kit.errors import Unavailable
from libs.kit.events.inbox import Inbox, Message, parse_message

log = structlog.get_logger(__name__)

# Maximum number of messages in one transaction.
TOGETHER = 200
PAUSES = (0.1, 0.5, 2.0)
PATIENCE_SECONDS = 10.0
# The sum is less than the time that the group allows for releasing partitions.
GRACE_SECONDS, END_SECONDS = 8.0, 1.5


class Patience:
    """Limits the time spent on retries per half minute. A message that always fails delays other keys by at
    most 30 s."""

    def __init__(self) -> None:
        self._spent: deque[tuple[float, float]] = deque()

    def can_wait(self) -> bool:
        oldest = time.monotonic() - 30
        while self._spent and self._spent[0][0] < oldest:
            self._spent.popleft()
        return sum(cost for _, cost in self._spent) < PATIENCE_SECONDS

    def spend(self, seconds: float) -> None:
        self._spent.append((time.monotonic(), seconds))


class Owner(Protocol):
    inbox: Inbox

    def count(self, outcome: str) -> None:
        pass

    async def database_was_away(self) -> bool:
        """Waits until the database is available. Returns True if it was unavailable."""


class PartitionWorker:
    def __init__(self, consumer: Owner, partition: TopicPartition) -> None:
        self._consumer, self.partition = consumer, partition
        self._queue: deque[Any] = deque()
        self._arrived = asyncio.Event()
        self._closing = False
        self._patience = Patience()
        self.next_offset: int | None = None
        self.committed: int | None = None
        self.task = asyncio.create_task(self._run())

    def put(self, records: list[Any]) -> None:
        """Call in order of offset."""
        self._queue.extend(records)
        self._arrived.set()

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def first_waiting(self) -> int | None:
        return self._queue[0].offset if self._queue else None

    async def close(self) -> None:
        """Finishes the current messages. The remaining messages will be delivered again."""
        self._closing = True
        self._arrived.set()
        await asyncio.wait([self.task], timeout=GRACE_SECONDS)
        await self.end()

    async def end(self) -> None:
        self.task.cancel()
        await asyncio.wait([self.task], timeout=END_SECONDS)

    async def _run(self) -> None:
        while not self._closing:
            if not self._queue:
                self._arrived.clear()
                await self._arrived.wait()
                continue
            messages = self._in_hand()
            if len(messages) > 1 and await self._settled_together(messages):
                self._went_past(len(messages))
                continue
            for message in messages:
                if not self._closing:
                    await self._settle(message)
                    self._went_past(1)

    def _in_hand(self) -> list[Message]:
        messages: list[Message] = []
        for record in itertools.islice(self._queue, TOGETHER):
            message = parse_message(record.topic, record.partition, record.offset, record.key, record.value)
            joins = self._consumer.inbox.may_join(message)
            if messages and not joins:
                break
            messages.append(message)
            if not joins:
                break
        return messages

    async def _settled_together(self, messages: list[Message]) -> bool:
        """Returns False if the batch failed. Each message must then be handled alone."""
        try:
            outcomes = await self._consumer.inbox.handle_all(messages)
        except Exception as failure:
            log.info("messages are handled one by one", count=len(messages), cause=repr(failure))
            return False
        for outcome in outcomes:
            self._consumer.count(outcome)
        return True

    def _went_past(self, count: int) -> None:
        for _ in range(count):
            self.next_offset = self._queue.popleft().offset + 1

    async def _settle(self, message: Message) -> None:
        """Handles or parks a message. Returns when the offset may be committed."""
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
                if attempt > len(PAUSES) or message.envelope is None or not self._patience.can_wait():
                    if await self._park(message, failure, attempt):
                        return
                    attempt = 0

    async def _after_failure(self, message: Message, failure: Exception, attempt: int, began: float) -> bool:
        """Waits before the next attempt. Returns True if the database was unavailable, which does not count
        as an attempt."""
        log.warning("a message failed", event_id=message.event_id, attempt=attempt, cause=repr(failure))
        if await self._consumer.database_was_away():
            return True
        if message.envelope is not None and attempt <= len(PAUSES) and self._patience.can_wait():
            await asyncio.sleep(PAUSES[attempt - 1])
            self._patience.spend(time.monotonic() - began)
        return False

    async def _park(self, message: Message, failure: Exception, attempts: int) -> bool:
        try:
            await self._consumer.inbox.park(message, f"{type(failure).__name__}: {failure}", attempts)
        except (Unavailable, OSError):
            return False
        log.error("a message was parked", event_id=message.event_id, topic=message.topic, cause=repr(failure))
        self._consumer.count("failed")
        return True
