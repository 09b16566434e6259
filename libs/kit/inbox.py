"""One message, one effect: inbox row, effect and own outbox rows commit together, or none of them does."""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Envelope
from libs.kit import buggify, outbox, telemetry
from libs.kit.db import Database
from libs.kit.subscribing import Subscriptions

HANDLER_SECONDS = 5.0

_CLAIM = text(
    "WITH claimed AS (INSERT INTO inbox (consumer, event_id) VALUES (:consumer, :event_id) "
    "ON CONFLICT DO NOTHING RETURNING 1) "
    "SELECT EXISTS (SELECT FROM claimed) AS fresh, EXISTS (SELECT FROM parked_keys "
    "WHERE consumer = :consumer AND topic = :topic AND key = :key) AS parked"
)
_PARK_KEY = text(
    "INSERT INTO parked_keys (consumer, topic, key) VALUES (:consumer, :topic, :key) "
    "ON CONFLICT (consumer, topic, key) DO UPDATE SET since = parked_keys.since"  # waits for a replay under way
)
_PARK = text(
    "INSERT INTO parked (consumer, event_id, topic, partition, record_offset, key, payload, cause, attempts) VALUES "
    "(:consumer, :event_id, :topic, :partition, :offset, :key, :payload, :cause, :attempts)"
)
# COMMIT of a transaction that a handler broke is a silent ROLLBACK; this statement raises instead.
_ALIVE = text("SELECT 1")


@dataclass(frozen=True)
class Message:
    """A Kafka record, made safe to store whatever its bytes are."""

    topic: str
    partition: int
    offset: int
    key: str
    payload: bytes
    envelope: Envelope | None
    fault: str = ""

    @property
    def event_id(self) -> str:
        """The event's own id; an unreadable record is known by its place."""
        return self.envelope.id if self.envelope else f"{self.topic}:{self.partition}:{self.offset}"


def read(topic: str, partition: int, offset: int, key: bytes | None, value: bytes | None) -> Message:
    """Make a message of any bytes; what cannot be read carries its fault."""
    name = safe((key or b"").decode("utf-8", "backslashreplace"), 200)
    try:
        envelope = Envelope.model_validate_json(value or b"")
        if "\0" in envelope.id:
            raise ValueError("the id holds a NUL")
    except (ValidationError, ValueError) as odd:
        return Message(topic, partition, offset, name, value or b"", None, f"unreadable: {type(odd).__name__}")
    return Message(topic, partition, offset, name, value or b"", envelope)


def safe(words: str, longest: int) -> str:
    """Text that Postgres takes: no NUL, no lone surrogate, not endless."""
    return words.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()[:longest]


class Inbox:
    """The transactional side of one service's consumer."""

    def __init__(self, consumer: str, database: Database, subscriptions: Subscriptions) -> None:
        self._consumer, self._database, self._subscriptions = consumer, database, subscriptions

    async def handle(self, message: Message) -> str:
        """Claim, let the handler work, commit. Returns `handled`, `seen`, `parked` or `unwanted`."""
        if message.envelope is None:
            raise ValueError(message.fault)
        if not self._subscriptions.wants(message.envelope.type):
            return "unwanted"
        with telemetry.span(f"handle {message.envelope.type}", message.envelope.traceparent):
            return await self._in_one_transaction(message, self._subscriptions_of(message.envelope))

    def _subscriptions_of(self, envelope: Envelope) -> Callable[[AsyncSession], Awaitable[None]]:
        return lambda session: self._subscriptions.tell(envelope, session)

    async def _in_one_transaction(self, message: Message, effect: Callable[[AsyncSession], Awaitable[None]]) -> str:
        async with asyncio.timeout(HANDLER_SECONDS), self._database.transaction() as session:
            buggify.point("before-inbox-insert")
            claim = (await session.execute(_CLAIM, self._ids(message))).one()
            buggify.point("after-inbox-insert")
            if not claim.fresh:
                return "seen"
            if claim.parked and not self._is_last_word(message):
                await self._store(session, message, "an earlier event of this key is parked", 0)
                return "parked"
            await effect(session)
            buggify.point("after-effect")
            await session.execute(_ALIVE)
            buggify.point("before-commit")
        buggify.point("after-commit")
        return "handled"

    def _is_last_word(self, message: Message) -> bool:
        return message.envelope is not None and message.envelope.type in self._subscriptions.last_words

    async def park(self, message: Message, cause: str, attempts: int) -> None:
        """Set a message aside for a person to decide, with its key, so that later events of the key wait in order."""
        async with self._database.transaction() as session:
            claim = (await session.execute(_CLAIM, self._ids(message))).one()
            if claim.fresh:
                await self._store(session, message, cause, attempts)

    async def _store(self, session: AsyncSession, message: Message, cause: str, attempts: int) -> None:
        row = self._ids(message) | {
            "partition": message.partition,
            "offset": message.offset,
            "payload": message.payload,
            "cause": safe(cause, 2000),
            "attempts": attempts,
        }
        await session.execute(_PARK_KEY, self._ids(message))
        await session.execute(_PARK, row)
        await outbox.put(session, f"{message.topic}.dlq", message.key, self._dead_letter(message, row))

    def _dead_letter(self, message: Message, row: dict[str, Any]) -> bytes:
        """What the dead-letter topic tells: where it came from, why it failed, and the bytes themselves."""
        told = {name: row[name] for name in ("consumer", "event_id", "topic", "partition", "offset", "key", "cause")}
        told["payloadBase64"] = base64.b64encode(message.payload[: outbox.LARGEST_EVENT // 2]).decode()
        return json.dumps(told, ensure_ascii=True).encode()

    def _ids(self, message: Message) -> dict[str, Any]:
        ids = {"consumer": self._consumer, "event_id": message.event_id, "topic": message.topic}
        return ids | {"key": message.key}
