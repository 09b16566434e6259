"""What people report about listings, and appeals against removals."""

from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.models import Appeal, ProductCount, Report


async def add(
    session: AsyncSession, product_id: int, reporter_id: int, reason: str, words: str, now: datetime
) -> int | None:
    """Add a report and return how many there are about the listing; None where this person reported it
    before."""
    row = {
        "product_id": product_id,
        "reporter_id": reporter_id,
        "reason": reason,
        "words": words,
        "created_at": now,
    }
    report = insert(Report).values(row).on_conflict_do_nothing(index_elements=["product_id", "reporter_id"])
    if (await session.execute(report.returning(col(Report.id)))).first() is None:
        return None
    first = insert(ProductCount).values(product_id=product_id, reports=1)
    more = {"reports": ProductCount.__table__.c.reports + 1}  # type: ignore[attr-defined]
    counted = first.on_conflict_do_update(index_elements=["product_id"], set_=more)
    reports: int = (await session.execute(counted.returning(col(ProductCount.reports)))).scalar_one()
    return reports


async def keep_case(session: AsyncSession, product_id: int, case_id: int) -> None:
    """Keep which case about a listing waits; a later one may be heard of first."""
    made = insert(ProductCount).values(product_id=product_id, waiting_case=case_id)
    newest = {"waiting_case": func.greatest(col(ProductCount.waiting_case), case_id)}
    await session.execute(made.on_conflict_do_update(index_elements=["product_id"], set_=newest))


async def end_case(session: AsyncSession, product_id: int, case_id: int) -> None:
    """Keep that a case about a listing is decided."""
    its = (col(ProductCount.product_id) == product_id) & (col(ProductCount.waiting_case) == case_id)
    await session.execute(update(ProductCount).where(its).values(waiting_case=None))


async def waiting_case(session: AsyncSession, product_id: int) -> int | None:
    """Return the case about a listing that waits for staff."""
    query = select(col(ProductCount.waiting_case)).where(col(ProductCount.product_id) == product_id)
    return (await session.execute(query)).scalar_one_or_none()


async def keep_removal(session: AsyncSession, product_id: int, *, by_case: bool) -> None:
    """Keep whether a case has taken a listing away."""
    made = insert(ProductCount).values(product_id=product_id, is_removed_by_case=by_case)
    kept = {"is_removed_by_case": by_case}
    await session.execute(made.on_conflict_do_update(index_elements=["product_id"], set_=kept))


async def is_removed_by_case(session: AsyncSession, product_id: int) -> bool:
    """Return whether a case has taken a listing away."""
    query = select(col(ProductCount.is_removed_by_case)).where(col(ProductCount.product_id) == product_id)
    return bool((await session.execute(query)).scalar_one_or_none())


async def is_appealed_since(session: AsyncSession, product_id: int, moment: datetime) -> bool:
    """Return whether there is an appeal about a listing of after a moment."""
    its = (col(Appeal.product_id) == product_id) & (col(Appeal.created_at) >= moment)
    return (await session.execute(select(col(Appeal.id)).where(its).limit(1))).first() is not None


async def appeals_about(session: AsyncSession, product_id: int) -> int:
    """Return how many appeals there are about a listing."""
    query = select(func.count()).select_from(Appeal).where(col(Appeal.product_id) == product_id)
    return int((await session.execute(query)).scalar_one())


async def next_number(session: AsyncSession, product_id: int) -> int:
    """Count one more fact about what staff did with a listing. Call with the listing locked."""
    first = insert(ProductCount).values(product_id=product_id, moderations=1)
    more = {"moderations": ProductCount.__table__.c.moderations + 1}  # type: ignore[attr-defined]
    counted = first.on_conflict_do_update(index_elements=["product_id"], set_=more)
    number: int = (await session.execute(counted.returning(col(ProductCount.moderations)))).scalar_one()
    return number


async def about(session: AsyncSession, product_id: int, most: int) -> list[Report]:
    """Return the newest reports about a listing."""
    query = select(Report).where(col(Report.product_id) == product_id).order_by(col(Report.id).desc())
    return list((await session.execute(query.limit(most))).scalars())


async def appeals(session: AsyncSession, product_id: int) -> list[Appeal]:
    """Return the appeals about a listing, the newest first."""
    query = select(Appeal).where(col(Appeal.product_id) == product_id).order_by(col(Appeal.id).desc())
    return list((await session.execute(query)).scalars())
