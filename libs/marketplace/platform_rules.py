"""Platform rules that operators change at run time. They are read in the transaction that depends on them."""

from sqlalchemy import column, select, table
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import RuleChanged
from libs.contracts.rules import RULES, RuleName
from libs.kit.events.subscribing import Subscriptions

# Contains only rules that were changed at least once.
_RULES = table("platform_rules", column("name"), column("value"), column("changes"))


def subscribe(subscriptions: Subscriptions) -> None:
    subscriptions.also(RuleChanged, store_rule)


async def store_rule(event: RuleChanged, session: AsyncSession) -> None:
    """An older change never overrides a newer change."""
    row = {"name": event.name, "value": event.value, "changes": event.changes}
    copy = insert(_RULES).values(row)
    newer = _RULES.c.changes < copy.excluded.changes
    await session.execute(copy.on_conflict_do_update(index_elements=["name"], set_=row, where=newer))


async def chosen_value(session: AsyncSession, name: RuleName) -> int | None:
    """The operator's override for a rule, or None."""
    query = select(_RULES.c.value).where(_RULES.c.name == name)
    found: int | None = (await session.execute(query)).scalar_one_or_none()
    return None if found is None else RULES[name].within(found)


async def value_of(session: AsyncSession, name: RuleName) -> int:
    """The operator's override for a rule, or the default."""
    moved = await chosen_value(session, name)
    return RULES[name].default if moved is None else moved


async def is_on(session: AsyncSession, name: RuleName) -> bool:
    """Switches are on unless an operator has turned them off."""
    return await value_of(session, name) == 1
