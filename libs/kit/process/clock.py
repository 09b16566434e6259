"""The current time: the database's clock, read after the lock. Tests move it forward instead of sleeping, and
so can a developer (`sandbox_clock.py`)."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_ahead = timedelta()


async def now(session: AsyncSession) -> datetime:
    """The time for a decision. Call with the row locked: `now()` in SQL is the transaction's start."""
    instant: datetime = (await session.execute(text("SELECT clock_timestamp()"))).scalar_one()
    return as_read(instant)


def as_read(instant: datetime) -> datetime:
    """Apply the offset to a time that a query read from the database's clock after the lock."""
    return instant + _ahead


def ahead() -> timedelta:
    """The offset of the clock, for a statement that compares the database's clock with a time itself."""
    return _ahead


def about_now() -> datetime:
    """The time of this machine, where a second does not matter and no database is at hand."""
    return datetime.now(UTC) + _ahead


def forward(**span: float) -> None:
    """Move the clock, as in `forward(days=7)` (tests only)."""
    global _ahead
    _ahead += timedelta(**span)


def stand_ahead(span: timedelta) -> None:
    """Set how far the clock is ahead of the real time (development only)."""
    global _ahead
    _ahead = span


def reset() -> None:
    """Return to the real time (tests only)."""
    global _ahead
    _ahead = timedelta()
