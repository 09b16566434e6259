"""What admin does: record facts, count visits, forget what is old and who is gone."""

import asyncio
import json
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import PersonForgotten
from libs.contracts.fact import FACTS, Envelope
from libs.kit.db.database import Database
from libs.kit.db.pieces import PIECE, delete_old
from libs.kit.events import people
from libs.kit.process import clock
from services.admin import domain, queries
from services.admin.models import WebEvent
from services.admin.schemas import WebEventsIn


async def write_down(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """Record facts: ids, figures and moments, no words. Many at once, because all facts come here."""
    columns: dict[str, list[Any]] = {
        "event_id": [one.id for one in envelopes],
        "type": [one.type for one in envelopes],
        "source": [one.source for one in envelopes],
        "subject": [one.subject for one in envelopes],
        "version": [one.version for one in envelopes],
        "happened_at": [one.time for one in envelopes],
        "data": [json.dumps(domain.recordable(one.data, _words_of(one.type))) for one in envelopes],
    }
    await queries.write_audit(session, columns)


def _words_of(kind: str) -> frozenset[str] | None:
    """Return the fields of a fact that hold words; None for a kind that this build does not know."""
    fact = FACTS.get(kind)
    return None if fact is None else frozenset(map(to_camel, fact.words))


async def forget(session: AsyncSession, user_id: int) -> None:
    """Confirm an erasure: the record holds ids only, so it stays; the kit forgets the rest."""
    receipt = PersonForgotten(user_id=user_id, forgotten_at=await clock.now(session))
    await people.forgotten(session, receipt)


async def count(session: AsyncSession, form: WebEventsIn) -> int:
    """Keep what a visit did, unless the day is full; return how many events.

    A clock that is far off is corrected."""
    now = await clock.now(session)
    if not await queries.admit(session, now.date(), len(form.events)):
        return 0
    session.add_all(
        WebEvent(
            session=form.session,
            name=event.name,
            happened_at=domain.believable(event.at, now),
            path=event.path,
            params=event.params,
            received_at=now,
        )
        for event in form.events
    )
    return len(form.events)


async def count_days(database: Database, now: datetime) -> None:
    """Count each day that has ended, once."""
    counted: date | None = now.date()
    while counted is not None:
        async with database.transaction() as session:
            counted = await queries.next_day_to_count(session, now.date())
            if counted is not None:
                await queries.count_day(session, counted)


async def sweep(database: Database, now: datetime) -> int:
    """Delete old visits and the old part of the record, in pieces; return how many rows."""
    before = now - domain.EVENTS_KEPT
    events = await delete_old(database, "web_events", "received_at < :before", {"before": before})
    for table in ("web_event_days", "web_event_counts"):
        events += await delete_old(database, table, "day < CAST(:before AS date)", {"before": before})
    events += await trim_record(database)
    await count_days(database, now)  # last: a day that cannot be counted keeps nothing from being trimmed
    return events


async def trim_record(database: Database) -> int:
    """Delete the old part of the record, a piece at a time from its beginning; return how many entries."""
    last, total, finished = 0, 0, False
    while not finished:
        async with database.transaction() as session:
            found = await queries.trim_audit(session, last, PIECE)
        last, total, finished = found.last or last, total + found.gone, found.finished
        await asyncio.sleep(0)
    return total
