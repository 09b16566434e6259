"""Every SQL statement of messaging."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.http.export import Rows, plain
from services.messaging.models import Person, ProductCopy


async def person(session: AsyncSession, user_id: int) -> Person | None:
    """Return a person messaging has heard of, and who is still there."""
    found = await session.get(Person, user_id)
    return found if found is not None and found.standing != "erased" else None


async def product(session: AsyncSession, product_id: int) -> ProductCopy | None:
    """Return a product messaging has heard of."""
    return await session.get(ProductCopy, product_id)


def products_of(seller_id: int) -> Rows:
    """Return the copies of what a person sells, for their export."""
    mine = col(ProductCopy.seller_id) == seller_id
    return Rows("products", ProductCopy, mine, [col(ProductCopy.product_id)], plain())
