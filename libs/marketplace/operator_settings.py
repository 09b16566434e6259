"""Settings that operators change at run time. They are read in the transaction that depends on them."""

from sqlalchemy import column, select, table
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import SettingChanged, SettingName
from libs.kit.events.subscribing import Subscriptions

# Contains only settings that were changed at least once.
_SETTINGS = table("operator_settings", column("name"), column("is_on"), column("changes"))


def subscribe(subscriptions: Subscriptions) -> None:
    subscriptions.also(SettingChanged, store_setting)


async def store_setting(event: SettingChanged, session: AsyncSession) -> None:
    """An older change never overrides a newer change."""
    row = {"name": event.name, "is_on": event.is_on, "changes": event.changes}
    copy = insert(_SETTINGS).values(row)
    newer = _SETTINGS.c.changes < copy.excluded.changes
    await session.execute(copy.on_conflict_do_update(index_elements=["name"], set_=row, where=newer))


async def is_on(session: AsyncSession, name: SettingName) -> bool:
    """Settings are on unless an operator has paused them."""
    query = select(_SETTINGS.c.is_on).where(_SETTINGS.c.name == name)
    return (await session.execute(query)).scalar_one_or_none() is not False
