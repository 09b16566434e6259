"""Events that the broker refuses are set aside. Later events of the same key wait."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import asyncpg
from aiokafka import AIOKafkaProducer
from aiokafka.errors import (
    CorruptRecordException,
    InvalidTimestampError,
    MessageSizeTooLargeError,
    OutOfOrderSequenceNumber,
    RecordListTooLargeError,
)
from sqlalchemy import text

from libs.kit.db.database import Database
from libs.kit.events.broker import client_options

# The broker will never accept these records.
REFUSALS = (MessageSizeTooLargeError, RecordListTooLargeError, CorruptRecordException, InvalidTimestampError)
# After these errors, the broker accepts nothing more from the producer.
GAPS = (*REFUSALS, OutOfOrderSequenceNumber)

# Locks an existing key, so that an operator cannot release it at the same time.
REFUSE_KEY = """
INSERT INTO refused_keys (topic, key, cause) VALUES ($1, $2, $3)
ON CONFLICT (topic, key) DO UPDATE SET cause = refused_keys.cause
"""
# The epoch ensures that a replaced leader changes nothing.
SET_ASIDE = """
WITH leader AS (SELECT 1 FROM leaders WHERE name = 'relay' AND epoch = $1)
UPDATE outbox SET published_at = 'infinity'
FROM unnest($2::bigint[], $3::timestamptz[]) AS aside (id, created_at)
WHERE outbox.id = aside.id AND outbox.created_at = aside.created_at AND outbox.published_at IS NULL
AND EXISTS (SELECT FROM leader)
"""
_LIST = text(
    "SELECT topic, key, cause, since, (SELECT count(*) FROM outbox WHERE outbox.topic = refused_keys.topic "
    "AND outbox.key = refused_keys.key AND published_at = 'infinity') AS waiting FROM refused_keys ORDER BY since"
)
_LOCK = text("SELECT 1 FROM refused_keys WHERE topic = :topic AND key = :key FOR UPDATE")
_ASIDE = "WHERE topic = :topic AND key = :key AND published_at = 'infinity'"
_RETRY = text(f"UPDATE outbox SET published_at = NULL {_ASIDE} RETURNING id")  # noqa: S608 - text of our own
_GIVE_UP = text(f"UPDATE outbox SET published_at = '-infinity' {_ASIDE} RETURNING id")  # noqa: S608 - text of our own
_FREE = text("DELETE FROM refused_keys WHERE topic = :topic AND key = :key")

Single = Callable[[list[asyncpg.Record], Any], Awaitable[None]]


@contextlib.asynccontextmanager
async def one_by_one(bootstrap: str) -> AsyncIterator[Single]:
    """Sends rows one at a time, to find the refused row of a batch."""
    # Not idempotent, so that a refused row cannot block the next row.
    options = {"acks": "all", "max_request_size": 1024 * 1024, "linger_ms": 0}
    producer = AIOKafkaProducer(**client_options(bootstrap), **options)

    async def send(rows: list[asyncpg.Record], outcome: Any) -> None:
        for row in rows:
            name = row["topic"], row["key"]
            if name in outcome.causes:
                outcome.refused.append(row)
                continue
            try:
                await producer.send_and_wait(row["topic"], row["payload"], key=row["key"].encode())
                outcome.sent.append(row)
            except REFUSALS as refusal:
                outcome.causes[name] = repr(refusal)[:500]
                outcome.refused.append(row)

    try:
        await producer.start()
        yield send
    finally:
        await producer.stop()


class RefusedEvents:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def overview(self) -> list[dict[str, Any]]:
        async with self._database.reading() as session:
            return [dict(row) for row in (await session.execute(_LIST)).mappings()]

    async def retry(self, topic: str, key: str) -> int:
        """Publishes the events of a key again, in order. Returns the number of events."""
        return await self._decide(_RETRY, topic, key)

    async def discard(self, topic: str, key: str) -> int:
        """Deletes the waiting events of a key and returns their number. Consumers see a gap in the
        versions."""
        return await self._decide(_GIVE_UP, topic, key)

    async def _decide(self, statement: Any, topic: str, key: str) -> int:
        where = {"topic": topic, "key": key}
        async with self._database.transaction() as session:
            await session.execute(_LOCK, where)
            decided = await session.execute(statement, where)
            await session.execute(_FREE, where)
        return len(decided.all())
