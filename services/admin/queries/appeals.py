"""What people wrote against a decision about them."""

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.kit.http.export import Rows, plain
from services.admin.domain.cases import MEASURES
from services.admin.models import CaseAppeal, CaseReceipt, CaseStep


async def of_case(session: AsyncSession, case_id: int) -> CaseAppeal | None:
    """Return what was written against the decision of a case."""
    return await session.get(CaseAppeal, case_id)


async def measure_of(session: AsyncSession, case_id: int) -> tuple[CaseStep, CaseReceipt] | None:
    """Return the step of a case that was a measure against a person, of which there is at most one, and what
    was answered to it."""
    query = select(CaseStep, CaseReceipt).join(CaseReceipt, col(CaseReceipt.step_id) == col(CaseStep.id))
    query = query.where(col(CaseStep.case_id) == case_id, col(CaseStep.decision).in_(sorted(MEASURES)))
    found = (await session.execute(query.order_by(col(CaseStep.id)).limit(1))).one_or_none()
    return None if found is None else (found[0], found[1])


async def strike_of(session: AsyncSession, case_id: int) -> CaseStep | None:
    """Return the step of a case that says when a person got their strike."""
    query = select(CaseStep).where(col(CaseStep.case_id) == case_id, col(CaseStep.step) == "struck")
    return (await session.execute(query.limit(1))).scalar_one_or_none()


async def forget(session: AsyncSession, user_id: int) -> None:
    """Delete the words of a person."""
    await session.execute(delete(CaseAppeal).where(col(CaseAppeal.user_id) == user_id))


def by(user_id: int) -> Rows:
    """Return what a person wrote, oldest case first, for their export."""
    mine = col(CaseAppeal.user_id) == user_id
    return Rows("appeals", CaseAppeal, mine, [col(CaseAppeal.case_id)], plain(exclude={"user_id"}))
