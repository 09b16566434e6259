"""Every SQL statement of boost."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.http.export import Rows, plain
from services.boost.models import Package, ProductCopy


async def packages(session: AsyncSession, package_id: int | None) -> list[Package]:
    """Return what is on offer, or the one asked for."""
    query = select(Package).where(col(Package.is_active)).order_by(col(Package.id))
    if package_id is not None:
        query = query.where(col(Package.id) == package_id)
    return list((await session.execute(query)).scalars())


def products_of(seller_id: int) -> Rows:
    """Return the copies of what a person sells, for their export."""
    mine = col(ProductCopy.seller_id) == seller_id
    return Rows("products", ProductCopy, mine, [col(ProductCopy.product_id)], plain())
