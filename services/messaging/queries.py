"""Every SELECT of messaging."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.messaging.models import Person, ProductCopy


async def person(session: AsyncSession, user_id: int) -> Person | None:
    """A person messaging has heard of, and who is still there."""
    found = await session.get(Person, user_id)
    return found if found is not None and found.standing != "erased" else None


async def product(session: AsyncSession, product_id: int) -> ProductCopy | None:
    """A product messaging has heard of."""
    return await session.get(ProductCopy, product_id)


async def products_of(session: AsyncSession, seller_id: int) -> list[ProductCopy]:
    """The copies of what a person sells."""
    query = select(ProductCopy).where(col(ProductCopy.seller_id) == seller_id).order_by(col(ProductCopy.product_id))
    return list((await session.execute(query)).scalars())
