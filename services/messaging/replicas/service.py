from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved, ProductSold
from libs.marketplace.product_replicas import ProductReplicas
from services.messaging.deals import cards
from services.messaging.replicas.models import ProductReplica


class Listings(ProductReplicas):
    """Also updates purchase cards when the stock changes."""

    async def store_product(self, session: AsyncSession, event: ProductListed | ProductChanged) -> None:
        await super().store_product(session, event)
        is_held = isinstance(event, ProductChanged) and event.status != "active"
        await cards.refresh_cards(session, event.product_id, 0 if is_held else event.stock_quantity)

    async def take_off(self, session: AsyncSession, event: ProductRemoved | ProductSold) -> None:
        await super().take_off(session, event)
        await cards.refresh_cards(session, event.product_id)


products = Listings(ProductReplica)
