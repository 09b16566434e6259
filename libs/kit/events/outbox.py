"""Events are stored in the business transaction and published afterwards by the relay."""

from collections.abc import Sequence

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import BYTEA
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Fact, sealed
from libs.kit.process import buggify, telemetry

LARGEST_EVENT = 512 * 1024
HAS_EVENTS = "outbox"


class EventTooLarge(ValueError):
    """No broker would accept the event. Its producer must split it."""


_INSERT = text("INSERT INTO outbox (topic, key, payload) VALUES (:topic, :key, :payload)").bindparams(
    bindparam("payload", type_=BYTEA)
)

# The start of a statement: the caller supplies the three columns and the condition.
INSERT_ALL = """
INSERT INTO outbox (topic, key, payload) SELECT topic, key, payload
FROM unnest(CAST({} AS text[]), CAST({} AS text[]), CAST({} AS bytea[]))
WITH ORDINALITY AS told (topic, key, payload, place) WHERE {} ORDER BY place
"""
_INSERT_THEM = text(INSERT_ALL.format(":topics", ":keys", ":payloads", "true"))


async def record(session: AsyncSession, fact: Fact, *, version: int) -> None:
    """Publish an event when this transaction commits. Call with the aggregate locked. `version` is the
    aggregate's version."""
    await put(session, fact.topic, fact.key, _sealed(fact, version, telemetry.traceparent()))


async def record_all(session: AsyncSession, facts: Sequence[tuple[Fact, int]]) -> None:
    """Record many events with their versions in one round trip."""
    if not facts:
        return
    trace = telemetry.traceparent()
    payloads = [_sealed(fact, version, trace) for fact, version in facts]
    columns = {"topics": [fact.topic for fact, _ in facts], "keys": [fact.key for fact, _ in facts]}
    buggify.point("before-outbox-insert")
    await session.execute(_INSERT_THEM, columns | {"payloads": payloads})
    session.info[HAS_EVENTS] = True
    buggify.point("after-outbox-insert")


def columns(facts: Sequence[tuple[Fact, int, str | None]]) -> tuple[list[str], list[str], list[bytes]]:
    """The columns of `INSERT_ALL` for events with their versions and trace ids."""
    payloads = [_sealed(fact, version, trace) for fact, version, trace in facts]
    return [fact.topic for fact, _, _ in facts], [fact.key for fact, _, _ in facts], payloads


async def put(session: AsyncSession, topic: str, key: str, payload: bytes) -> None:
    """Queue a serialised message, such as a dead letter. For events use `record`."""
    _refuse_large(payload, topic)
    buggify.point("before-outbox-insert")
    await session.execute(_INSERT, {"topic": topic, "key": key, "payload": payload})
    session.info[HAS_EVENTS] = True
    buggify.point("after-outbox-insert")


def _sealed(fact: Fact, version: int, trace: str | None) -> bytes:
    payload = sealed(fact, version, traceparent=trace)
    _refuse_large(payload, fact.topic)
    return payload


def _refuse_large(payload: bytes, topic: str) -> None:
    """Fail while the transaction can still be rolled back."""
    if len(payload) > LARGEST_EVENT:
        raise EventTooLarge(f"an event of {len(payload)} bytes for {topic}: no broker would take it")
