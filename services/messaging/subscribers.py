"""What messaging hears: new people and new products."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserRegistered
from libs.contracts.events.catalog import ProductListed
from libs.kit.subscribing import Subscriptions
from services.messaging import service

subscriptions = Subscriptions()


@subscriptions.on(UserRegistered)
async def remember_user(fact: UserRegistered, session: AsyncSession) -> None:
    """Somebody to write to."""
    await service.keep_user(session, fact)


@subscriptions.on(ProductListed)
async def remember_product(fact: ProductListed, session: AsyncSession) -> None:
    """Something to talk about."""
    await service.keep_product(session, fact)
