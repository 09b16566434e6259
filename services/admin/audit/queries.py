from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
from sqlalchemy import BigInteger, DateTime, func, literal, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.auth import UserErased
from libs.contracts.registry import EVENTS
from libs.kit.http.export import Rows, plain
from services.admin.audit.models import AuditBeginning, AuditChain, AuditEntry, EventDay
from services.admin.audit.rules import MALAYSIA

_ENDS = text("SELECT (SELECT min(id) FROM audit_log), (SELECT max(id) FROM audit_log)")
_TRIM = text("SELECT last, gone, finished FROM trim_audit_log(:after, :most)")
_TRIM_CHAIN = text("SELECT trim_audit_chain(:chain, :most)")
_WRITE = text(
    "INSERT INTO audit_log (event_id, type, source, subject, version, happened_at, data, chain, number, before, hash) "
    "SELECT * FROM unnest("
    "CAST(:event_id AS text[]), CAST(:type AS text[]), CAST(:source AS text[]), CAST(:subject AS text[]), "
    "CAST(:version AS bigint[]), CAST(:happened_at AS timestamptz[]), CAST(CAST(:data AS text[]) AS jsonb[]), "
    "CAST(:chain AS text[]), CAST(:number AS bigint[]), CAST(:before AS text[]), CAST(:hash AS text[]))"
)
_EVENTS_BETWEEN = (
    "SELECT event_id, type, source, subject, version, happened_at AT TIME ZONE 'UTC', data FROM audit_log "
    "WHERE happened_at >= $1 AND happened_at < $2 AND type <> ALL(CAST($3 AS text[]))"
)
# Excluded from exported files, because events with the same time would reveal linked accounts (0073).
_NOT_IN_FILES = [name for name, event in EVENTS.items() if event.unrecorded]
_MOVE_HEAD = text("UPDATE audit_chains SET last = :last, head = :head WHERE chain = :chain")
_COUNT_EVENTS = text(
    "INSERT INTO event_days (name, day, times) SELECT * FROM unnest("
    "CAST(:name AS text[]), CAST(:day AS date[]), CAST(:times AS bigint[])) "
    "ON CONFLICT (name, day) DO UPDATE SET times = event_days.times + excluded.times"
)
# The day of the row that holds the totals of old days. Earlier than any event.
LONG_AGO = date(2000, 1, 1)
_ADD_UP = text(
    "WITH gone AS (DELETE FROM event_days WHERE day < :before AND day > :long_ago RETURNING name, times) "
    "INSERT INTO event_days (name, day, times) SELECT name, :long_ago, sum(times) FROM gone GROUP BY name "
    "ON CONFLICT (name, day) DO UPDATE SET times = event_days.times + excluded.times"
)


class Trimmed(NamedTuple):
    last: int | None
    gone: int
    finished: bool


class RecordedEvent(NamedTuple):
    known_id: int
    type: str
    happened_at: datetime
    data: dict[str, Any]


async def get_ends(session: AsyncSession) -> tuple[int, int]:
    """Returns the oldest and newest ids, or 0 and 0 if the audit log is empty."""
    oldest, newest = (await session.execute(_ENDS)).one()
    return oldest or 0, newest or 0


async def list_entries_after(session: AsyncSession, place: int, most: int) -> list[RecordedEvent]:
    """Returns entries in order of id. This is also the order of commits, because batches are written one
    after another."""
    columns = (col(AuditEntry.id), col(AuditEntry.type), col(AuditEntry.happened_at), col(AuditEntry.data))
    query = select(*columns).where(col(AuditEntry.id) > place).order_by(col(AuditEntry.id)).limit(most)
    return [RecordedEvent(*row) for row in await session.execute(query)]


async def copy_events(connection: asyncpg.Connection, begins: datetime, ends: datetime, path: Path) -> None:
    # Exporting a day with millions of events takes minutes. It blocks nothing else.
    await connection.execute("SET statement_timeout = '1h'")
    await connection.copy_from_query(_EVENTS_BETWEEN, begins, ends, _NOT_IN_FILES, output=path, format="csv")


