"""What auction hears: a listing with an auction was committed, and who may not trade any more."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserBanned, UserErased
from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved
from libs.kit.subscribing import Subscriptions
from services.auction.service import auctions, departures, listings

subscriptions = Subscriptions()


@subscriptions.on(ProductListed)
async def open_its_auction(fact: ProductListed, session: AsyncSession) -> None:
    """The reserved auction opens for bids."""
    await auctions.open_auction(session, fact)


@subscriptions.on(ProductChanged)
async def describe_lot_anew(fact: ProductChanged, session: AsyncSession) -> None:
    """The lot is what its seller says it is now; a listing that became an auction opens it."""
    await listings.keep_listing(session, fact)
    await auctions.open_auction(session, fact)


@subscriptions.on(ProductRemoved)
async def end_with_listing(fact: ProductRemoved, session: AsyncSession) -> None:
    """Nobody bids on what is not for sale any more."""
    await listings.end_with_listing(session, fact)


@subscriptions.on(UserBanned)
async def end_their_trading(fact: UserBanned, session: AsyncSession) -> None:
    """Their auctions are cancelled and their open bids voided; an unban brings nothing back."""
    await departures.begin(session, fact.user_id, "banned")


@subscriptions.on(UserErased)
async def forget_person(fact: UserErased, session: AsyncSession) -> None:
    """The same, and nothing personal stays."""
    await departures.begin(session, fact.user_id, "erased")
