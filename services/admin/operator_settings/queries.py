from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import column, select, table, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.rules import RuleName
from services.admin.operator_settings.models import Setting, SettingStep


async def list_settings(session: AsyncSession) -> dict[str, Setting]:
    return {row.name: row for row in (await session.execute(select(Setting))).scalars()}


async def lock_setting(session: AsyncSession, name: str) -> Setting:
    """Creates the setting if it does not exist."""
    row = insert(Setting).values(name=name, is_on=True, changes=0)
    await session.execute(row.on_conflict_do_nothing())
    return await session.get_one(Setting, name, with_for_update=True, populate_existing=True)


async def get_last_setting_step(session: AsyncSession, name: str) -> SettingStep | None:
    query = select(SettingStep).where(col(SettingStep.name) == name)
    return (await session.execute(query.order_by(col(SettingStep.id).desc()).limit(1))).scalar_one_or_none()


async def list_last_setting_steps(session: AsyncSession, names: Iterable[str]) -> dict[str, SettingStep]:
    found = [await get_last_setting_step(session, name) for name in names]
    return {item.name: item for item in found if item is not None}


async def list_setting_steps(session: AsyncSession, most: int) -> list[SettingStep]:
    query = select(SettingStep).order_by(col(SettingStep.id).desc()).limit(most)
    return list((await session.execute(query)).scalars())


_RULES = table("platform_rules", column("name"), column("value"), column("changes"))


class RuleStep(NamedTuple):
    name: RuleName
    before: int
    value: int
    by_id: int
    words: str
    at: datetime


_STEPS = table("platform_rule_steps", column("id"), *(column(name) for name in RuleStep._fields))
_STEP_COLUMNS = [_STEPS.c[name] for name in RuleStep._fields]


class RuleState(NamedTuple):
    value: int
    changes: int


async def get_rule_values(session: AsyncSession) -> dict[str, RuleState]:
    rows = await session.execute(select(_RULES.c.name, _RULES.c.value, _RULES.c.changes))
    return {name: RuleState(value, changes) for name, value, changes in rows}


async def lock_rule(session: AsyncSession, name: RuleName, default: int) -> RuleState:
    """Creates the rule with its default value if it does not exist."""
    row = postgresql.insert(_RULES).values(name=name, value=default, changes=0)
    await session.execute(row.on_conflict_do_nothing())
    query = select(_RULES.c.value, _RULES.c.changes).where(_RULES.c.name == name).with_for_update()
    return RuleState(*(await session.execute(query)).one())


async def save_rule(session: AsyncSession, step: RuleStep, changes: int) -> None:
    """Call with the rule locked."""
    moved = update(_RULES).where(_RULES.c.name == step.name)
    await session.execute(moved.values(value=step.value, changes=changes))
    await session.execute(insert(_STEPS).values(**step._asdict()))


async def get_last_rule_step(session: AsyncSession, name: str) -> RuleStep | None:
    query = select(*_STEP_COLUMNS).where(_STEPS.c.name == name).order_by(_STEPS.c.id.desc()).limit(1)
    found = (await session.execute(query)).one_or_none()
    return None if found is None else RuleStep(*found)


async def list_last_rule_steps(session: AsyncSession, names: Iterable[str]) -> dict[str, RuleStep]:
    found = [await get_last_rule_step(session, name) for name in names]
    return {item.name: item for item in found if item is not None}


async def list_rule_steps(session: AsyncSession, most: int) -> list[RuleStep]:
    query = select(*_STEP_COLUMNS).order_by(_STEPS.c.id.desc()).limit(most)
    return [RuleStep(*row) for row in await session.execute(query)]
