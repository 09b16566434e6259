"""Events are stored in the business transaction and published later by the relay."""

from collections.abc import Sequence

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import BYTEA
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Event, envelope_json
from libs.kit.process import buggify, telemetry

LARGEST_EVENT = 512 * 1024
HAS_EVENTS = "outbox"


class EventTooLarge(ValueError):
    """The event is too large for the broker."""


_INSERT = text("INSERT INTO outbox (topic, key, payload) VALUES (:topic, :key, :payload)").bindparams(
    bindparam("payload", type_=BYTEA)
)

# The caller adds the three columns and the condition.
INSERT_ALL = """
INSERT INTO outbox (topic, key, payload) SELECT topic, key, payload
FROM unnest(CAST({} AS text[]), CAST({} AS text[]), CAST({} AS bytea[]))
WITH ORDINALITY AS events (topic, key, payload, place) WHERE {} ORDER BY place
"""
_INSERT_THEM = text(INSERT_ALL.format(":topics", ":keys", ":payloads", "true"))


async def record(session: AsyncSession, event: Event, *, version: int) -> None:
    """Publishes an event when this transaction commits. Call with the aggregate locked. `version` is the
    version of the aggregate."""
    await queue_message(session, event.topic, event.key, _sealed(event, version, telemetry.traceparent()))


async def record_all(session: AsyncSession, events: Sequence[tuple[Event, int]]) -> None:
    """Records many events in one round trip."""
    if not events:
        return
    trace = telemetry.traceparent()
    payloads = [_sealed(event, version, trace) for event, version in events]
    columns = {"topics": [event.topic for event, _ in events], "keys": [event.key for event, _ in events]}
    buggify.point("before-outbox-insert")
    await session.execute(_INSERT_THEM, columns | {"payloads": payloads})
    session.info[HAS_EVENTS] = True
    buggify.point("after-outbox-insert")


def event_columns(
    events: Sequence[tuple[Event, int, str | None]],
) -> tuple[list[str], list[str], list[bytes]]:
    """Returns the column values for `INSERT_ALL`."""
    payloads = [_sealed(event, version, trace) for event, version, trace in events]
    return [event.topic for event, _, _ in events], [event.key for event, _, _ in events], payloads


async def queue_message(session: AsyncSession, topic: str, key: str, payload: bytes) -> None:
    """Queues a serialised message, such as a dead letter."""
    _refuse_large(payload, topic)
    buggify.point("before-outbox-insert")
    await session.execute(_INSERT, {"topic": topic, "key": key, "payload": payload})
    session.info[HAS_EVENTS] = True
    buggify.point("after-outbox-insert")


def _sealed(event: Event, version: int, trace: str | None) -> bytes:
    payload = envelope_json(event, version, traceparent=trace)
    _refuse_large(payload, event.topic)
    return payload


def _refuse_large(payload: bytes, topic: str) -> None:
    """Raises while the transaction can still be rolled back."""
    if len(payload) > LARGEST_EVENT:
        raise EventTooLarge(f"an event of {len(payload)} bytes for {topic}: no broker would take it")
