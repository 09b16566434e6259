"""People as auction knows them."""

from sqlalchemy.ext.asyncio import AsyncSession

from services.auction.auctions.models import Person


async def person(session: AsyncSession, user_id: int) -> Person:
    """Return a person by id; without a name if none is known yet."""
    return await session.get(Person, user_id) or Person(user_id=user_id)
