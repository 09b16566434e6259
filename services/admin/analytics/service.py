from datetime import date, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.process import clock
from services.admin.analytics import queries, rules
from services.admin.analytics.models import WebEvent
from services.admin.analytics.schemas import WebEventsIn


async def count_visits(session: AsyncSession, form: WebEventsIn) -> int:
    now = await clock.now(session)
    if not await queries.admit(session, now.date(), len(form.events)):
        return 0
    session.add_all(
        WebEvent(
            session=form.session,
            name=event.name,
            happened_at=rules.believable(event.at, now),
            path=event.path,
            params=event.params,
            received_at=now,
        )
        for event in form.events
    )
    return len(form.events)


async def count_days(database: Database, now: datetime) -> None:
    counted: date | None = now.date()
    while counted is not None:
        async with database.transaction() as session:
            counted = await queries.next_day_to_count(session, now.date())
            if counted is not None:
                await queries.count_day(session, counted)
