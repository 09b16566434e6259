from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.sign_in.models import KeptKey, KnownDevice, RefreshFamily, SigningKey


async def lock_family(session: AsyncSession, family_id: str) -> RefreshFamily | None:
    """Locks the row, so that two browser tabs cannot refresh the session at the same time."""
    query = select(RefreshFamily).where(col(RefreshFamily.id) == family_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def get_user_of_family(session: AsyncSession, family_id: str) -> int | None:
    query = select(col(RefreshFamily.user_id)).where(col(RefreshFamily.id) == family_id)
    return (await session.execute(query)).scalar_one_or_none()


async def is_family_alive(session: AsyncSession, family_id: str, now: datetime) -> bool:
    family = await session.get(RefreshFamily, family_id)
    return family is not None and family.revoked_at is None and family.expires_at > now


async def list_families(session: AsyncSession, user_id: int, now: datetime) -> list[RefreshFamily]:
    alive = (
        (col(RefreshFamily.user_id) == user_id)
        & col(RefreshFamily.revoked_at).is_(None)
        & (col(RefreshFamily.expires_at) > now)
    )
    query = select(RefreshFamily).where(alive).order_by(col(RefreshFamily.rotated_at).desc()).limit(200)
    return list((await session.execute(query)).scalars())


async def end_families(session: AsyncSession, user_id: int, now: datetime, *, but_for: str = "") -> None:
    alive = (col(RefreshFamily.user_id) == user_id) & col(RefreshFamily.revoked_at).is_(None)
    await session.execute(
        update(RefreshFamily).where(alive, col(RefreshFamily.id) != but_for).values(revoked_at=now)
    )


async def end_oldest(session: AsyncSession, user_id: int, now: datetime, *, keep: int) -> list[str]:
    """Ends the least recently used sessions beyond the newest `keep`. Returns their ids."""
    alive = (col(RefreshFamily.user_id) == user_id) & col(RefreshFamily.revoked_at).is_(None)
    extra = (
        select(col(RefreshFamily.id)).where(alive).order_by(col(RefreshFamily.rotated_at).desc()).offset(keep)
    )
    end = update(RefreshFamily).where(col(RefreshFamily.id).in_(extra)).values(revoked_at=now)
    return list((await session.execute(end.returning(col(RefreshFamily.id)))).scalars())


async def forget_oldest_devices(session: AsyncSession, user_id: int, *, keep: int) -> None:
    own = col(KnownDevice.user_id) == user_id
    extra = (
        select(col(KnownDevice.device_hash)).where(own).order_by(col(KnownDevice.seen_at).desc()).offset(keep)
    )
    await session.execute(delete(KnownDevice).where(own, col(KnownDevice.device_hash).in_(extra)))


async def knows_device(session: AsyncSession, user_id: int, device_hash: bytes) -> bool:
    return await session.get(KnownDevice, (user_id, device_hash)) is not None


async def was_at(session: AsyncSession, user_id: int, place: str, *, but_for: str) -> bool:
    there = (
        (col(RefreshFamily.user_id) == user_id)
        & (col(RefreshFamily.place) == place)
        & (col(RefreshFamily.id) != but_for)
    )
    return (await session.execute(select(col(RefreshFamily.id)).where(there).limit(1))).first() is not None


async def count_devices(session: AsyncSession, user_id: int) -> int:
    query = select(func.count()).select_from(KnownDevice).where(col(KnownDevice.user_id) == user_id)
    return int((await session.execute(query)).scalar_one())


async def remember_device(session: AsyncSession, user_id: int, device_hash: bytes, now: datetime) -> None:
    row = insert(KnownDevice).values(user_id=user_id, device_hash=device_hash, seen_at=now)
    await session.execute(
        row.on_conflict_do_update(index_elements=["user_id", "device_hash"], set_={"seen_at": now})
    )


# Sorted to avoid deadlocks.
_COUNT_GUESSES = text("""
    INSERT INTO guess_counts (bucket, made, ends_at)
    SELECT bucket, 1, CAST(:ends_at AS timestamptz) FROM unnest(CAST(:buckets AS text[])) AS bucket
        ORDER BY bucket
    ON CONFLICT (bucket) DO UPDATE SET
        made = CASE WHEN guess_counts.ends_at <= :now THEN 1 ELSE guess_counts.made + 1 END,
        ends_at = CASE WHEN guess_counts.ends_at <= :now THEN excluded.ends_at ELSE guess_counts.ends_at END
    RETURNING bucket, made, ends_at""")


_GIVE_GUESSES_BACK = text("""
    UPDATE guess_counts SET made = greatest(guess_counts.made - 1, 0)
    FROM (
        SELECT bucket FROM guess_counts WHERE bucket = ANY(CAST(:buckets AS text[]))
            ORDER BY bucket FOR UPDATE
    ) AS own
    WHERE guess_counts.bucket = own.bucket""")


class GuessesMade(NamedTuple):
    made: int
    ends_at: datetime


async def count_guesses(
    session: AsyncSession, buckets: Collection[str], now: datetime, ends_at: datetime
) -> dict[str, GuessesMade]:
    parameters = {"buckets": list(buckets), "now": now, "ends_at": ends_at}
    counted = (await session.execute(_COUNT_GUESSES, parameters)).all()
    return {row.bucket: GuessesMade(row.made, row.ends_at) for row in counted}


async def give_guesses_back(session: AsyncSession, buckets: Collection[str]) -> None:
    await session.execute(_GIVE_GUESSES_BACK, {"buckets": sorted(buckets)})


async def list_keys_in_use(session: AsyncSession, now: datetime) -> list[SigningKey]:
    """Returns keys that sign now or later, and keys whose tokens may still be valid. Ordered by the time they
    start to sign."""
    query = select(SigningKey).where(col(SigningKey.gone_at).is_(None) | (col(SigningKey.gone_at) > now))
    return list(
        (await session.execute(query.order_by(col(SigningKey.signs_from), col(SigningKey.kid)))).scalars()
    )


async def list_retired_keys(session: AsyncSession) -> list[KeptKey]:
    return list((await session.execute(select(KeptKey).order_by(col(KeptKey.id)))).scalars())


async def lock_kept_keys(session: AsyncSession) -> list[KeptKey]:
    """Also takes a lock until the commit, so that concurrent calls cannot add keys twice."""
    await session.execute(text("SELECT pg_advisory_xact_lock(hashtext('auth:kept_keys'))"))
    return await list_retired_keys(session)


async def lock_signing_keys(session: AsyncSession) -> None:
    await session.execute(text("SELECT pg_advisory_xact_lock(hashtext('auth:signing_keys'))"))
