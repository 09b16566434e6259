"""Events that the broker refuses: set aside with their key, whose later events wait; all others go on."""

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

# What a broker says of a record that it will not take, however often it comes.
REFUSALS = (MessageSizeTooLargeError, RecordListTooLargeError, CorruptRecordException, InvalidTimestampError)
# After these the producer's sequence numbers have a gap, and the broker takes nothing more from it.
GAPS = (*REFUSALS, OutOfOrderSequenceNumber)

# Locks a key that is there already: an operator who frees it comes wholly before or after.
REFUSE_KEY = """
INSERT INTO refused_keys (topic, key, cause) VALUES ($1, $2, $3)
ON CONFLICT (topic, key) DO UPDATE SET cause = refused_keys.cause
"""
# Behind the same fence as a mark: a leader that was replaced sets nothing aside.
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
    """Yield a way to send rows one at a time, which finds out whose fault it is that a batch was refused."""
    # Not idempotent: the next row may go although the one before it was refused.
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
    """What an operator decides about the events of one service that the broker refused."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def overview(self) -> list[dict[str, Any]]:
        async with self._database.reading() as session:
            return [dict(row) for row in (await session.execute(_LIST)).mappings()]

    async def retry(self, topic: str, key: str) -> int:
        """Let the events of a key go again, in their order; for when the broker takes them now."""
        return await self._decide(_RETRY, topic, key)

    async def discard(self, topic: str, key: str) -> int:
        """Give up the events of a key that wait; later ones go again, and their readers see the gap in the
        numbers."""
        return await self._decide(_GIVE_UP, topic, key)

    async def _decide(self, statement: Any, topic: str, key: str) -> int:
        where = {"topic": topic, "key": key}
        async with self._database.transaction() as session:
            await session.execute(_LOCK, where)
            decided = await session.execute(statement, where)
            await session.execute(_FREE, where)
        return len(decided.all())
