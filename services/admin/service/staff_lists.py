"""The record as a file for staff."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.exports import RecordExported
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http.access import Identity
from libs.kit.http.export import Streamed
from libs.kit.http.table_file import Line, Table, answer_table
from libs.kit.process import clock
from services.admin.models import AuditEntry
from services.admin.queries import audit as queries

HEAD = ("id", "at", "type", "source", "about", "version", "data", "chain", "number", "hash")


async def export(database: Database, session: AsyncSession, staffer: Identity) -> Streamed:
    """Return the newest entries of the record as a file; that they were taken is told with its first line."""
    now = await clock.now(session)
    fact = RecordExported(by_admin_id=staffer.user_id, filters=[], exported_at=now)
    await outbox.record(session, fact, version=1)

    async def read(reading: AsyncSession, before: int | None, most: int) -> list[Line]:
        found = await queries.audit(reading, queries.Filters(), before=before, limit=most)
        return [(one.known_id, _cells(one)) for one in found]

    return await answer_table(database, Table("wangi-audit.csv", HEAD, read))


def _cells(entry: AuditEntry) -> Sequence[Any]:
    return (
        entry.known_id, entry.happened_at.isoformat(), entry.type, entry.source, entry.subject, entry.version,
        json.dumps(entry.data, ensure_ascii=False, sort_keys=True), entry.chain, entry.number, entry.hash,
    )  # fmt: skip
