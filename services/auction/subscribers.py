"""What auction hears: a listing with an auction was committed, and who may not trade any more."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserBanned, UserErased
from libs.contracts.events.catalog import ProductListed
from libs.kit.subscribing import Subscriptions
from services.auction import service

subscriptions = Subscriptions()


@subscriptions.on(ProductListed)
async def open_its_auction(fact: ProductListed, session: AsyncSession) -> None:
    """The reserved auction opens for bids."""
    await service.open_auction(session, fact)


@subscriptions.on(UserBanned)
async def end_their_trading(fact: UserBanned, session: AsyncSession) -> None:
    """Their auctions are cancelled and their open bids voided; an unban brings nothing back."""
    await service.end_trading(session, fact.user_id, "banned")


@subscriptions.on(UserErased)
async def forget_person(fact: UserErased, session: AsyncSession) -> None:
    """The same, and nothing personal stays."""
    await service.forget(session, fact.user_id)
