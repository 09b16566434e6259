"""The verbs of admin: write down what was told, forget who is gone."""

from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import PersonForgotten
from libs.contracts.fact import FACTS, Envelope
from libs.kit import clock, people
from services.admin import domain
from services.admin.models import AuditEntry


async def write_down(session: AsyncSession, envelope: Envelope) -> None:
    """Keep a fact in the record: ids, figures and moments, no words."""
    kind = FACTS.get(envelope.type)
    words = None if kind is None else frozenset(map(to_camel, kind.words))
    session.add(
        AuditEntry(
            event_id=envelope.id,
            type=envelope.type,
            source=envelope.source,
            subject=envelope.subject,
            version=envelope.version,
            happened_at=envelope.time,
            data=domain.recordable(envelope.data, words),
        )
    )
    await session.flush()


async def forget(session: AsyncSession, user_id: int) -> None:
    """An erased person: the record holds ids only, so it stays; the rest is the kit's to forget."""
    receipt = PersonForgotten(user_id=user_id, forgotten_at=await clock.now(session))
    await people.forgotten(session, receipt)
