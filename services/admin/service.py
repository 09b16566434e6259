"""The verbs of admin: write down what was told."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Envelope
from services.admin.models import AuditEntry


async def write_down(session: AsyncSession, envelope: Envelope) -> None:
    """Keep a fact in the record."""
    session.add(
        AuditEntry(
            event_id=envelope.id,
            type=envelope.type,
            source=envelope.source,
            subject=envelope.subject,
            version=envelope.version,
            happened_at=envelope.time,
            data=envelope.data,
        )
    )
    await session.flush()
