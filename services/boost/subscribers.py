"""What boost hears: new products that could be boosted, and who is gone."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserErased
from libs.contracts.events.catalog import ProductListed
from libs.kit.subscribing import Subscriptions
from services.boost import service

subscriptions = Subscriptions()


@subscriptions.on(ProductListed)
async def remember_product(fact: ProductListed, session: AsyncSession) -> None:
    """Something to boost."""
    await service.keep_product(session, fact)


@subscriptions.on(UserErased)
async def forget_person(fact: UserErased, session: AsyncSession) -> None:
    """Nothing personal stays, and auth is told so."""
    await service.forget(session, fact.user_id)
