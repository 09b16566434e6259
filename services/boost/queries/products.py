"""The copies of listings."""

from collections.abc import Collection

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.models.products import ProductCopy


async def states(session: AsyncSession, seller_id: int, product_ids: Collection[int]) -> dict[int, str]:
    """Return the status of those of these listings that are the seller's."""
    query = select(col(ProductCopy.product_id), col(ProductCopy.status)).where(
        col(ProductCopy.product_id).in_(product_ids), col(ProductCopy.seller_id) == seller_id
    )
    return {row.product_id: row.status for row in await session.execute(query)}


async def copies(session: AsyncSession, product_ids: Collection[int]) -> dict[int, ProductCopy]:
    """Return listings by their ids."""
    if not product_ids:
        return {}
    query = select(ProductCopy).where(col(ProductCopy.product_id).in_(product_ids))
    return {one.product_id: one for one in (await session.execute(query)).scalars()}


async def set_status(session: AsyncSession, product_id: int, status: str) -> None:
    """Write that a listing is in another state."""
    await session.execute(
        update(ProductCopy).where(col(ProductCopy.product_id) == product_id).values(status=status)
    )
