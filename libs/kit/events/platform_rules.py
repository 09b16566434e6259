"""The rules that operators move while the platform runs: each service keeps its copy, and asks it in the
transaction in which it decides."""

from sqlalchemy import column, select, table
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import RuleChanged
from libs.contracts.rules import RULES, RuleName
from libs.kit.events.subscribing import Subscriptions

# One row for each rule that was ever moved.
_RULES = table("platform_rules", column("name"), column("value"), column("changes"))


def hear(subscriptions: Subscriptions) -> None:
    subscriptions.also(RuleChanged, keep)


async def keep(fact: RuleChanged, session: AsyncSession) -> None:
    """Write a rule as it is now; an older change never follows a newer one."""
    row = {"name": fact.name, "value": fact.value, "changes": fact.changes}
    copy = insert(_RULES).values(row)
    newer = _RULES.c.changes < copy.excluded.changes
    await session.execute(copy.on_conflict_do_update(index_elements=["name"], set_=row, where=newer))


async def chosen_value(session: AsyncSession, name: RuleName) -> int | None:
    """Return to what an operator has moved a rule; None where none has."""
    query = select(_RULES.c.value).where(_RULES.c.name == name)
    found: int | None = (await session.execute(query)).scalar_one_or_none()
    return None if found is None else RULES[name].within(found)


async def value_of(session: AsyncSession, name: RuleName) -> int:
    """Return a rule as it is now, which is its default until an operator moves it."""
    moved = await chosen_value(session, name)
    return RULES[name].default if moved is None else moved


async def is_on(session: AsyncSession, name: RuleName) -> bool:
    """Return whether a switch is on, as it is until an operator turns it off."""
    return await value_of(session, name) == 1
