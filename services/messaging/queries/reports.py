"""Reports about people and messages."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.messaging.models import Report


async def add(session: AsyncSession, report: Report) -> int | None:
    """Write a report; return its id, None where the same person has reported the same before."""
    row = insert(Report).values(report.model_dump(exclude={"id"}))
    made = row.on_conflict_do_nothing().returning(col(Report.id))
    return (await session.execute(made)).scalar_one_or_none()
