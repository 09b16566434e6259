"""What people report about listings, and appeals against removals."""

from datetime import datetime

from sqlalchemy import func, select
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


async def appeals_about(session: AsyncSession, product_id: int) -> int:
    """Return how many appeals there are about a listing."""
    query = select(func.count()).select_from(Appeal).where(col(Appeal.product_id) == product_id)
    return int((await session.execute(query)).scalar_one())
