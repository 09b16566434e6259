"""Copies of listings."""

from typing import Any

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from services.auction.auctions.models import ListingCopy


async def listing(session: AsyncSession, product_id: int) -> ListingCopy | None:
    """Return the copy of a listing."""
    return await session.get(ListingCopy, product_id)


async def keep(session: AsyncSession, product_id: int, card: dict[str, Any]) -> None:
    """Write the copy of a listing as it is now."""
    copy = insert(ListingCopy).values(product_id=product_id, card=card)
    await session.execute(copy.on_conflict_do_update(index_elements=["product_id"], set_={"card": card}))


async def keep_first(session: AsyncSession, product_id: int, card: dict[str, Any]) -> None:
    """Write the copy of a listing unless there is one."""
    copy = insert(ListingCopy).values(product_id=product_id, card=card)
    await session.execute(copy.on_conflict_do_nothing())
