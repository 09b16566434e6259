"""Brings Kafka and a restored database together. Events that the database lost are withdrawn. Events that
were already consumed are delivered again (decision 0063)."""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.errors import CommitFailedError, UnknownMemberIdError
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Envelope
from libs.contracts.topics import EVENT_TOPICS, SUBSCRIPTIONS
from libs.kit.db.database import Database
from libs.kit.events.broker import client_options
from libs.kit.events.inbox import parse_message
from libs.kit.events.rights import group_of

# The consumer name under which a producer records its withdrawn events.
WITHDRAWN = "restored"
# An event is dated before its commit, and clocks may differ.
DOUBT = timedelta(minutes=1)
# Five minutes at 3,000 events a second. More events mean that the wrong day was restored.
MAX_WITHDRAWN = 1_000_000
PIECE = 5_000
# The session timeout of a killed consumer plus the rebalance after it.
GONE_WITHIN = 30.0
# Ids of lost rows must not be used again, because mails, links and events contain them.
SKIPPED_IDS = {"bigint": 1_000_000, "integer": 10_000, "smallint": 100}

# Excludes the gateway, which starts at the end of each topic.
SUBSCRIBED_TOPICS = {part: topics for part, topics in SUBSCRIPTIONS.items() if part != "gateway"}

_NEWEST = "SELECT max(created_at) FROM {schema}.outbox"
_KNOWN = """
SELECT convert_from(payload, 'UTF8')::jsonb ->> 'id' FROM {schema}.outbox
WHERE created_at >= :since AND topic = ANY(:topics)
"""
_CLAIM = """
INSERT INTO {schema}.inbox (consumer, event_id)
SELECT :consumer, event_id FROM unnest(CAST(:event_ids AS text[])) AS lost (event_id) ON CONFLICT DO NOTHING
"""
_SEQUENCES = text(
    "SELECT schemaname, sequencename, last_value, max_value, data_type::text FROM pg_sequences "
    "WHERE schemaname = ANY(:schemas) AND last_value IS NOT NULL ORDER BY 1, 2"
)
_MOVE = text("SELECT setval(format('%I.%I', CAST(:schema AS text), CAST(:name AS text))::regclass, :value)")
_RAISE_EPOCH = "UPDATE {schema}.live SET epoch = epoch + 1"


class PartsStillRun(Exception):
    """A service is still consuming, so its offsets cannot be changed."""


class WrongRestore(Exception):
    """The database does not look like a recent restore."""


class LostEvent(NamedTuple):
    time: datetime
    type: str
    subject: str
    id: str


@dataclass
class Aftermath:
    newest: datetime
    withdrawn: list[LostEvent] = field(default_factory=list)
    moved_back: Counter[str] = field(default_factory=Counter)
    sequences: int = 0


async def repair_after_restore(
    database: Database, bootstrap: str, consume_again: timedelta, live: Collection[str]
) -> Aftermath:
    """Prepares a restored database. No service may run. Can be repeated after a crash. `consume_again` is the
    consumer lag to cover. `live` lists the schemas that have a table `live`."""
    for part, topics in SUBSCRIBED_TOPICS.items():
        await _until_stopped(bootstrap, part, topics)
    found = Aftermath(await _newest(database))
    lost = dict[str, list[str]]()
    for topic in EVENT_TOPICS:
        known = await _ids_in_outbox(database, topic.producer, found.newest - 2 * DOUBT)
        async for envelope in _events_since(bootstrap, topic.name, found.newest - DOUBT):
            if envelope.time >= found.newest - DOUBT and envelope.id not in known:
                found.withdrawn.append(
                    LostEvent(envelope.time, sys.intern(envelope.type), envelope.subject, envelope.id)
                )
                lost.setdefault(topic.name, []).append(envelope.id)
            if len(found.withdrawn) > MAX_WITHDRAWN:
                raise WrongRestore(f"more than {MAX_WITHDRAWN:,} events are newer than {found.newest}")
    # Done before the offsets are changed, so that no service can consume lost events after a crash.
    await _withdraw(database, lost)
    async with database.transaction() as session:
        found.sequences = await _skip_ids(session)
        for schema in live:
            await session.execute(text(_RAISE_EPOCH.format(schema=schema)))
    for part, topics in SUBSCRIBED_TOPICS.items():
        found.moved_back[part] = await _move_back(bootstrap, part, topics, found.newest - consume_again)
    return found


async def _until_stopped(bootstrap: str, part: str, topics: Sequence[str]) -> None:
    """Waits until a service has stopped consuming. Tests this by committing the current offsets again."""
    deadline = time.monotonic() + GONE_WITHIN
    async with _reader(bootstrap, group_of(part)) as kafka:
        kafka.assign(_places(topics))
        now = {place: await kafka.committed(place) for place in kafka.assignment()}
        known = [(place, offset) for place, offset in now.items() if offset is not None]
        while known:
            try:
                await kafka.commit(dict(known[:1]))
                return
            except (CommitFailedError, UnknownMemberIdError) as still:
                if time.monotonic() > deadline:
                    raise PartsStillRun(part) from still
                await asyncio.sleep(1)


