from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import RuleChanged, SettingChanged, SettingName
from libs.contracts.events.staff import PlatformChangedByStaff
from libs.contracts.rules import RULES, RuleName
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import staff_changes
from libs.marketplace.people import names_of
from services.admin.cases.schemas import PersonOut
from services.admin.operator_settings import queries, rules
from services.admin.operator_settings.models import SettingStep
from services.admin.operator_settings.queries import RuleState, RuleStep
from services.admin.operator_settings.schemas import (
    OpenOut,
    RuleIn,
    RuleOut,
    RulesOut,
    RuleStepOut,
    SettingIn,
    SettingOut,
    SettingsOut,
    SettingStepOut,
)
from services.admin.settings import AdminSettings

MAX_SETTING_STEPS = 50


async def change_setting(session: AsyncSession, staff: Identity, name: SettingName, form: SettingIn) -> None:
    setting, last = (
        await queries.lock_setting(session, name),
        await queries.get_last_setting_step(session, name),
    )
    if not rules.is_setting_change(
        setting.is_on, setting.changes, wished=form.is_on, seen=form.changes, staff_id=staff.user_id,
        last_by=None if last is None else last.by_id,
    ):  # fmt: skip
        return
    now = await clock.now(session)
    setting.is_on = form.is_on
    setting.changes += 1
    session.add(SettingStep(name=name, is_on=form.is_on, by_id=staff.user_id, words=form.words, at=now))
    event = SettingChanged(
        name=name, is_on=form.is_on, changes=setting.changes, by_admin_id=staff.user_id, changed_at=now
    )
    await outbox.record(session, event, version=setting.changes)
    await staff_changes.record(
        session, PlatformChangedByStaff, "change_setting", by=staff.user_id, about=None, parties=(),
        before={name: not form.is_on}, after={name: form.is_on},
    )  # fmt: skip


async def list_settings_page(session: AsyncSession) -> SettingsOut:
    known, last = (
        await queries.list_settings(session),
        await queries.list_last_setting_steps(session, rules.SETTING_NAMES),
    )
    newest = await queries.list_setting_steps(session, MAX_SETTING_STEPS)
    names = await names_of(session, {item.by_id for item in (*newest, *last.values())})
    settings = []
    for name in rules.SETTING_NAMES:
        row, step = known.get(name), last.get(name)
        settings.append(
            SettingOut(
                name=name,
                is_on=row is None or row.is_on,
                changes=0 if row is None else row.changes,
                last=None if step is None else _setting_step_out(step, names),
            )
        )
    return SettingsOut(settings=settings, steps=[_setting_step_out(item, names) for item in newest])


async def what_is_open(session: AsyncSession, settings: AdminSettings) -> OpenOut:
    paused = {name for name, one in (await queries.list_settings(session)).items() if not one.is_on}
    at_start = await is_first_bid_at_start(session, settings)
    shown = {name: name not in paused for name in ("auctions", "payments", "registration")}
    return OpenOut(**shown, first_bid_at_start=at_start)


def _setting_step_out(step: SettingStep, names: dict[int, str]) -> SettingStepOut:
    by = PersonOut(id=step.by_id, username=names.get(step.by_id, ""))
    shown = step.model_dump(include={"is_on", "words", "at"})
    return SettingStepOut(name=cast("SettingName", step.name), by=by, **shown)


MAX_RULE_STEPS = 50


async def change_rule(
    session: AsyncSession, settings: AdminSettings, staff: Identity, name: RuleName, form: RuleIn
) -> None:
    rule = await queries.lock_rule(session, name, default_value(settings, name))
    last = await queries.get_last_rule_step(session, name)
    if not rules.is_rule_change(
        name, rule.value, rule.changes, wished=form.value, seen=form.changes, staff_id=staff.user_id,
        last_by=None if last is None else last.by_id,
    ):  # fmt: skip
        return
    now, changes = await clock.now(session), rule.changes + 1
    step = RuleStep(name, rule.value, form.value, staff.user_id, form.words, now)
    await queries.save_rule(session, step, changes)
    event = RuleChanged(
        name=name, before=rule.value, value=form.value, changes=changes, by_admin_id=staff.user_id,
        changed_at=now,
    )  # fmt: skip
    await outbox.record(session, event, version=changes)
    await staff_changes.record(
        session, PlatformChangedByStaff, "change_rule", by=staff.user_id, about=None, parties=(),
        before={name: rule.value}, after={name: form.value},
    )  # fmt: skip


async def list_rules_page(session: AsyncSession, settings: AdminSettings) -> RulesOut:
    known, last = await queries.get_rule_values(session), await queries.list_last_rule_steps(session, RULES)
    newest = [
        rule_step
        for rule_step in await queries.list_rule_steps(session, MAX_RULE_STEPS)
        if rule_step.name in RULES
    ]
    names = await names_of(session, {item.by_id for item in (*newest, *last.values())})
    shown = []
    for name, rule in RULES.items():
        default, step = default_value(settings, name), last.get(name)
        state = known.get(name, RuleState(default, 0))
        shown.append(
            RuleOut(
                name=name, kind=rule.kind, value=rule.within(state.value), default=default, least=rule.least,
                most=rule.most, changes=state.changes, last=None if step is None else _rule_step_out(step, names),
            )
        )  # fmt: skip
    return RulesOut(rules=shown, steps=[_rule_step_out(item, names) for item in newest])


async def is_first_bid_at_start(session: AsyncSession, settings: AdminSettings) -> bool:
    known = (await queries.get_rule_values(session)).get("first_bid")
    return (default_value(settings, "first_bid") if known is None else known.value) == 1


def default_value(settings: AdminSettings, name: RuleName) -> int:
    return int(settings.first_bid_rule == "start") if name == "first_bid" else RULES[name].default


def _rule_step_out(step: RuleStep, names: dict[int, str]) -> RuleStepOut:
    by = PersonOut(id=step.by_id, username=names.get(step.by_id, ""))
    return RuleStepOut(
        name=step.name, before=step.before, value=step.value, by=by, words=step.words, at=step.at
    )
