"""Every SELECT of admin."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.admin.models import AuditEntry


async def audit(session: AsyncSession, *, before: int | None, limit: int) -> list[AuditEntry]:
    """The newest entries, or those before a place already seen."""
    query = select(AuditEntry).order_by(col(AuditEntry.id).desc()).limit(limit)
    if before is not None:
        query = query.where(col(AuditEntry.id) < before)
    return list((await session.execute(query)).scalars())


async def about(session: AsyncSession, user_id: int) -> list[AuditEntry]:
    """What the record says of one account, oldest first."""
    query = select(AuditEntry).where(col(AuditEntry.source) == "/auth", col(AuditEntry.subject) == str(user_id))
    return list((await session.execute(query.order_by(col(AuditEntry.id)))).scalars())
