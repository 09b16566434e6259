"""What is out of date and goes."""

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models import Challenge, GuessCount, KnownDevice, OneTimeLink, RefreshFamily, SigningKey

ENDED_SESSIONS_KEPT = timedelta(days=1)
DEVICES_KEPT = timedelta(days=400)


async def sweep(session: AsyncSession, now: datetime) -> None:
    """Dead links, unanswered challenges, counts of guesses whose window is over, sessions that ended a day ago."""
    for table in (Challenge, OneTimeLink):
        await session.execute(delete(table).where(col(table.expires_at) < now))
    await session.execute(delete(GuessCount).where(col(GuessCount.ends_at) < now))
    ended = (col(RefreshFamily.revoked_at) < now - ENDED_SESSIONS_KEPT) | (
        col(RefreshFamily.expires_at) < now - ENDED_SESSIONS_KEPT
    )
    await session.execute(delete(RefreshFamily).where(ended))
    await session.execute(delete(KnownDevice).where(col(KnownDevice.seen_at) < now - DEVICES_KEPT))
    await session.execute(delete(SigningKey).where(col(SigningKey.gone_at) < now))
