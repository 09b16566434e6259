"""Listings that are not finished."""

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.models import Draft


async def drafts(session: AsyncSession, seller_id: int) -> list[Draft]:
    """Return a seller's drafts, the last touched first."""
    query = select(Draft).where(col(Draft.seller_id) == seller_id)
    return list(
        (await session.execute(query.order_by(col(Draft.updated_at).desc(), col(Draft.id).desc()))).scalars()
    )


async def draft(session: AsyncSession, draft_id: int, seller_id: int, *, lock: bool = False) -> Draft | None:
    """Return one draft of this seller."""
    query = select(Draft).where(col(Draft.id) == draft_id, col(Draft.seller_id) == seller_id)
    return (await session.execute(query.with_for_update() if lock else query)).scalar_one_or_none()


async def how_many_drafts(session: AsyncSession, seller_id: int) -> int:
    """Return how many drafts a seller has."""
    query = select(func.count()).select_from(Draft).where(col(Draft.seller_id) == seller_id)
    return int((await session.execute(query)).scalar_one())


async def delete_own(session: AsyncSession, draft_id: int, seller_id: int) -> None:
    """Delete a seller's draft, if there is one."""
    await session.execute(delete(Draft).where(col(Draft.id) == draft_id, col(Draft.seller_id) == seller_id))
