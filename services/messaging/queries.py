"""Every SELECT of messaging."""

from sqlalchemy.ext.asyncio import AsyncSession

from services.messaging.models import ProductCopy, UserCopy


async def user(session: AsyncSession, user_id: int) -> UserCopy | None:
    """A person messaging has heard of."""
    return await session.get(UserCopy, user_id)


async def product(session: AsyncSession, product_id: int) -> ProductCopy | None:
    """A product messaging has heard of."""
    return await session.get(ProductCopy, product_id)
