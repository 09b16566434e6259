import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Envelope
from libs.contracts.events.admin import PersonForgotten
from libs.contracts.events.exports import ListFilter, RecordExported
from libs.contracts.registry import EVENTS
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http.export import Streamed
from libs.kit.http.table_file import Line, Table, answer_table
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import erasure
from libs.marketplace.people import names_of
from services.admin.audit import queries, rules
from services.admin.audit.models import AuditChain, AuditEntry
from services.admin.audit.schemas import AuditEntryOut, ChainOut, EventCountOut, OverviewOut
from services.admin.cases.queries import delete_appeals, empty_words
from services.admin.risk import queries as risk_queries

READ_AT_ONCE, MAX_FAULTS = 1_000, 20


@dataclass(frozen=True)
class ShownEntry:
    entry: AuditEntry
    is_hidden: bool

    @property
    def event_id(self) -> str:
        # With its id, the event and its actor could be found elsewhere.
        return "" if self.is_hidden else self.entry.event_id

    @property
    def subject(self) -> str:
        return "" if self.is_hidden else self.entry.subject

    @property
    def data(self) -> dict[str, Any]:
        return {} if self.is_hidden else self.entry.data


async def append_entries(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """Writes a batch of events without text that people wrote. Batched, because every event of the platform
    is stored here."""
    entries = [_entry(envelope) for envelope in envelopes]
    # Waits for the previous batch, because each entry stores the previous hash.
    chains = await queries.lock_chains(session)
    for entry in entries:
        _append_to_chain(chains[rules.chain_of(entry["source"])], entry)
    columns: dict[str, list[Any]] = {name: [item[name] for item in entries] for name in entries[0]}
    await queries.write_audit(session, columns | {"data": [json.dumps(data) for data in columns["data"]]})
    await queries.count_events(
        session, rules.by_day((envelope.type, envelope.time) for envelope in envelopes)
    )


async def entries_out(session: AsyncSession, shown: Sequence[ShownEntry]) -> list[AuditEntryOut]:
    actors = {item.entry.known_id: _actor(item.data) for item in shown}
    known = {actor for actor in actors.values() if actor is not None}
    names = await names_of(session, known)
    return [
        AuditEntryOut.model_validate(
            item.entry.model_dump()
            | {
                "by_name": names.get(actors[item.entry.known_id] or 0, ""), "event_id": item.event_id,
                "subject": item.subject, "data": item.data, "is_hidden": item.is_hidden,
            }
        )
        for item in shown
    ]  # fmt: skip


async def list_shown(
    session: AsyncSession,
    reader: Identity,
    filters: queries.RecordFilters,
    before: queries.Place | None,
    most: int,
) -> list[ShownEntry]:
    """Hides entries that may concern the reader, or omits them if the filters would reveal who acted on what.
    Returns fewer than `most` entries only at the end, so that pages do not reveal where one was omitted."""
    reveals = (filters.by_admin_id, filters.subject, filters.request_id) != (None, None, None)
    shown: list[ShownEntry] = []
    while len(shown) < most:
        found = await queries.newest_entries(session, filters, before=before, most=most)
        entries = [ShownEntry(entry, rules.is_hidden_from(reader.user_id, entry.data)) for entry in found]
        shown += [item for item in entries if not (item.is_hidden and reveals)]
        if len(found) < most:
            break
        before = queries.place_of(filters, found[-1])
    return shown[:most]


def _actor(data: dict[str, Any]) -> int | None:
    by = data.get("byAdminId")
    return by if type(by) is int and 0 < by < 2**63 else None


def _entry(envelope: Envelope) -> dict[str, Any]:
    return {
        "event_id": envelope.id,
        "type": envelope.type,
        "source": envelope.source,
        "subject": envelope.subject,
        "version": envelope.version,
        "happened_at": envelope.time,
        "data": rules.storable(rules.recordable(envelope.data, _words_of(envelope.type))),
    }


def _append_to_chain(chain: AuditChain, entry: dict[str, Any]) -> None:
    number = chain.last + 1
    hashed = rules.link(chain.head, number, entry)
    entry |= {"chain": chain.chain, "number": number, "before": chain.head, "hash": hashed}
    chain.last, chain.head = number, hashed


def _words_of(kind: str) -> frozenset[str] | None:
    """Returns the fields that contain text. None if this version of the code does not know the type."""
    event = EVENTS.get(kind)
    return None if event is None else frozenset(map(to_camel, event.words | event.unrecorded))


async def forget_person(session: AsyncSession, user_id: int) -> None:
    """Deletes text by and about the person, and acknowledges the erasure. The audit log itself contains only
    ids."""
    await delete_appeals(session, user_id)
    await empty_words(session, user_id)
    await risk_queries.empty_words(session, user_id)
    acknowledgement = PersonForgotten(user_id=user_id, forgotten_at=await clock.now(session))
    await erasure.finish_erasure(session, acknowledgement)


async def overview(session: AsyncSession, days: int, now: datetime) -> OverviewOut:
    today = now.astimezone(rules.MALAYSIA).date()
    first = today - timedelta(days=days - 1)
    found = await queries.events_by_day(session, rules.SHOWN_EVENTS, first)
    times = {(item.name, item.day): item.times for item in found}
    in_all = await queries.events_in_all(session, rules.SHOWN_EVENTS)
    shown = [first + timedelta(days=number) for number in range(days)]
    events = [
        EventCountOut(name=name, total=in_all.get(name, 0), days=[times.get((name, day), 0) for day in shown])
        for name in rules.SHOWN_EVENTS
    ]
    return OverviewOut(since=first, until=today, events=events)


async def check_chains(database: Database, *, newest: int | None = None) -> ChainOut:
    faults: list[str] = []
    checked = 0
    async with database.reading() as session:
        chains = await queries.get_chains(session)
        for chain in chains:
            walk = rules.Walk(chain.chain, 0 if newest is None else max(0, chain.last - newest))
            while entries := await queries.list_entries(session, chain.chain, walk.number, READ_AT_ONCE):
                beginning = await queries.get_beginning(
                    session, chain.chain
                )  # Read after the entries, because the beginning only moves forward.
                for entry in entries:
                    walk.pass_by(entry.model_dump(), beginning.first, beginning.before)
            walk.end_at(chain.last, chain.head, (await queries.get_beginning(session, chain.chain)).first)
            faults += walk.faults
            checked += walk.checked
    heads = {chain.chain: chain.head for chain in chains}
    return ChainOut(checked=checked, is_whole=not faults, faults=faults[:MAX_FAULTS], heads=heads)


HEAD = ("id", "at", "type", "source", "about", "version", "data", "chain", "number", "hash")


async def export_record(
    database: Database, session: AsyncSession, staffer: Identity, filters: queries.RecordFilters
) -> Streamed:
    """The export is recorded before the file is sent."""
    given: dict[ListFilter, Any] = {
        "byStaff": filters.by_staff, "byAdminId": filters.by_admin_id, "source": filters.source,
        "subject": filters.subject, "kind": filters.kind, "requestId": filters.request_id,
        "since": filters.since, "until": filters.until,
    }  # fmt: skip
    set_filters = [name for name, value in given.items() if value]
    now = await clock.now(session)
    event = RecordExported(by_admin_id=staffer.user_id, filters=set_filters, exported_at=now)
    await outbox.record(session, event, version=1)

    async def read(reading: AsyncSession, before: queries.Place | None, most: int) -> list[Line]:
        shown = await list_shown(reading, staffer, filters, before, most)
        return [(queries.place_of(filters, item.entry), _cells(item)) for item in shown]

    return await answer_table(database, Table("wangi-audit.csv", HEAD, read))


def _cells(item: ShownEntry) -> Sequence[Any]:
    entry = item.entry
    return (
        entry.known_id, entry.happened_at.isoformat(), entry.type, entry.source, item.subject, entry.version,
        json.dumps(item.data, ensure_ascii=False, sort_keys=True), entry.chain, entry.number, entry.hash,
    )  # fmt: skip
