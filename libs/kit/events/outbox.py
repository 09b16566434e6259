"""Events leave through here: a row in the business transaction, published afterwards by the relay."""

from collections.abc import Sequence

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import BYTEA
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Fact, sealed
from libs.kit.process import buggify, telemetry

LARGEST_EVENT = 512 * 1024
HAS_EVENTS = "outbox"


class EventTooLarge(ValueError):
    """An event that no broker would take; its producer must tell it in pieces."""


_INSERT = text("INSERT INTO outbox (topic, key, payload) VALUES (:topic, :key, :payload)").bindparams(
    bindparam("payload", type_=BYTEA)
)

# For a statement of which this is a part: the three columns, and on what it depends.
INSERT_ALL = """
INSERT INTO outbox (topic, key, payload) SELECT topic, key, payload
FROM unnest(CAST({} AS text[]), CAST({} AS text[]), CAST({} AS bytea[]))
WITH ORDINALITY AS told (topic, key, payload, place) WHERE {} ORDER BY place
"""
_INSERT_THEM = text(INSERT_ALL.format(":topics", ":keys", ":payloads", "true"))


async def record(session: AsyncSession, fact: Fact, *, version: int) -> None:
    """Tell the world, if and when this transaction commits. Call with the aggregate locked; `version` is its
    own."""
    await put(session, fact.topic, fact.key, _sealed(fact, version, telemetry.traceparent()))


async def record_all(session: AsyncSession, facts: Sequence[tuple[Fact, int]]) -> None:
    """Record many facts, each with its version, in one go: a thousand people are told in one round trip."""
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
    """Return facts for `INSERT_ALL`, each with its version and the trace of the request it belongs to."""
    payloads = [_sealed(fact, version, trace) for fact, version, trace in facts]
    return [fact.topic for fact, _, _ in facts], [fact.key for fact, _, _ in facts], payloads


async def put(session: AsyncSession, topic: str, key: str, payload: bytes) -> None:
    """Put a ready message for a topic; used for dead letters, `record` is for facts."""
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
    """Refuse what no broker would take, while the transaction it belongs to can still be undone."""
    if len(payload) > LARGEST_EVENT:
        raise EventTooLarge(f"an event of {len(payload)} bytes for {topic}: no broker would take it")
