"""Copies of listings."""

from sqlalchemy.ext.asyncio import AsyncSession

from services.auction.models import ListingCopy


async def listing(session: AsyncSession, product_id: int) -> ListingCopy | None:
    """What the auction sells."""
    return await session.get(ListingCopy, product_id)
