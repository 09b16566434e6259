"""The database's clock. Tests and developers can move it forward."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_ahead = timedelta()


async def now(session: AsyncSession) -> datetime:
    """Returns the time for a decision. Call with the row locked. SQL's `now()` would return the start of the
    transaction."""
    instant: datetime = (await session.execute(text("SELECT clock_timestamp()"))).scalar_one()
    return as_read(instant)


def as_read(instant: datetime) -> datetime:
    """Adds the offset to a time that a query read from the database's clock."""
    return instant + _ahead


def ahead() -> timedelta:
    """Returns the offset, for SQL statements that compare times."""
    return _ahead


def about_now() -> datetime:
    """Returns the time of this machine, for uses in which a second does not matter."""
    return datetime.now(UTC) + _ahead


def forward(**span: float) -> None:
    """For tests only, as in `forward(days=7)`."""
    global _ahead
    _ahead += timedelta(**span)


def stand_ahead(span: timedelta) -> None:
    """For development only."""
    global _ahead
    _ahead = span


def reset() -> None:
    """For tests only."""
    global _ahead
    _ahead = timedelta()
