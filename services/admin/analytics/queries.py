from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.admin.analytics.models import WebEventCount, WebEventDay
from services.admin.analytics.rules import MAX_EVENTS_A_DAY

_ADMIT = text(
    "INSERT INTO web_event_days (day, kept) VALUES (:day, :events) "
    "ON CONFLICT (day) DO UPDATE SET kept = web_event_days.kept + excluded.kept "
    "WHERE web_event_days.kept + excluded.kept <= :most RETURNING kept"
)
_BY_NAME = (
    "SELECT {} name, count(*) AS times, count(DISTINCT session) AS visits FROM web_events "
    "WHERE received_at >= CAST(:day AS date) AND received_at < CAST(:next AS date) GROUP BY name"
)
_COUNTS = text(_BY_NAME.format(""))
_COUNT = text(
    f"INSERT INTO web_event_counts (day, name, times, visits) {_BY_NAME.format('CAST(:day AS date),')} "
    "ON CONFLICT DO NOTHING"
)


class DayCount(NamedTuple):
    day: date
    name: str
    times: int
    visits: int


async def admit(session: AsyncSession, day: date, events: int) -> bool:
    """Counts the events towards the day's limit. Returns False if they would exceed it."""
    # Check without the row lock first, so that a flood of events cannot block writers.
    kept = (
        await session.execute(select(col(WebEventDay.kept)).where(col(WebEventDay.day) == day))
    ).scalar_one_or_none()
    if kept is not None and kept + events > MAX_EVENTS_A_DAY:
        return False
    values = {"day": day, "events": events, "most": MAX_EVENTS_A_DAY}
    return (await session.execute(_ADMIT, values)).scalar_one_or_none() is not None


async def next_day_to_count(session: AsyncSession, today: date) -> date | None:
    """Returns a finished day that is not counted yet and locks it. Returns None if there is no such day or
    another replica is counting it."""
    query = select(col(WebEventDay.day)).where(col(WebEventDay.day) < today, ~col(WebEventDay.is_counted))
    query = query.order_by(col(WebEventDay.day)).limit(1).with_for_update(skip_locked=True)
    return (await session.execute(query)).scalar_one_or_none()


async def count_day(session: AsyncSession, day: date) -> None:
    await session.execute(_COUNT, {"day": day, "next": day + timedelta(days=1)})
    await session.execute(update(WebEventDay).where(col(WebEventDay.day) == day).values(is_counted=True))


async def web_events_by_day(session: AsyncSession, since: date) -> list[DayCount]:
    counted = select(WebEventCount).where(col(WebEventCount.day) >= since)
    found = [
        DayCount(item.day, item.name, item.times, item.visits)
        for item in (await session.execute(counted)).scalars()
    ]
    days = select(col(WebEventDay.day)).where(col(WebEventDay.day) >= since, ~col(WebEventDay.is_counted))
    for day in (await session.execute(days)).scalars().all():
        rows = await session.execute(_COUNTS, {"day": day, "next": day + timedelta(days=1)})
        found += [DayCount(day, row.name, row.times, row.visits) for row in rows]
    return sorted(found)
