"""Counting guesses."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# Sorted, so that two guesses on the same buckets wait for each other instead of for ever.
_COUNT = text("""
    INSERT INTO guess_counts (bucket, made, ends_at)
    SELECT bucket, 1, CAST(:ends_at AS timestamptz) FROM unnest(CAST(:buckets AS text[])) AS bucket
        ORDER BY bucket
    ON CONFLICT (bucket) DO UPDATE SET
        made = CASE WHEN guess_counts.ends_at <= :now THEN 1 ELSE guess_counts.made + 1 END,
        ends_at = CASE WHEN guess_counts.ends_at <= :now THEN excluded.ends_at ELSE guess_counts.ends_at END
    RETURNING bucket, made, ends_at""")
_GIVE_BACK = text("""
    UPDATE guess_counts SET made = greatest(guess_counts.made - 1, 0)
    FROM (
        SELECT bucket FROM guess_counts WHERE bucket = ANY(CAST(:buckets AS text[]))
            ORDER BY bucket FOR UPDATE
    ) AS own
    WHERE guess_counts.bucket = own.bucket""")


class GuessesMade(NamedTuple):
    """How many guesses a bucket holds, and when its window ends."""

    made: int
    ends_at: datetime


async def add(
    session: AsyncSession, buckets: Collection[str], now: datetime, ends_at: datetime
) -> dict[str, GuessesMade]:
    """Count one guess in each bucket, in one statement; return what each holds with it."""
    parameters = {"buckets": list(buckets), "now": now, "ends_at": ends_at}
    counted = (await session.execute(_COUNT, parameters)).all()
    return {row.bucket: GuessesMade(row.made, row.ends_at) for row in counted}


async def subtract(session: AsyncSession, buckets: Collection[str]) -> None:
    """Take one guess out of each bucket."""
    await session.execute(_GIVE_BACK, {"buckets": sorted(buckets)})
