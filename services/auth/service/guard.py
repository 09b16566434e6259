"""Guessing is counted before it is judged, in one statement: fifty guesses at once are fifty guesses."""

from collections.abc import Sequence

from sqlalchemy import text

from libs.kit.db.database import Database
from libs.kit.http.errors import RateLimited
from libs.kit.http.networks import caller_at, neighbours_of
from libs.kit.process import clock
from services.auth.domain import guessing
from services.auth.domain.guessing import WINDOW, Bucket
from services.auth.service.office import Office, Visit

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


async def count_place(office: Office, kind: str, visit: Visit, most: int) -> list[Bucket]:
    """Count a call where it comes from; one too many is refused. Says in which buckets it was counted."""
    buckets = guessing.place_buckets(
        kind,
        caller=caller_at(visit.address),
        neighbours=neighbours_of(visit.address),
        device=visit.device_token.partition(".")[0] if visit.device_is_ours and visit.device_token else None,
        most=most,
        generosity=office.generosity,
    )
    for bucket in buckets:
        await count(office.database, [bucket])
    return buckets


async def give_back(database: Database, buckets: Sequence[Bucket]) -> None:
    """It was no guess: the secret was right."""
    async with database.transaction() as session:
        await session.execute(_GIVE_BACK, {"buckets": sorted(b.name for b in buckets)})
