"""What admin hears: everything, and among it who is gone."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserErased
from libs.contracts.fact import Envelope
from libs.contracts.topics import FACT_TOPICS
from libs.kit.subscribing import Subscriptions
from services.admin import service

subscriptions = Subscriptions()


@subscriptions.on_everything(*(topic.name for topic in FACT_TOPICS))
async def write_down(envelopes: Sequence[Envelope], session: AsyncSession) -> None:
    """Into the record, also when this build does not know the type."""
    await service.write_down(session, envelopes)


@subscriptions.on(UserErased)
async def forget_person(fact: UserErased, session: AsyncSession) -> None:
    """Nothing personal stays, and auth is told so."""
    await service.forget(session, fact.user_id)
