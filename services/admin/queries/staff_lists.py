"""The record as an admin searches it."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import BigInteger, DateTime, literal, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.admin.domain.audit import MALAYSIA
from services.admin.models import AuditEntry

# As the indexes have it.
_BY_STAFF = text("data ->> 'byAdminId' IS NOT NULL")
_BY_ONE = text("data ->> 'byAdminId' = :admin")
_OF_REQUEST = text("data ->> 'requestId' = :request")
_OF_KIND = text("split_part(type, '.', 3) = :kind")
# Where a page ended: when the last entry happened, if the list goes by that, and its number.
Place = tuple[datetime | None, int]


@dataclass(frozen=True)
class RecordFilters:
    """Which entries are looked for: all, acts of staff, those of one of them, of one kind or of one request,
    what a service told, or told about one thing; from the first of some days in Malaysia to the last."""

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
        """Return whether entries come in the order of when they happened, as the indexes of these filters
        have them; else in the order they were written."""
        by_service = self.source is not None and self.subject is None
        return by_service or any(one is not None for one in (self.kind, self.since, self.until))


async def newest_entries(
    session: AsyncSession, filters: RecordFilters, *, before: Place | None, most: int
) -> list[AuditEntry]:
    """Return the newest of these entries, or those before a place already seen."""
    query = select(AuditEntry).where(*_conditions(filters)).limit(most)
    newest = (col(AuditEntry.happened_at), col(AuditEntry.id))
    if not filters.goes_by_time:
        query = query.order_by(newest[1].desc())
        if before is not None:
            query = query.where(newest[1] < before[1])
    else:
        query = query.order_by(*(one.desc() for one in newest))
        if before is not None and before[0] is not None:
            place = (literal(before[0], DateTime(timezone=True)), literal(before[1], BigInteger))
            query = query.where(tuple_(*newest) < tuple_(*place))
    return list((await session.execute(query)).scalars())


def place_of(filters: RecordFilters, entry: AuditEntry) -> Place:
    """Return where a page with this as its last entry ends."""
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
