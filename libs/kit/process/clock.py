"""The database's clock. Tests and developers can move it forward."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_ahead = timedelta()


async def now(session: AsyncSession) -> datetime:
    """The time for a decision. Call with the row locked: `now()` in SQL is the transaction's start."""
    instant: datetime = (await session.execute(text("SELECT clock_timestamp()"))).scalar_one()
    return as_read(instant)


def as_read(instant: datetime) -> datetime:
    """Apply the offset to a time that a query read from the database's clock."""
    return instant + _ahead


def ahead() -> timedelta:
    """The offset, for a statement that compares times itself."""
    return _ahead


def about_now() -> datetime:
    """This machine's time, where a second does not matter."""
    return datetime.now(UTC) + _ahead


def forward(**span: float) -> None:
    """Tests only, as in `forward(days=7)`."""
    global _ahead
    _ahead += timedelta(**span)


def stand_ahead(span: timedelta) -> None:
    """Development only."""
    global _ahead
    _ahead = span


def reset() -> None:
    """Tests only."""
    global _ahead
    _ahead = timedelta()
