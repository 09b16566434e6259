"""What admin hears: everything, and among it who is gone."""

from collections.abc import Sequence

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.auth import UserErased
from libs.contracts.fact import Envelope
from libs.contracts.topics import FACT_TOPICS
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_facts
from services.admin import service

router = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL)
users = router.subscriber("wangi.users")
everything = router.subscriber(*(topic.name for topic in FACT_TOPICS), batch=True)


@everything
async def write_down(envelopes: Sequence[Envelope], session: Session) -> None:
    """Record facts, also of types that this build does not know."""
    await service.write_down(session, envelopes)


@users(filter=carries(UserErased))
async def forget_person(fact: UserErased, session: Session) -> None:
    """Confirm to auth that nothing personal stays."""
    await service.forget(session, fact.user_id)


subscriptions = Subscriptions(router)
