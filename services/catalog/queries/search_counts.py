"""How often which words were searched for, by day."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.catalog import SearchPerformed
from services.catalog.models import SearchCount, SearchDay


async def count_up(session: AsyncSession, facts: Sequence[SearchPerformed]) -> None:
    """Add these searches to the counts of their day."""
    counted = insert(SearchCount)
    more = {"times": SearchCount.times + counted.excluded.times, "results": counted.excluded.results}
    rows = [
        {"day": fact.searched_on, "terms": " ".join(fact.terms), "times": fact.times, "results": fact.results}
        for fact in facts
    ]
    await session.execute(counted.on_conflict_do_update(index_elements=["day", "terms"], set_=more), rows)


async def last_of_day(session: AsyncSession, today: date, *, more: int) -> int:
    """Return the number of the day's last fact, when so many more are told."""
    day = insert(SearchDay).values(day=today, version=more)
    raised = day.on_conflict_do_update(index_elements=["day"], set_={"version": SearchDay.version + more})
    return int((await session.execute(raised.returning(col(SearchDay.version)))).scalar_one())