async def write_audit(session: AsyncSession, columns: dict[str, list[Any]]) -> None:
    await session.execute(_WRITE, columns)


async def lock_chains(session: AsyncSession) -> dict[str, AuditChain]:
    """Locks the chains until the end of the transaction, so that batches are written one after another."""
    query = select(AuditChain).order_by(col(AuditChain.chain)).with_for_update()
    rows = (await session.execute(query.execution_options(populate_existing=True))).scalars()
    return {item.chain: item for item in rows}


async def move_head(session: AsyncSession, chain: str, last: int, head: str) -> None:
    await session.execute(_MOVE_HEAD, {"chain": chain, "last": last, "head": head})


async def get_chains(session: AsyncSession) -> list[AuditChain]:
    query = select(AuditChain).order_by(col(AuditChain.chain)).execution_options(populate_existing=True)
    return list((await session.execute(query)).scalars())


async def get_beginning(session: AsyncSession, chain: str) -> AuditBeginning:
    query = select(AuditBeginning).where(col(AuditBeginning.chain) == chain)
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one()


async def list_entries(session: AsyncSession, chain: str, after: int, most: int) -> list[AuditEntry]:
    query = select(AuditEntry).where(col(AuditEntry.chain) == chain, col(AuditEntry.number) > after)
    query = query.order_by(col(AuditEntry.number)).limit(most)
    return list((await session.execute(query)).scalars())


async def get_end_of_piece(session: AsyncSession, after: int, most: int) -> int | None:
    piece = select(col(AuditEntry.id)).where(col(AuditEntry.id) > after)
    piece = piece.order_by(col(AuditEntry.id)).limit(most)
    last: int | None = (await session.execute(select(func.max(piece.subquery().c.id)))).scalar_one()
    return last


async def list_entries_between(
    session: AsyncSession, after: int, last: int, types: Sequence[str]
) -> list[AuditEntry]:
    query = select(AuditEntry).where(col(AuditEntry.id) > after, col(AuditEntry.id) <= last)
    query = query.where(col(AuditEntry.type).in_(types)).order_by(col(AuditEntry.id))
    return list((await session.execute(query)).scalars())


async def list_entries_about(session: AsyncSession, source: str, subjects: Sequence[str]) -> list[AuditEntry]:
    query = select(AuditEntry).where(col(AuditEntry.source) == source, col(AuditEntry.subject).in_(subjects))
    return list((await session.execute(query.order_by(col(AuditEntry.id)))).scalars())


async def find_erased(session: AsyncSession, people: Sequence[int]) -> set[int]:
    query = select(col(AuditEntry.subject)).where(
        col(AuditEntry.source) == "/auth",
        col(AuditEntry.subject).in_([str(person) for person in people]),
        col(AuditEntry.type) == UserErased.type_name(),
    )
    return {int(row) for row in (await session.execute(query)).scalars()}


async def trim_chain(session: AsyncSession, chain: str, most: int) -> int:
    return int((await session.execute(_TRIM_CHAIN, {"chain": chain, "most": most})).scalar_one())


async def count_events(session: AsyncSession, counted: Sequence[tuple[str, date, int]]) -> None:
    names, days, times = zip(*counted, strict=True)
    await session.execute(_COUNT_EVENTS, {"name": names, "day": days, "times": times})


async def events_by_day(session: AsyncSession, names: Sequence[str], since: date) -> list[EventDay]:
    query = select(EventDay).where(col(EventDay.name).in_(names), col(EventDay.day) >= since)
    return list((await session.execute(query.order_by(col(EventDay.name), col(EventDay.day)))).scalars())


