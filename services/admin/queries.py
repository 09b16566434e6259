"""Every SELECT of admin."""

from datetime import date, datetime

from sqlalchemy import Date, cast, distinct, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.export import Rows, plain
from services.admin.models import AuditEntry, WebEvent


async def audit(session: AsyncSession, *, before: int | None, limit: int) -> list[AuditEntry]:
    """The newest entries, or those before a place already seen."""
    query = select(AuditEntry).order_by(col(AuditEntry.id).desc()).limit(limit)
    if before is not None:
        query = query.where(col(AuditEntry.id) < before)
    return list((await session.execute(query)).scalars())


def about(user_id: int) -> Rows:
    """What the record says of one account, oldest first, for their export."""
    mine = (col(AuditEntry.source) == "/auth") & (col(AuditEntry.subject) == str(user_id))
    return Rows("record", AuditEntry, mine, [col(AuditEntry.id)], plain(exclude={"id"}))


async def web_events_by_day(session: AsyncSession, since: datetime) -> list[tuple[date, str, int, int]]:
    """How often each thing happened on each day, and in how many visits."""
    day = cast(col(WebEvent.received_at), Date)
    query = select(day, col(WebEvent.name), func.count(), func.count(distinct(col(WebEvent.session))))
    query = query.where(col(WebEvent.received_at) >= since).group_by(day, col(WebEvent.name))
    rows = await session.execute(query.order_by(day, col(WebEvent.name)))
    return [(day, name, times, visits) for day, name, times, visits in rows]
