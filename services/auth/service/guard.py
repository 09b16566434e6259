"""Guessing is counted before it is judged, in one statement: fifty guesses at once are fifty guesses."""

from collections.abc import Sequence

from sqlalchemy import text

from libs.kit import clock
from libs.kit.db import Database
from libs.kit.errors import RateLimited
from services.auth.domain.guessing import WINDOW, Bucket

# Sorted, so that two guesses on the same buckets wait for each other instead of for ever.
_COUNT = text("""
    INSERT INTO guess_counts (bucket, made, ends_at)
    SELECT bucket, 1, CAST(:ends_at AS timestamptz) FROM unnest(CAST(:buckets AS text[])) AS bucket ORDER BY bucket
    ON CONFLICT (bucket) DO UPDATE SET
        made = CASE WHEN guess_counts.ends_at <= :now THEN 1 ELSE guess_counts.made + 1 END,
        ends_at = CASE WHEN guess_counts.ends_at <= :now THEN excluded.ends_at ELSE guess_counts.ends_at END
    RETURNING bucket, made, ends_at""")
_GIVE_BACK = text("""
    UPDATE guess_counts SET made = greatest(guess_counts.made - 1, 0)
    FROM (
        SELECT bucket FROM guess_counts WHERE bucket = ANY(CAST(:buckets AS text[])) ORDER BY bucket FOR UPDATE
    ) AS own
    WHERE guess_counts.bucket = own.bucket""")


async def count(database: Database, buckets: Sequence[Bucket]) -> bool:
    """Count one guess in each bucket, for good, whatever comes of it. One too many is refused; False says that
    a quiet bucket is full: whatever was guessed is to be taken for wrong."""
    async with database.transaction() as session:
        now = await clock.now(session)
        told = {"buckets": [b.name for b in buckets], "now": now, "ends_at": now + WINDOW}
        made = {row.bucket: row for row in (await session.execute(_COUNT, told)).all()}
    full = [(bucket, made[bucket.name]) for bucket in buckets if made[bucket.name].made > bucket.most]
    for bucket, row in full:
        if not bucket.quiet:
            raise RateLimited(retryAfter=max(1, round((row.ends_at - now).total_seconds())))
    return not full


async def give_back(database: Database, buckets: Sequence[Bucket]) -> None:
    """It was no guess: the secret was right."""
    async with database.transaction() as session:
        await session.execute(_GIVE_BACK, {"buckets": sorted(b.name for b in buckets)})
