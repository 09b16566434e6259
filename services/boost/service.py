"""The verbs of boost: for now, to know whose products there are."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductListed
from services.boost.models import ProductCopy


async def keep_product(session: AsyncSession, fact: ProductListed) -> None:
    """Remember a product."""
    row = fact.model_dump(by_alias=False, include={"product_id", "seller_id", "name", "price"})
    row["image_url"] = fact.images[0] if fact.images else None
    await session.execute(insert(ProductCopy).values(row).on_conflict_do_nothing())
