from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved, ProductSold
from libs.marketplace.product_replicas import ProductCopies
from services.messaging.deals import cards
from services.messaging.replicas.models import ProductCopy


class Listings(ProductCopies):
    """Replicas of listings that also keep purchase cards up to date with the stock."""

    async def keep(self, session: AsyncSession, fact: ProductListed | ProductChanged) -> None:
        await super().keep(session, fact)
        is_held = isinstance(fact, ProductChanged) and fact.status != "active"
        await cards.look_at_cards_again(session, fact.product_id, 0 if is_held else fact.stock_quantity)

    async def take_off(self, session: AsyncSession, fact: ProductRemoved | ProductSold) -> None:
        await super().take_off(session, fact)
        await cards.look_at_cards_again(session, fact.product_id)


products = Listings(ProductCopy)
