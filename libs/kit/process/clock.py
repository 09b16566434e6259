"""What time it is: the database's clock, read after the lock; tests move it forward instead of sleeping."""

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
    """Return how far tests have moved the time: for a statement that compares the database's clock with a
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


def reset() -> None:
    """Go back to the real time (tests only)."""
    global _ahead
    _ahead = timedelta()
