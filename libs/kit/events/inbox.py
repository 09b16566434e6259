"""Each message takes effect once. The inbox row, the effect and its outbox rows are committed together."""

import asyncio
import base64
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Envelope
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.events.subscribing import Subscriptions
from libs.kit.process import buggify

HANDLER_SECONDS = 5.0

CLAIM = text(
    "WITH asked AS (SELECT * FROM unnest(CAST(:event_ids AS text[]), CAST(:topics AS text[]), CAST(:keys AS text[])) "
    "AS a (event_id, topic, key)), claimed AS (INSERT INTO inbox (consumer, event_id) "
    "SELECT :consumer, event_id FROM asked ON CONFLICT DO NOTHING RETURNING event_id) "
    "SELECT event_id, event_id IN (SELECT event_id FROM claimed) AS fresh, EXISTS (SELECT FROM parked_keys AS p "
    "WHERE p.consumer = :consumer AND p.topic = asked.topic AND p.key = asked.key) AS parked FROM asked"
)
_PARK_KEY = text(
    "INSERT INTO parked_keys (consumer, topic, key) VALUES (:consumer, :topic, :key) "
    # Waits for a running replay.
    "ON CONFLICT (consumer, topic, key) DO UPDATE SET since = parked_keys.since"
)
_PARK = text(
    "INSERT INTO parked (consumer, event_id, topic, partition, record_offset, key, payload, cause, attempts) VALUES "
    "(:consumer, :event_id, :topic, :partition, :offset, :key, :payload, :cause, :attempts)"
)
# COMMIT of a failed transaction rolls back without an error. This statement raises instead.
_ALIVE = text("SELECT 1")


@dataclass(frozen=True)
class Message:
    """A Kafka record that can be stored even if its bytes are invalid."""

    topic: str
    partition: int
    offset: int
    key: str
    payload: bytes
    envelope: Envelope | None
    fault: str = ""

    @property
    def event_id(self) -> str:
        """A record that cannot be parsed is identified by its offset."""
        return self.envelope.id if self.envelope else f"{self.topic}:{self.partition}:{self.offset}"


def parse_message(topic: str, partition: int, offset: int, key: bytes | None, value: bytes | None) -> Message:
    """If the record cannot be parsed, the message contains the error."""
    name = storable_text((key or b"").decode("utf-8", "backslashreplace"), 200)
    try:
        envelope = Envelope.model_validate_json(value or b"")
        if "\0" in envelope.id:
            raise ValueError("the id holds a NUL")
    except (ValidationError, ValueError) as fault:
        return Message(
            topic, partition, offset, name, value or b"", None, f"unreadable: {type(fault).__name__}"
        )
    return Message(topic, partition, offset, name, value or b"", envelope)


def storable_text(words: str, longest: int) -> str:
    """Removes characters that PostgreSQL rejects (NUL, lone surrogates) and cuts the text to `longest`."""
    return words.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()[:longest]