async def events_in_all(session: AsyncSession, names: Sequence[str]) -> dict[str, int]:
    query = select(col(EventDay.name), func.sum(EventDay.times)).where(col(EventDay.name).in_(names))
    found = await session.execute(query.group_by(col(EventDay.name)))
    return {name: int(times) for name, times in found}


async def add_up_events(session: AsyncSession, before: date) -> None:
    await session.execute(_ADD_UP, {"before": before, "long_ago": LONG_AGO})


async def trim_audit(session: AsyncSession, after: int, most: int) -> Trimmed:
    return Trimmed(*(await session.execute(_TRIM, {"after": after, "most": most})).one())


def list_about(user_id: int) -> Rows:
    mine = (col(AuditEntry.source) == "/auth") & (col(AuditEntry.subject) == str(user_id))
    return Rows("record", AuditEntry, mine, [col(AuditEntry.id)], plain(exclude={"id"}))


# Must match the expressions of the indexes exactly.
_BY_STAFF = text("data ->> 'byAdminId' IS NOT NULL")
_BY_ONE = text("data ->> 'byAdminId' = :admin")
_OF_REQUEST = text("data ->> 'requestId' = :request")
_OF_KIND = text("split_part(type, '.', 3) = :kind")
# The position after an entry: its time, if the list is sorted by time, and its id.
Place = tuple[datetime | None, int]


@dataclass(frozen=True)
class RecordFilters:
    """Entries must match all filters. `since` and `until` are days in Malaysia."""

    by_staff: bool = False
    by_admin_id: int | None = None
    source: str | None = None
    subject: str | None = None
    kind: str | None = None
    request_id: str | None = None
    since: date | None = None
    until: date | None = None

    @property
    def goes_by_time(self) -> bool:
        """True if entries are sorted by time, otherwise by id. The order matches the index that serves the
        filters."""
        by_service = self.source is not None and self.subject is None
        return by_service or any(item is not None for item in (self.kind, self.since, self.until))


async def newest_entries(
    session: AsyncSession, filters: RecordFilters, *, before: Place | None, most: int
) -> list[AuditEntry]:
    query = select(AuditEntry).where(*_conditions(filters)).limit(most)
    newest = (col(AuditEntry.happened_at), col(AuditEntry.id))
    if not filters.goes_by_time:
        query = query.order_by(newest[1].desc())
        if before is not None:
            query = query.where(newest[1] < before[1])
    else:
        query = query.order_by(*(item.desc() for item in newest))
        if before is not None and before[0] is not None:
            place = (literal(before[0], DateTime(timezone=True)), literal(before[1], BigInteger))
            query = query.where(tuple_(*newest) < tuple_(*place))
    return list((await session.execute(query)).scalars())


def place_of(filters: RecordFilters, entry: AuditEntry) -> Place:
    return (entry.happened_at if filters.goes_by_time else None, entry.known_id)


def _conditions(filters: RecordFilters) -> list[Any]:
    found: list[Any] = []
    if filters.by_staff or filters.by_admin_id is not None or filters.kind is not None:
        found.append(_BY_STAFF)
    if filters.by_admin_id is not None:
        found.append(_BY_ONE.bindparams(admin=str(filters.by_admin_id)))
    if filters.kind is not None:
        found.append(_OF_KIND.bindparams(kind=filters.kind))
    if filters.request_id is not None:
        found.append(_OF_REQUEST.bindparams(request=filters.request_id))
    if filters.source is not None:
        found.append(col(AuditEntry.source) == f"/{filters.source}")
    if filters.subject is not None:
        found.append(col(AuditEntry.subject) == filters.subject)
    if filters.since is not None:
        found.append(col(AuditEntry.happened_at) >= _beginning(filters.since))
    if filters.until is not None:
        found.append(col(AuditEntry.happened_at) < _beginning(filters.until + timedelta(days=1)))
    return found


def _beginning(day: date) -> datetime:
    return datetime.combine(day, time(), MALAYSIA).astimezone(UTC)
