"""The verbs of admin: write down what was told and what visitors do, forget who is gone."""

from pydantic.alias_generators import to_camel
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.admin import PersonForgotten
from libs.contracts.fact import FACTS, Envelope
from libs.kit import clock, people
from services.admin import domain
from services.admin.models import AuditEntry, WebEvent
from services.admin.schemas import WebEventsIn


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


async def forget(session: AsyncSession, user_id: int) -> None:
    """An erased person: the record holds ids only, so it stays; the rest is the kit's to forget."""
    receipt = PersonForgotten(user_id=user_id, forgotten_at=await clock.now(session))
    await people.forgotten(session, receipt)


async def count(session: AsyncSession, form: WebEventsIn) -> None:
    """Keep what a visit did; a clock that is far off is set right."""
    now = await clock.now(session)
    session.add_all(
        WebEvent(
            session=form.session,
            name=event.name,
            happened_at=domain.believable(event.at, now),
            path=event.path,
            params=event.params,
            received_at=now,
        )
        for event in form.events
    )


async def sweep(session: AsyncSession) -> None:
    """What visitors did long ago is forgotten."""
    old = col(WebEvent.received_at) < await clock.now(session) - domain.EVENTS_KEPT
    await session.execute(delete(WebEvent).where(old))
