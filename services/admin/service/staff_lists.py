"""The record as a file for staff."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.exports import ListFilter, RecordExported
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http.access import Identity
from libs.kit.http.export import Streamed
from libs.kit.http.table_file import Line, Table, answer_table
from libs.kit.process import clock
from services.admin.models import AuditEntry
from services.admin.queries import staff_lists as queries

HEAD = ("id", "at", "type", "source", "about", "version", "data", "chain", "number", "hash")


async def export(
    database: Database, session: AsyncSession, staffer: Identity, filters: queries.RecordFilters
) -> Streamed:
    """Return the newest of these entries as a file; that they were taken is told with its first line."""
    given: dict[ListFilter, Any] = {
        "byStaff": filters.by_staff, "byAdminId": filters.by_admin_id, "source": filters.source,
        "subject": filters.subject, "kind": filters.kind, "requestId": filters.request_id,
        "since": filters.since, "until": filters.until,
    }  # fmt: skip
    set_filters = [name for name, value in given.items() if value]
    now = await clock.now(session)
    fact = RecordExported(by_admin_id=staffer.user_id, filters=set_filters, exported_at=now)
    await outbox.record(session, fact, version=1)

    async def read(reading: AsyncSession, before: queries.Place | None, most: int) -> list[Line]:
        found = await queries.newest_entries(reading, filters, before=before, most=most)
        return [(queries.place_of(filters, one), _cells(one)) for one in found]

    return await answer_table(database, Table("wangi-audit.csv", HEAD, read))


def _cells(entry: AuditEntry) -> Sequence[Any]:
    return (
        entry.known_id, entry.happened_at.isoformat(), entry.type, entry.source, entry.subject, entry.version,
        json.dumps(entry.data, ensure_ascii=False, sort_keys=True), entry.chain, entry.number, entry.hash,
    )  # fmt: skip
