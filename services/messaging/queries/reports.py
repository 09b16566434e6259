"""Reports about people and messages."""

from datetime import datetime

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.models.conversations import Message, Report


async def about_message(session: AsyncSession, message: Message, since: datetime) -> Report | None:
    """Return the newest report of a message that was made since then."""
    query = select(Report).where(
        col(Report.about_id) == message.sender_id,
        col(Report.message_id) == message.known_id,
        col(Report.created_at) > since,
    )
    return (await session.execute(query.order_by(col(Report.id).desc()).limit(1))).scalar_one_or_none()


async def add(session: AsyncSession, report: Report) -> int | None:
    """Write a report; return its id, None where the same person has reported the same before."""
    row = insert(Report).values(report.model_dump(exclude={"id"}))
    made = row.on_conflict_do_nothing().returning(col(Report.id))
    return (await session.execute(made)).scalar_one_or_none()


async def of_subject(
    session: AsyncSession, kind: str, subject_id: int, about_id: int, most: int
) -> list[Report]:
    """Return the newest reports of one thing of a person, or of the person themself."""
    column = {"message": Report.message_id, "purchase": Report.deal_id, "review": Report.review_id}.get(kind)
    query = select(Report).where(col(Report.about_id) == about_id)
    if column is not None:
        query = query.where(col(column) == subject_id)
    else:
        of_nothing_else = (Report.message_id, Report.deal_id, Report.review_id)
        query = query.where(*(col(one).is_(None) for one in of_nothing_else))
    return list((await session.execute(query.order_by(col(Report.id).desc()).limit(most))).scalars())
