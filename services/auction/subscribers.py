"""What auction hears: a listing with an auction was committed."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductListed
from libs.kit.subscribing import Subscriptions
from services.auction import service

subscriptions = Subscriptions()


@subscriptions.on(ProductListed)
async def open_its_auction(fact: ProductListed, session: AsyncSession) -> None:
    """The reserved auction opens for bids."""
    await service.open_auction(session, fact)
