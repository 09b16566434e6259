"""What auth hears: that the other services have forgotten a person (and, by the kit, its own revocations)."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import admin, auction, boost, catalog, messaging
from libs.kit.subscribing import Subscriptions
from services.auth.service import erasure

subscriptions = Subscriptions()

Forgotten = (
    admin.PersonForgotten
    | auction.PersonForgotten
    | boost.PersonForgotten
    | catalog.PersonForgotten
    | messaging.PersonForgotten
)


async def keep_receipt(fact: Forgotten, session: AsyncSession) -> None:
    """One more service has forgotten somebody."""
    await erasure.keep_receipt(session, fact.user_id, fact.producer, fact.forgotten_at)


for told in (admin, auction, boost, catalog, messaging):
    subscriptions.on(told.PersonForgotten)(keep_receipt)