class Inbox:
    def __init__(self, consumer: str, database: Database, subscriptions: Subscriptions) -> None:
        self._consumer, self._database, self._subscriptions = consumer, database, subscriptions

    async def handle(self, message: Message) -> str:
        """Returns `handled`, `seen`, `parked` or `unwanted`."""
        return (await self.handle_all([message]))[0]

    def may_join(self, message: Message) -> bool:
        """True if the message may share a transaction with other messages."""
        return message.envelope is not None and self._subscriptions.may_wait_for_others(message.envelope.type)

    async def handle_all(self, messages: Sequence[Message]) -> list[str]:
        """Handles a batch in one transaction, in order. Returns the outcome of each message."""
        for message in messages:
            if message.envelope is None:
                raise ValueError(message.fault)
        subscribed = [self._subscriptions.wants(item.envelope.type) for item in messages if item.envelope]
        some = list(itertools.compress(messages, subscribed))
        outcomes = iter(await self._in_one_transaction(some) if some else [])
        return [next(outcomes) if is_wanted else "unwanted" for is_wanted in subscribed]

    async def _in_one_transaction(self, messages: list[Message]) -> list[str]:
        async with asyncio.timeout(HANDLER_SECONDS), self._database.transaction() as session:
            buggify.point("before-inbox-insert")
            claims = await self._claim(session, messages)
            buggify.point("after-inbox-insert")
            # A duplicate within the batch is handled once.
            outcomes = [
                await self._look_at(session, message, claims.pop(message.event_id, None))
                for message in messages
            ]
            if "handled" in outcomes:
                await self._dispatch(
                    [one for one, is_it in zip(messages, outcomes, strict=True) if is_it == "handled"],
                    session,
                )
                buggify.point("after-effect")
                await session.execute(_ALIVE)
            buggify.point("before-commit")
        buggify.point("after-commit")
        return outcomes

    async def _look_at(self, session: AsyncSession, message: Message, claim: Any) -> str:
        """Returns the outcome of a message. Parks the message if its key is parked."""
        if claim is None or not claim.fresh:
            return "seen"
        if claim.parked and not self._is_last_word(message):
            await self._store(session, message, "an earlier event of this key is parked", 0)
            return "parked"
        return "handled"

    async def _dispatch(self, messages: list[Message], session: AsyncSession) -> None:
        """Handles messages in order. Skips older messages of a key if only the newest counts."""
        newest = {self._aggregate_of(message): message for message in messages}
        newest_messages = [message for message in messages if newest[self._aggregate_of(message)] is message]
        envelopes = [message.envelope for message in newest_messages if message.envelope is not None]
        await self._subscriptions.dispatch_all(envelopes, session)
        if self._subscriptions.everything is not None:
            envelopes = [message.envelope for message in messages if message.envelope is not None]
            await self._subscriptions.everything(envelopes, session)

    def _aggregate_of(self, message: Message) -> tuple[str, ...]:
        """Returns the group in which only the newest message counts."""
        kind = message.envelope.type if message.envelope else ""
        if kind not in self._subscriptions.newest_counts:
            return (message.event_id,)
        return (kind, message.topic, message.key)

    async def _claim(self, session: AsyncSession, messages: list[Message]) -> dict[str, Any]:
        """Returns the messages that are not handled yet, and whether their keys are parked."""
        ids = {
            "event_ids": [message.event_id for message in messages],
            "topics": [message.topic for message in messages],
        }
        asked = ids | {"consumer": self._consumer, "keys": [message.key for message in messages]}
        return {row.event_id: row for row in (await session.execute(CLAIM, asked)).all()}

    def _is_last_word(self, message: Message) -> bool:
        return message.envelope is not None and message.envelope.type in self._subscriptions.last_words

    async def park(self, message: Message, cause: str, attempts: int) -> None:
        """Parks a message and its key for an operator. Later events of the key are parked too, in order."""
        async with self._database.transaction() as session:
            if (await self._claim(session, [message]))[message.event_id].fresh:
                await self._store(session, message, cause, attempts)

    async def _store(self, session: AsyncSession, message: Message, cause: str, attempts: int) -> None:
        row = self._ids(message) | {
            "partition": message.partition,
            "offset": message.offset,
            "payload": message.payload,
            "cause": storable_text(cause, 2000),
            "attempts": attempts,
        }
        await session.execute(_PARK_KEY, self._ids(message))
        await session.execute(_PARK, row)
        await outbox.queue_message(
            session, f"{message.topic}.dlq", message.key, self._dead_letter(message, row)
        )

    def _dead_letter(self, message: Message, row: dict[str, Any]) -> bytes:
        dead_letter = {
            name: row[name]
            for name in ("consumer", "event_id", "topic", "partition", "offset", "key", "cause")
        }
        dead_letter["payloadBase64"] = base64.b64encode(message.payload[: outbox.LARGEST_EVENT // 2]).decode()
        return json.dumps(dead_letter, ensure_ascii=True).encode()

    def _ids(self, message: Message) -> dict[str, Any]:
        ids = {"consumer": self._consumer, "event_id": message.event_id, "topic": message.topic}
        return ids | {"key": message.key}
