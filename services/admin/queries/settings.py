"""What operators pause, and who changed it."""

from collections.abc import Iterable

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.admin.models import Setting, SettingStep


async def settings(session: AsyncSession) -> dict[str, Setting]:
    """Return what was ever changed, by name."""
    return {one.name: one for one in (await session.execute(select(Setting))).scalars()}


async def locked(session: AsyncSession, name: str) -> Setting:
    """Return a setting, locked to the end of the transaction."""
    row = insert(Setting).values(name=name, is_on=True, changes=0)
    await session.execute(row.on_conflict_do_nothing())
    return await session.get_one(Setting, name, with_for_update=True, populate_existing=True)


async def last_step(session: AsyncSession, name: str) -> SettingStep | None:
    """Return the newest change of a setting."""
    query = select(SettingStep).where(col(SettingStep.name) == name)
    return (await session.execute(query.order_by(col(SettingStep.id).desc()).limit(1))).scalar_one_or_none()


async def last_steps(session: AsyncSession, names: Iterable[str]) -> dict[str, SettingStep]:
    """Return the newest change of each setting that was changed."""
    found = [await last_step(session, name) for name in names]
    return {one.name: one for one in found if one is not None}


async def newest_steps(session: AsyncSession, most: int) -> list[SettingStep]:
    """Return the newest changes of all settings."""
    query = select(SettingStep).order_by(col(SettingStep.id).desc()).limit(most)
    return list((await session.execute(query)).scalars())