async def _newest(database: Database) -> datetime:
    """Returns the time of the newest event in the database."""
    async with _patient(database) as session:
        asked = [text(_NEWEST.format(schema=schema)) for schema in SUBSCRIBED_TOPICS]
        moments = [(await session.execute(item)).scalar_one() for item in asked]
    newest: datetime | None = max((moment for moment in moments if moment is not None), default=None)
    if newest is None:
        raise WrongRestore("no outbox holds an event: this is an empty database, or one older than a week")
    return newest


async def _ids_in_outbox(database: Database, schema: str, since: datetime) -> set[str]:
    topics = [topic.name for topic in EVENT_TOPICS if topic.producer == schema]
    async with _patient(database) as session:
        found = await session.execute(text(_KNOWN.format(schema=schema)), {"since": since, "topics": topics})
        return set(found.scalars())


@asynccontextmanager
async def _patient(database: Database) -> AsyncIterator[AsyncSession]:
    """Opens a transaction without a time limit, because the outbox has no index by age."""
    async with database.transaction() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        yield session


async def _events_since(bootstrap: str, topic: str, since: datetime) -> AsyncIterator[Envelope]:
    async with _reader(bootstrap) as kafka:
        places = _places([topic])
        kafka.assign(places)
        ends = await kafka.end_offsets(places)
        begins = await kafka.offsets_for_times(dict.fromkeys(places, _milliseconds(since)))
        for place in places:
            kafka.seek(place, begins[place].offset if begins[place] else ends[place])
        while any([await kafka.position(place) < end for place, end in ends.items()]):
            for place, records in (await kafka.getmany(timeout_ms=200)).items():
                for record in records:
                    message = parse_message(topic, place.partition, record.offset, record.key, record.value)
                    if message.envelope is not None:
                        yield message.envelope


async def _withdraw(database: Database, lost: dict[str, list[str]]) -> None:
    """Marks lost events as handled, for their subscribers and their producer."""
    for topic in EVENT_TOPICS:
        subscribers = [part for part, topics in SUBSCRIBED_TOPICS.items() if topic.name in topics]
        names = [(part, part) for part in subscribers] + [(topic.producer, WITHDRAWN)]
        event_ids = lost.get(topic.name, [])
        for at in range(0, len(event_ids), PIECE):
            async with database.transaction() as session:
                for schema, consumer in names:
                    await session.execute(
                        text(_CLAIM.format(schema=schema)),
                        {"consumer": consumer, "event_ids": event_ids[at : at + PIECE]},
                    )


async def _skip_ids(session: AsyncSession) -> int:
    """Advances the sequences past the ids of lost rows. Returns the number of sequences."""
    sequences = (await session.execute(_SEQUENCES, {"schemas": [*SUBSCRIBED_TOPICS]})).all()
    for schema, name, last, most, kind in sequences:
        value = min(most, last + SKIPPED_IDS[kind])
        await session.execute(_MOVE, {"schema": schema, "name": name, "value": value})
    return len(sequences)


async def _move_back(bootstrap: str, part: str, topics: Sequence[str], since: datetime) -> int:
    """Makes Kafka deliver all events since `since` again. The inbox skips events that are already handled.
    Returns the maximum number of records to be delivered."""
    async with _reader(bootstrap, group_of(part)) as kafka:
        places = _places(topics)
        kafka.assign(places)
        begins = await kafka.offsets_for_times(dict.fromkeys(places, _milliseconds(since)))
        now = {place: await kafka.committed(place) for place in places}
        back = {
            place: begins[place].offset
            for place, offset in now.items()
            if offset is not None and begins[place] is not None and begins[place].offset < offset
        }
        if back:
            await kafka.commit(back)
        return sum((now[place] or 0) - offset for place, offset in back.items())


@asynccontextmanager
async def _reader(bootstrap: str, group: str | None = None) -> AsyncIterator[AIOKafkaConsumer]:
    """Opens a consumer without automatic commits."""
    kafka = AIOKafkaConsumer(
        **client_options(bootstrap), group_id=group, enable_auto_commit=False, auto_offset_reset="earliest"
    )
    try:
        await kafka.start()
        yield kafka
    finally:
        await kafka.stop()


def _places(topics: Sequence[str]) -> list[TopicPartition]:
    return [
        TopicPartition(topic.name, number)
        for topic in EVENT_TOPICS
        if topic.name in topics
        for number in range(topic.partitions)
    ]


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
