"""The verbs of boost: for now, to know whose products there are."""

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.boost import PersonForgotten
from libs.contracts.events.catalog import ProductListed
from libs.kit import clock, people
from services.boost.models import ProductCopy


async def keep_product(session: AsyncSession, fact: ProductListed) -> None:
    """Remember a product; one whose seller is gone by now is nobody's."""
    if await people.standing_of(session, fact.seller_id) == "erased":
        return
    row = fact.model_dump(by_alias=False, include={"product_id", "seller_id", "name", "price"})
    row["image_url"] = fact.images[0] if fact.images else None
    await session.execute(insert(ProductCopy).values(row).on_conflict_do_nothing())


async def forget(session: AsyncSession, user_id: int) -> None:
    """An erased seller: what they sold is nothing to boost any more."""
    await session.execute(delete(ProductCopy).where(col(ProductCopy.seller_id) == user_id))
    receipt = PersonForgotten(user_id=user_id, forgotten_at=await clock.now(session))
    await people.forgotten(session, receipt)
