"""What operators pause and open again while the platform runs."""

from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import SettingChanged, SettingName
from libs.contracts.events.staff import PlatformChangedByStaff
from libs.kit.db.people import names_of
from libs.kit.events import outbox, staff_changes
from libs.kit.http.access import Identity
from libs.kit.process import clock
from services.admin.domain import settings as rules
from services.admin.models import SettingStep
from services.admin.queries import settings as queries
from services.admin.schemas.cases import PersonOut
from services.admin.schemas.settings import OpenOut, SettingIn, SettingOut, SettingsOut, SettingStepOut
from services.admin.service import platform_rules
from services.admin.settings import AdminSettings

MOST_STEPS = 50


async def change(session: AsyncSession, staff: Identity, name: SettingName, form: SettingIn) -> None:
    """Pause something, or open it again; all services hear of it."""
    setting, last = await queries.locked(session, name), await queries.last_step(session, name)
    if not rules.is_a_change(
        setting.is_on, setting.changes, wished=form.is_on, seen=form.changes, staff_id=staff.user_id,
        last_by=None if last is None else last.by_id,
    ):  # fmt: skip
        return
    now = await clock.now(session)
    setting.is_on = form.is_on
    setting.changes += 1
    session.add(SettingStep(name=name, is_on=form.is_on, by_id=staff.user_id, words=form.words, at=now))
    fact = SettingChanged(
        name=name, is_on=form.is_on, changes=setting.changes, by_admin_id=staff.user_id, changed_at=now
    )
    await outbox.record(session, fact, version=setting.changes)
    await staff_changes.record(
        session, PlatformChangedByStaff, "change_setting", by=staff.user_id, about=None, parties=(),
        before={name: not form.is_on}, after={name: form.is_on},
    )  # fmt: skip


async def page(session: AsyncSession) -> SettingsOut:
    """Return all settings with who changed them."""
    known, last = await queries.settings(session), await queries.last_steps(session, rules.NAMES)
    newest = await queries.newest_steps(session, MOST_STEPS)
    names = await names_of(session, {one.by_id for one in (*newest, *last.values())})
    settings = []
    for name in rules.NAMES:
        row, step = known.get(name), last.get(name)
        settings.append(
            SettingOut(
                name=name,
                is_on=row is None or row.is_on,
                changes=0 if row is None else row.changes,
                last=None if step is None else _step_out(step, names),
            )
        )
    return SettingsOut(settings=settings, steps=[_step_out(one, names) for one in newest])


async def what_is_open(session: AsyncSession, settings: AdminSettings) -> OpenOut:
    """Return what is open to everyone, and by which rule new auctions start."""
    paused = {name for name, one in (await queries.settings(session)).items() if not one.is_on}
    at_start = await platform_rules.is_first_bid_at_start(session, settings)
    shown = {name: name not in paused for name in ("auctions", "payments", "registration")}
    return OpenOut(**shown, first_bid_at_start=at_start)


def _step_out(step: SettingStep, names: dict[int, str]) -> SettingStepOut:
    by = PersonOut(id=step.by_id, username=names.get(step.by_id, ""))
    shown = step.model_dump(include={"is_on", "words", "at"})
    return SettingStepOut(name=cast("SettingName", step.name), by=by, **shown)
