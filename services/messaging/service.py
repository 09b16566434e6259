"""The verbs of messaging: for now, to know whom and what a conversation may be about."""

from typing import Any

from sqlalchemy import text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved, ProductSold
from libs.kit.events import people
from services.messaging.models import ProductCopy

COPIES_AT_ONCE = 1_000
_FORGET = text(
    "DELETE FROM product_copies WHERE product_id IN "
    "(SELECT product_id FROM product_copies WHERE seller_id = :user_id LIMIT :most)"
)


async def keep_product(session: AsyncSession, fact: ProductListed | ProductChanged) -> None:
    """A product as it is now; one whose seller is gone by now is nobody's."""
    if await people.standing_of(session, fact.seller_id) == "erased":
        return
    row = fact.model_dump(by_alias=False, include={"product_id", "seller_id", "name", "price", "listing_type"})
    row |= {"image_url": fact.images[0] if fact.images else None, "status": "active"}
    copy = insert(ProductCopy).values(row)
    await session.execute(copy.on_conflict_do_update(index_elements=["product_id"], set_=row))


async def take_off(session: AsyncSession, fact: ProductRemoved | ProductSold) -> None:
    """A product that is not for sale any more; what was archived may come back."""
    status = "sold" if isinstance(fact, ProductSold) else "archived" if fact.reason == "archived" else "removed"
    gone = update(ProductCopy).where(col(ProductCopy.product_id) == fact.product_id)
    await session.execute(gone.values(status=status))


async def forget(session: AsyncSession, user_id: int) -> bool:
    """The next of what an erased seller sold is nothing to talk about any more; says whether there may be more."""
    gone: Any = await session.execute(_FORGET, {"user_id": user_id, "most": COPIES_AT_ONCE})
    return bool(gone.rowcount == COPIES_AT_ONCE)
