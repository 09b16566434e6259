"""People as auction knows them."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auction.models import Person


async def person(session: AsyncSession, user_id: int) -> Person:
    """Return a person by id; without a name if none is known yet."""
    return await session.get(Person, user_id) or Person(user_id=user_id)


async def names(session: AsyncSession, user_ids: Collection[int]) -> dict[int, str]:
    """Return the names of these people; those who are gone or unknown are left out."""
    query = select(col(Person.user_id), col(Person.username))
    rows = await session.execute(query.where(col(Person.user_id).in_(user_ids), col(Person.username) != ""))
    return {row.user_id: row.username for row in rows}
