"""Compares the projection of all events with the producer's tables (P-D5)."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from aiokafka import AIOKafkaConsumer, TopicPartition
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Envelope, Event
from libs.contracts.registry import EVENTS
from libs.contracts.topics import EVENT_TOPICS
from libs.kit.db.database import Database
from libs.kit.events.broker import client_options, partition_of
from libs.kit.events.restore import WITHDRAWN

# The public state by column name. Values that were never published are missing.
Figures = dict[str, Any]
MAX_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Row:
    """The state in the tables. `version` is that of the newest event. `since` is when the first event was
    published."""

    key: str
    version: int
    since: datetime
    figures: Figures


@dataclass(frozen=True)
class Books:
    """How to project the events of a service, and the rows that the projection must match."""

    topic: str
    # Prefixes of keys that have rows: `sale` for `sale-42`, and the empty string for a number.
    families: frozenset[str]
    fold: Callable[[Figures, Event], Figures]
    rows: Callable[[AsyncSession], AsyncIterator[Row]]


@dataclass(slots=True)
class Trail:
    """The projection of an aggregate, and errors in the versions of its events."""

    first: int = 0
    version: int = 0
    newest_id: str = ""
    figures: Figures = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def apply(self, envelope: Envelope, fold: Callable[[Figures, Event], Figures]) -> bool:
        """Returns False if the event was already applied, because an event can be delivered twice."""
        if envelope.version <= self.version:
            if envelope.version == self.version and envelope.id != self.newest_id:
                self.faults.append(f"two events have the number {self.version}")
            return False
        if self.version and envelope.version > self.version + 1:
            self.faults.append(f"event {envelope.version} follows event {self.version}")
        self.first, self.version, self.newest_id = (
            self.first or envelope.version,
            envelope.version,
            envelope.id,
        )
        # For an event that this build does not know, only the version is checked.
        if envelope.type in EVENTS:
            self.figures = fold(self.figures, envelope.event())
        return True


@dataclass
class Reconciled:
    """`differing` is the number of all differences. `differences` describes the first ones."""

    events: int = 0
    waiting: int = 0
    rows: int = 0
    # Number of rows whose oldest events are no longer in the topic.
    older: int = 0
    differing: int = 0
    differences: list[str] = field(default_factory=list)


async def reconcile(books: Books, database: Database, bootstrap: str) -> Reconciled:
    """Projects the topic and the outbox and compares the result with the tables. Works on a running system,
    because every event is in the topic or the outbox."""
    ledger = Ledger(books)
    async with database.reading() as session:
        began = (await session.execute(text("SELECT clock_timestamp()"))).scalar_one()
        ledger.withdrawn = set((await session.execute(_WITHDRAWN, {"name": WITHDRAWN})).scalars())
    async with _topic(bootstrap, books.topic) as (kafka, beginnings, ends):
        ledger.shortened = {place.partition for place, offset in beginnings.items() if offset}
        while any([await kafka.position(place) < end for place, end in ends.items()]):
            for place, records in (await kafka.getmany(timeout_ms=200)).items():
                for record in records:
                    ledger.apply(Envelope.model_validate_json(record.value), place.partition)
    async with _one_moment(database) as session:
        waiting = await session.stream(_WAITING, {"topic": books.topic, "began": began})
        async for row in waiting:
            is_news = ledger.apply(Envelope.model_validate_json(row.payload))
            ledger.found.waiting += is_news and row.published_at is None
        async for kept in books.rows(session):
            ledger.compare(kept)
    return ledger.closed()


class Ledger:
    """Projections by key. Rows that were compared are removed."""

    def __init__(self, books: Books) -> None:
        (topic,) = (topic for topic in EVENT_TOPICS if topic.name == books.topic)
        self._partitions = set(range(topic.partitions))
        self._books = books
        self._trails: dict[str, Trail] = {}
        self._oldest: dict[int, datetime] = {}
        # Partitions whose oldest events have expired.
        self.shortened: set[int] = set()
        # Ids of events about rows that a restore has lost.
        self.withdrawn: set[str] = set()
        self.found = Reconciled()

    def apply(self, envelope: Envelope, partition: int | None = None) -> bool:
        """Returns False if the event was already applied."""
        if partition is not None:
            self._oldest.setdefault(partition, envelope.time)
        if envelope.id in self.withdrawn or _family(envelope.subject) not in self._books.families:
            return False
        is_news = self._trails.setdefault(envelope.subject, Trail()).apply(envelope, self._books.fold)
        self.found.events += is_news
        return is_news

    def compare(self, row: Row) -> None:
        self.found.rows += 1
        trail = self._trails.pop(row.key, None)
        if (trail is None or trail.first > 1) and self._is_older(row):
            self.found.older += 1
            if trail is None:
                return
        elif trail is None:
            return self._differs(row.key, ["no event was published"])
        elif trail.first > 1:
            trail.faults.append(f"the first event has the number {trail.first}")
        if trail.version != row.version:
            trail.faults.append(f"version: published {trail.version}, stored {row.version}")
        trail.faults += [
            f"{name}: published {_text_of(figure)}, stored {_text_of(row.figures[name])}"
            for name, figure in trail.figures.items()
            if name in row.figures and figure != row.figures[name]
        ]
        self._differs(row.key, trail.faults)

    def closed(self) -> Reconciled:
        """Aggregates that have events but no row count as differences too."""
        for key in self._trails:
            self._differs(key, ["published, but not stored"])
        return self.found

    def _is_older(self, row: Row) -> bool:
        partition = partition_of(row.key, self._partitions)
        return partition in self.shortened and row.since < self._oldest.get(
            partition, datetime.max.replace(tzinfo=UTC)
        )

    def _differs(self, key: str, faults: list[str]) -> None:
        if faults:
            self.found.differing += 1
            if len(self.found.differences) < MAX_SHOWN:
                counted = Counter(faults)
                self.found.differences.append(f"{self._books.topic} {key}: {'; '.join(counted)}")


_WITHDRAWN = text("SELECT event_id FROM inbox WHERE consumer = :name")
_WAITING = text(
    "SELECT payload, published_at FROM outbox WHERE topic = :topic AND "
    "(published_at IS NULL OR published_at >= :began) ORDER BY id"
).execution_options(yield_per=1_000)


@asynccontextmanager
async def _one_moment(database: Database) -> AsyncIterator[AsyncSession]:
    async with database.transaction() as session:
        await session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        yield session


@asynccontextmanager
async def _topic(
    bootstrap: str, topic: str
) -> AsyncIterator[tuple[AIOKafkaConsumer, dict[TopicPartition, int], dict[TopicPartition, int]]]:
    """Yields a consumer at the beginning of each partition, with the first and the end offsets."""
    kafka = AIOKafkaConsumer(
        **client_options(bootstrap), enable_auto_commit=False, auto_offset_reset="earliest"
    )
    try:
        await kafka.start()
        (known,) = (event_topic for event_topic in EVENT_TOPICS if event_topic.name == topic)
        places = [TopicPartition(topic, number) for number in range(known.partitions)]
        kafka.assign(places)
        await kafka.seek_to_beginning(*places)
        yield kafka, await kafka.beginning_offsets(places), await kafka.end_offsets(places)
    finally:
        await kafka.stop()


def _family(key: str) -> str:
    return key.partition("-")[0] if "-" in key else ""


def _text_of(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
