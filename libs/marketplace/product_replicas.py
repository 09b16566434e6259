"""Replicas of catalog's products, maintained from events and deleted when the seller is erased."""

from typing import Any

from faststream.kafka import KafkaRouter
from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field, SQLModel

from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved, ProductSold
from libs.kit.events.subscribing import Session, carries
from libs.marketplace import people

FORGOTTEN_AT_ONCE = 1_000
_DERIVED = {"image_url", "status"}


class ProductColumns(SQLModel):
    """Mixin. Each service adds its base class, the table name and further fields of the event."""

    product_id: int = Field(primary_key=True)
    seller_id: int
    name: str
    price: int
    image_url: str | None
    status: str = "active"


class ProductReplicas:
    def __init__(self, model: type[ProductColumns]) -> None:
        self._table: Any = model.__table__  # type: ignore[attr-defined]
        self._fields = set(model.model_fields) - _DERIVED

    def subscribe(self, router: KafkaRouter) -> None:
        products = router.subscriber("wangi.products")

        @products(filter=carries(ProductListed))
        async def keep_listed_product(event: ProductListed, session: Session) -> None:
            await self.store_product(session, event)

        @products(filter=carries(ProductChanged))
        async def keep_changed_product(event: ProductChanged, session: Session) -> None:
            await self.store_product(session, event)

        @products(filter=carries(ProductRemoved))
        async def take_off_removed_product(event: ProductRemoved, session: Session) -> None:
            await self.take_off(session, event)

        @products(filter=carries(ProductSold))
        async def take_off_sold_product(event: ProductSold, session: Session) -> None:
            await self.take_off(session, event)

    async def store_product(self, session: AsyncSession, event: ProductListed | ProductChanged) -> None:
        """Ignores products of an erased seller."""
        if await people.get_account_status(session, event.seller_id) == "erased":
            return
        row = event.model_dump(by_alias=False, include=self._fields)
        row |= {"image_url": event.images[0] if event.images else None, "status": "active"}
        copy = insert(self._table).values(row)
        await session.execute(copy.on_conflict_do_update(index_elements=["product_id"], set_=row))

    async def take_off(self, session: AsyncSession, event: ProductRemoved | ProductSold) -> None:
        """Archived products may return."""
        status = (
            "sold"
            if isinstance(event, ProductSold)
            else "archived"
            if event.reason == "archived"
            else "removed"
        )
        gone = update(self._table).where(self._table.c.product_id == event.product_id)
        await session.execute(gone.values(status=status))

    async def forget(self, session: AsyncSession, user_id: int) -> bool:
        """Delete the next batch of an erased seller's products. Returns True if more rows may remain."""
        key = self._table.c.product_id
        some = select(key).where(self._table.c.seller_id == user_id).limit(FORGOTTEN_AT_ONCE)
        gone: Any = await session.execute(delete(self._table).where(key.in_(some)))
        return bool(gone.rowcount == FORGOTTEN_AT_ONCE)
