"""The verbs of messaging: for now, to know whom and what a conversation may be about."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserRegistered
from libs.contracts.events.catalog import ProductListed
from services.messaging.models import ProductCopy, UserCopy


async def keep_user(session: AsyncSession, fact: UserRegistered) -> None:
    """Remember a person."""
    row = fact.model_dump(by_alias=False, include={"user_id", "username", "registered_at"})
    await session.execute(insert(UserCopy).values(row).on_conflict_do_nothing())


async def keep_product(session: AsyncSession, fact: ProductListed) -> None:
    """Remember a product."""
    row = fact.model_dump(by_alias=False, include={"product_id", "seller_id", "name", "price", "listing_type"})
    row["image_url"] = fact.images[0] if fact.images else None
    await session.execute(insert(ProductCopy).values(row).on_conflict_do_nothing())
