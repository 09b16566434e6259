"""Who there is, what is for sale, and who has blocked whom."""

from collections.abc import Collection

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.replicas.models import Person, ProductCopy


async def get_person(session: AsyncSession, user_id: int) -> Person | None:
    """Return a person messaging has heard of, and who is still there."""
    found = await session.get(Person, user_id)
    return found if found is not None and found.standing != "erased" else None


async def get_people(session: AsyncSession, user_ids: Collection[int]) -> dict[int, Person]:
    """Return the people with these ids; former members are among them, without a name."""
    query = select(Person).where(col(Person.user_id).in_(user_ids))
    return {one.user_id: one for one in (await session.execute(query)).scalars()}


_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))")


async def lock_for_counting(session: AsyncSession, what: str, user_id: int) -> None:
    """Wait until no other transaction counts the same of a person, and hold them off to the end of this one.

    Their own row is held by all of their acts at once, so it cannot serve for that."""
    await session.execute(_ALONE, {"whose": f"{what} of {user_id}"})


async def get_product(session: AsyncSession, product_id: int) -> ProductCopy | None:
    """Return a product messaging has heard of."""
    return await session.get(ProductCopy, product_id)


async def lock_product(session: AsyncSession, product_id: int) -> ProductCopy | None:
    """Return a product, locked, so that what is counted for it is counted alone."""
    query = select(ProductCopy).where(col(ProductCopy.product_id) == product_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def get_products(session: AsyncSession, product_ids: Collection[int]) -> dict[int, ProductCopy]:
    """Return the products with these ids."""
    if not product_ids:
        return {}
    query = select(ProductCopy).where(col(ProductCopy.product_id).in_(product_ids))
    return {one.product_id: one for one in (await session.execute(query)).scalars()}
