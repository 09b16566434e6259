"""What auth hears: what people want to be told of, and that the others have forgotten a person."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import admin, auction, boost, catalog, messaging
from libs.contracts.events.catalog import FavouritePriceDropped, SavedSearchMatched
from libs.kit.subscribing import Subscriptions
from services.auth.service import erasure, notices

subscriptions = Subscriptions()

Forgotten = (
    admin.PersonForgotten
    | auction.PersonForgotten
    | boost.PersonForgotten
    | catalog.PersonForgotten
    | messaging.PersonForgotten
)


@subscriptions.on(SavedSearchMatched)
async def tell_matches(fact: SavedSearchMatched, session: AsyncSession) -> None:
    """Something new fits what somebody looks for."""
    await notices.tell_matches(session, fact)


@subscriptions.on(FavouritePriceDropped)
async def tell_price(fact: FavouritePriceDropped, session: AsyncSession) -> None:
    """Something somebody keeps an eye on costs less."""
    await notices.tell_price(session, fact)


async def keep_receipt(fact: Forgotten, session: AsyncSession) -> None:
    """One more service has forgotten somebody."""
    await erasure.keep_receipt(session, fact.user_id, fact.producer, fact.forgotten_at)


for told in (admin, auction, boost, catalog, messaging):
    subscriptions.on(told.PersonForgotten)(keep_receipt)
