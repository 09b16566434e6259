"""What boost hears: new products that could be boosted. Who people are and who is gone, the kit hears."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved, ProductSold
from libs.kit.subscribing import Subscriptions
from services.boost import service

subscriptions = Subscriptions()


@subscriptions.on(ProductListed)
async def remember_product(fact: ProductListed, session: AsyncSession) -> None:
    """Something to boost."""
    await service.keep_product(session, fact)


@subscriptions.on(ProductChanged)
async def remember_change(fact: ProductChanged, session: AsyncSession) -> None:
    """The same thing, described anew."""
    await service.keep_product(session, fact)


@subscriptions.on(ProductRemoved)
async def remember_removal(fact: ProductRemoved, session: AsyncSession) -> None:
    """Nothing to boost for now."""
    await service.take_off(session, fact)


@subscriptions.on(ProductSold)
async def remember_sale(fact: ProductSold, session: AsyncSession) -> None:
    """Sold is sold."""
    await service.take_off(session, fact)
