"""The verbs of messaging: for now, to know whom and what a conversation may be about."""

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.catalog import ProductListed
from libs.contracts.events.messaging import PersonForgotten
from libs.kit import clock, people
from services.messaging.models import ProductCopy


async def keep_product(session: AsyncSession, fact: ProductListed) -> None:
    """Remember a product; one whose seller is gone by now is nobody's."""
    if await people.standing_of(session, fact.seller_id) == "erased":
        return
    row = fact.model_dump(by_alias=False, include={"product_id", "seller_id", "name", "price", "listing_type"})
    row["image_url"] = fact.images[0] if fact.images else None
    await session.execute(insert(ProductCopy).values(row).on_conflict_do_nothing())


async def forget(session: AsyncSession, user_id: int) -> None:
    """An erased seller: what they sold is nothing to talk about any more."""
    await session.execute(delete(ProductCopy).where(col(ProductCopy.seller_id) == user_id))
    receipt = PersonForgotten(user_id=user_id, forgotten_at=await clock.now(session))
    await people.forgotten(session, receipt)
