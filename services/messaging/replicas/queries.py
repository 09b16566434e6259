from collections.abc import Collection

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.replicas.models import Person, ProductReplica


async def get_person(session: AsyncSession, user_id: int) -> Person | None:
    """Returns None if the person is unknown or a former member."""
    found = await session.get(Person, user_id)
    return found if found is not None and found.account_status != "erased" else None


async def get_people(session: AsyncSession, user_ids: Collection[int]) -> dict[int, Person]:
    """Includes former members, whose names are empty."""
    query = select(Person).where(col(Person.user_id).in_(user_ids))
    return {row.user_id: row for row in (await session.execute(query)).scalars()}


_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))")


async def lock_for_counting(session: AsyncSession, what: str, user_id: int) -> None:
    """Serialise counting for a person. A separate lock is needed, because concurrent requests share the lock
    of the person's row."""
    await session.execute(_ALONE, {"whose": f"{what} of {user_id}"})


async def get_product(session: AsyncSession, product_id: int) -> ProductReplica | None:
    return await session.get(ProductReplica, product_id)


async def lock_product(session: AsyncSession, product_id: int) -> ProductReplica | None:
    query = select(ProductReplica).where(col(ProductReplica.product_id) == product_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def get_products(session: AsyncSession, product_ids: Collection[int]) -> dict[int, ProductReplica]:
    if not product_ids:
        return {}
    query = select(ProductReplica).where(col(ProductReplica.product_id).in_(product_ids))
    return {row.product_id: row for row in (await session.execute(query)).scalars()}
