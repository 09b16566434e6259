"""Who there is, what is for sale, and who has blocked whom."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.models.conversations import Block
from services.messaging.models.copies import Person, ProductCopy


async def person(session: AsyncSession, user_id: int) -> Person | None:
    """Return a person messaging has heard of, and who is still there."""
    found = await session.get(Person, user_id)
    return found if found is not None and found.standing != "erased" else None


async def people(session: AsyncSession, user_ids: Collection[int]) -> dict[int, Person]:
    """Return the people with these ids; former members are among them, without a name."""
    query = select(Person).where(col(Person.user_id).in_(user_ids))
    return {one.user_id: one for one in (await session.execute(query)).scalars()}


_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))")


async def count_alone(session: AsyncSession, what: str, user_id: int) -> None:
    """Wait until no other transaction counts the same of a person, and hold them off to the end of this one.

    Their own row is held by all of their acts at once, so it cannot serve for that."""
    await session.execute(_ALONE, {"whose": f"{what} of {user_id}"})


async def product(session: AsyncSession, product_id: int) -> ProductCopy | None:
    """Return a product messaging has heard of."""
    return await session.get(ProductCopy, product_id)


async def locked_product(session: AsyncSession, product_id: int) -> ProductCopy | None:
    """Return a product, locked, so that what is counted for it is counted alone."""
    query = select(ProductCopy).where(col(ProductCopy.product_id) == product_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def products(session: AsyncSession, product_ids: Collection[int]) -> dict[int, ProductCopy]:
    """Return the products with these ids."""
    if not product_ids:
        return {}
    query = select(ProductCopy).where(col(ProductCopy.product_id).in_(product_ids))
    return {one.product_id: one for one in (await session.execute(query)).scalars()}


_BLOCKS = text(
    "SELECT blocker_id FROM blocks WHERE is_active AND "
    "((blocker_id = :one AND blocked_id = :other) OR (blocker_id = :other AND blocked_id = :one))"
)


async def blockers_between(session: AsyncSession, one: int, other: int) -> set[int]:
    """Return which of the two has blocked the other."""
    return set((await session.execute(_BLOCKS, {"one": one, "other": other})).scalars())


async def put_block(
    session: AsyncSession, blocker_id: int, blocked_id: int, now: datetime, *, is_active: bool
) -> int | None:
    """Block or unblock a person; return the number of the change, None where it was so already."""
    row = insert(Block).values(
        blocker_id=blocker_id, blocked_id=blocked_id, is_active=is_active, version=1, created_at=now
    )
    changed = {"is_active": is_active, "version": col(Block.version) + 1, "created_at": now}
    made = row.on_conflict_do_update(
        index_elements=["blocker_id", "blocked_id"],
        set_=changed,
        where=col(Block.is_active) != is_active,
    ).returning(col(Block.version))
    return (await session.execute(made)).scalar_one_or_none()


async def blocked_by(session: AsyncSession, user_id: int, most: int) -> list[Block]:
    """Return whom a person has blocked, the newest first."""
    query = select(Block).where(col(Block.blocker_id) == user_id, col(Block.is_active))
    return list((await session.execute(query.order_by(col(Block.created_at).desc()).limit(most))).scalars())


async def blocked_among(session: AsyncSession, user_id: int, others: Collection[int]) -> set[int]:
    """Return which of these people a person has blocked."""
    query = select(col(Block.blocked_id)).where(
        col(Block.blocker_id) == user_id, col(Block.blocked_id).in_(others), col(Block.is_active)
    )
    return set((await session.execute(query)).scalars())
