"""What time it is: the database's clock, read after the lock. Tests move it forward instead of sleeping, and
so does who tries things on a machine of their own (`sandbox_clock.py`)."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_ahead = timedelta()


async def now(session: AsyncSession) -> datetime:
    """Return the time for a decision. Call with the row locked: `now()` of SQL would be the transaction's
    start."""
    instant: datetime = (await session.execute(text("SELECT clock_timestamp()"))).scalar_one()
    return as_read(instant)


def as_read(instant: datetime) -> datetime:
    """Return the same for a query that reads the database's clock, after the lock, together with other
    things."""
    return instant + _ahead


def ahead() -> timedelta:
    """Return how far the time was moved: for a statement that compares the database's clock with a
    time itself."""
    return _ahead


def about_now() -> datetime:
    """Return the time of this machine, where a second more or less decides nothing and no database is at
    hand."""
    return datetime.now(UTC) + _ahead


def forward(**span: float) -> None:
    """Let time pass, as in `forward(days=7)` (tests only)."""
    global _ahead
    _ahead += timedelta(**span)


def stand_ahead(span: timedelta) -> None:
    """Be so far ahead of the real time (a machine of one's own only)."""
    global _ahead
    _ahead = span


def reset() -> None:
    """Go back to the real time (tests only)."""
    global _ahead
    _ahead = timedelta()
