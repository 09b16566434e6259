"""Looking up sign-ins and the devices they were made from."""

from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models.sessions import KnownDevice, RefreshFamily


async def family_for_update(session: AsyncSession, family_id: str) -> RefreshFamily | None:
    """Return the refresh family, locked, so that two tabs cannot rotate it at once."""
    query = select(RefreshFamily).where(col(RefreshFamily.id) == family_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def lives(session: AsyncSession, family_id: str, now: datetime) -> bool:
    """Return whether this sign-in was neither ended nor has run out."""
    family = await session.get(RefreshFamily, family_id)
    return family is not None and family.revoked_at is None and family.expires_at > now


async def families_of(session: AsyncSession, user_id: int, now: datetime) -> list[RefreshFamily]:
    """Return the devices a person is signed in on, the latest first."""
    alive = (
        (col(RefreshFamily.user_id) == user_id)
        & col(RefreshFamily.revoked_at).is_(None)
        & (col(RefreshFamily.expires_at) > now)
    )
    query = select(RefreshFamily).where(alive).order_by(col(RefreshFamily.rotated_at).desc()).limit(200)
    return list((await session.execute(query)).scalars())


async def end_families(session: AsyncSession, user_id: int, now: datetime, *, but_for: str = "") -> None:
    """End every signed-in device of one person, all or all but one."""
    alive = (col(RefreshFamily.user_id) == user_id) & col(RefreshFamily.revoked_at).is_(None)
    await session.execute(
        update(RefreshFamily).where(alive, col(RefreshFamily.id) != but_for).values(revoked_at=now)
    )


async def end_oldest(session: AsyncSession, user_id: int, now: datetime, *, keep: int) -> list[str]:
    """End the devices that were seen longest ago, if there are more than these; says which sessions those
    were."""
    alive = (col(RefreshFamily.user_id) == user_id) & col(RefreshFamily.revoked_at).is_(None)
    extra = (
        select(col(RefreshFamily.id)).where(alive).order_by(col(RefreshFamily.rotated_at).desc()).offset(keep)
    )
    end = update(RefreshFamily).where(col(RefreshFamily.id).in_(extra)).values(revoked_at=now)
    return list((await session.execute(end.returning(col(RefreshFamily.id)))).scalars())


async def forget_oldest_devices(session: AsyncSession, user_id: int, *, keep: int) -> None:
    """Forget the browsers that were seen longest ago, if there are more than these."""
    own = col(KnownDevice.user_id) == user_id
    extra = (
        select(col(KnownDevice.device_hash)).where(own).order_by(col(KnownDevice.seen_at).desc()).offset(keep)
    )
    await session.execute(delete(KnownDevice).where(own, col(KnownDevice.device_hash).in_(extra)))


async def knows_device(session: AsyncSession, user_id: int, device_hash: bytes) -> bool:
    """Return whether this person has signed in from this browser before."""
    return await session.get(KnownDevice, (user_id, device_hash)) is not None


async def was_at(session: AsyncSession, user_id: int, place: str, *, but_for: str) -> bool:
    """Return whether another sign-in of this person that is still kept came from this place."""
    there = (
        (col(RefreshFamily.user_id) == user_id)
        & (col(RefreshFamily.place) == place)
        & (col(RefreshFamily.id) != but_for)
    )
    return (await session.execute(select(col(RefreshFamily.id)).where(there).limit(1))).first() is not None


async def device_count(session: AsyncSession, user_id: int) -> int:
    """Return how many browsers this person has signed in from."""
    query = select(func.count()).select_from(KnownDevice).where(col(KnownDevice.user_id) == user_id)
    return int((await session.execute(query)).scalar_one())


async def remember_device(session: AsyncSession, user_id: int, device_hash: bytes, now: datetime) -> None:
    """Add a browser to those that a person signs in from, or note that it was seen again."""
    row = insert(KnownDevice).values(user_id=user_id, device_hash=device_hash, seen_at=now)
    await session.execute(
        row.on_conflict_do_update(index_elements=["user_id", "device_hash"], set_={"seen_at": now})
    )
