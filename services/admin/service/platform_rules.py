"""The rules of the platform that operators move while it runs."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import RuleChanged
from libs.contracts.events.staff import PlatformChangedByStaff
from libs.contracts.rules import RULES, RuleName
from libs.kit.db.people import names_of
from libs.kit.events import outbox, staff_changes
from libs.kit.http.access import Identity
from libs.kit.process import clock
from services.admin.domain import platform_rules as rules
from services.admin.queries import platform_rules as queries
from services.admin.queries.platform_rules import RuleState, RuleStep
from services.admin.schemas.cases import PersonOut
from services.admin.schemas.platform_rules import RuleIn, RuleOut, RulesOut, RuleStepOut
from services.admin.settings import AdminSettings

MOST_STEPS = 50


async def change(
    session: AsyncSession, settings: AdminSettings, staff: Identity, name: RuleName, form: RuleIn
) -> None:
    """Move a rule; all services that ask it hear of it."""
    known = await queries.locked(session, name, default_of(settings, name))
    last = await queries.last_step(session, name)
    if not rules.is_a_change(
        name, known.value, known.changes, wished=form.value, seen=form.changes, staff_id=staff.user_id,
        last_by=None if last is None else last.by_id,
    ):  # fmt: skip
        return
    now, changes = await clock.now(session), known.changes + 1
    step = RuleStep(name, known.value, form.value, staff.user_id, form.words, now)
    await queries.save(session, step, changes)
    fact = RuleChanged(
        name=name, before=known.value, value=form.value, changes=changes, by_admin_id=staff.user_id,
        changed_at=now,
    )  # fmt: skip
    await outbox.record(session, fact, version=changes)
    await staff_changes.record(
        session, PlatformChangedByStaff, "change_rule", by=staff.user_id, about=None, parties=(),
        before={name: known.value}, after={name: form.value},
    )  # fmt: skip


async def page(session: AsyncSession, settings: AdminSettings) -> RulesOut:
    """Return all rules with who moved them."""
    known, last = await queries.values(session), await queries.last_steps(session, RULES)
    newest = [one for one in await queries.newest_steps(session, MOST_STEPS) if one.name in RULES]
    names = await names_of(session, {one.by_id for one in (*newest, *last.values())})
    shown = []
    for name, rule in RULES.items():
        default, step = default_of(settings, name), last.get(name)
        state = known.get(name, RuleState(default, 0))
        shown.append(
            RuleOut(
                name=name, kind=rule.kind, value=rule.within(state.value), default=default, least=rule.least,
                most=rule.most, changes=state.changes, last=None if step is None else _step_out(step, names),
            )
        )  # fmt: skip
    return RulesOut(rules=shown, steps=[_step_out(one, names) for one in newest])


async def is_first_bid_at_start(session: AsyncSession, settings: AdminSettings) -> bool:
    """Return whether the first bid of an auction that starts now may be its starting price."""
    known = (await queries.values(session)).get("first_bid")
    return (default_of(settings, "first_bid") if known is None else known.value) == 1


def default_of(settings: AdminSettings, name: RuleName) -> int:
    """Return what a rule is where no operator has moved it."""
    return int(settings.first_bid_rule == "start") if name == "first_bid" else RULES[name].default


def _step_out(step: RuleStep, names: dict[int, str]) -> RuleStepOut:
    by = PersonOut(id=step.by_id, username=names.get(step.by_id, ""))
    return RuleStepOut(
        name=step.name, before=step.before, value=step.value, by=by, words=step.words, at=step.at
    )
