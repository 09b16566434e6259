"""Packages, and what they were."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.models.packages import Package, PackageChange


async def packages(session: AsyncSession, package_id: int | None) -> list[Package]:
    """Return what is on offer, or the one asked for."""
    query = select(Package).where(col(Package.is_active)).order_by(col(Package.id))
    if package_id is not None:
        query = query.where(col(Package.id) == package_id)
    return list((await session.execute(query)).scalars())


async def locked(session: AsyncSession, package_id: int) -> Package | None:
    """Return a package, locked."""
    query = select(Package).where(col(Package.id) == package_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def every(session: AsyncSession) -> list[Package]:
    """Return all packages, on offer or not."""
    return list((await session.execute(select(Package).order_by(col(Package.id)))).scalars())


async def history(session: AsyncSession, package_id: int, most: int) -> list[PackageChange]:
    """Return what a package was before its last changes, the newest first."""
    query = select(PackageChange).where(col(PackageChange.package_id) == package_id)
    return list(
        (await session.execute(query.order_by(col(PackageChange.version).desc()).limit(most))).scalars()
    )
