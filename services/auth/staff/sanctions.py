from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import CaseDecided, Outcome, SanctionAppealDecided
from libs.contracts.events.auth import SanctionImposed, SanctionLifted
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace.errors import ConflictOfInterest
from services.auth.accounts.models import User
from services.auth.accounts.queries import lock_user
from services.auth.notifications import case_events
from services.auth.notifications.rules import reason_of
from services.auth.staff import bans, queries, service
from services.auth.staff.models import StaffAct
from services.auth.staff.rules import (
    AdminNotBannable,
    StaffNotBannable,
    SuspensionAct,
    check_bannable,
    still_suspended,
    suspended_by,
    suspension_end,
)
from services.auth.staff.service import Cause


async def carry_out_decision(session: AsyncSession, event: CaseDecided) -> None:
    if event.decision not in ("warn", "suspend"):
        return
    outcome = await _sanction(session, event)
    taken = SanctionImposed(
        case_id=event.case_id,
        user_id=event.about_id,
        sanction=event.decision,
        outcome=outcome,
        taken_at=await clock.now(session),
    )
    await outbox.record(session, taken, version=1)
    if outcome == "done":
        await case_events.notify_sanction(session, event)


async def _sanction(session: AsyncSession, event: CaseDecided) -> Outcome:
    user = await lock_user(session, event.about_id)
    if user is None:
        return "gone"
    reason, days = reason_of(event.reason, user.language), event.days or 0
    until = suspension_end(days, await clock.now(session))
    if until is not None and still_suspended(user.suspended_until, until):
        return "already"
    try:
        if event.decision == "warn":
            await _warn(session, event, reason)
        else:
            await service.suspend(
                session, event.about_id, days, admin_id=event.by_admin_id, reason=reason,
                cause=Cause(case_id=event.case_id),
            )  # fmt: skip
    except (ConflictOfInterest, AdminNotBannable, StaffNotBannable):
        return "refused"
    return "done"


async def _warn(session: AsyncSession, event: CaseDecided, reason: str) -> None:
    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        check_bannable(service.account_status_of(user))
        return True

    await service.perform_act(
        session, event.about_id, "warn", event.by_admin_id, reason, change, Cause(event.case_id)
    )


async def answer_appeal(session: AsyncSession, event: SanctionAppealDecided) -> None:
    """Lifts the sanction if the appeal was granted. Messaging restores hidden content itself."""
    if event.granted and event.sanction != "hide":
        lifted = SanctionLifted(
            case_id=event.case_id,
            user_id=event.about_id,
            sanction=event.sanction,
            outcome=await _take_back(session, event),
            lifted_at=await clock.now(session),
        )
        # The sanction was version 1 of the events of this case.
        await outbox.record(session, lifted, version=2)
    await case_events.notify_appeal(session, event)


async def _take_back(session: AsyncSession, event: SanctionAppealDecided) -> Outcome:
    user = await lock_user(session, event.about_id)
    acts = [] if user is None else await queries.list_sanctions(session, event.about_id)
    own = next((act for act in acts if _is_of(act, event)), None)
    if user is None or own is None:
        return "gone"
    cause = Cause(event.case_id, lifts_id=own.id if event.kind == "sanction" else None)
    reason = reason_of(event.reason, user.language)
    if event.sanction == "ban":
        return await _lift_ban(session, user, own, event.by_admin_id, reason, cause)
    if any((act.case_id, act.act) == (event.case_id, "lift") for act in acts):
        return "already"
    # A suspension that was set later stays in force.
    is_present = event.sanction == "suspend" and _set_until(own) == user.suspended_until
    others = [_suspension_act(act) for act in acts if act.act in ("suspend", "lift") and act.id != own.id]

    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        if is_present:
            until = suspended_by(others)
            await service.set_suspension(session, user, until if still_suspended(until, now) else None, now)
        return True

    was_suspended = still_suspended(user.suspended_until, await clock.now(session))
    await service.perform_act(session, event.about_id, "lift", event.by_admin_id, reason, change, cause)
    return "done" if event.sanction == "warn" or (is_present and was_suspended) else "already"


def _is_of(act: StaffAct, event: SanctionAppealDecided) -> bool:
    if event.kind == "sanction":
        return (act.id, act.act) == (event.subject_id, event.sanction)
    return (act.case_id, act.act) == (event.case_id, event.sanction)


async def _lift_ban(
    session: AsyncSession, user: User, own: StaffAct, by_admin_id: int, reason: str, cause: Cause
) -> Outcome:
    newest = await queries.get_newest_ban_act(session, user.known_id)
    if newest is None or newest.id != own.id or not user.is_banned:
        return "already"
    await bans.unban_account(session, user.known_id, admin_id=by_admin_id, reason=reason, cause=cause)
    return "done"


def _suspension_act(act: StaffAct) -> SuspensionAct:
    return SuspensionAct(act.case_id, _set_until(act), act.act == "lift", act.id, act.lifts_id)


def _set_until(act: StaffAct) -> datetime | None:
    until = act.after["suspendedUntil"]
    return None if until is None else datetime.fromisoformat(until)
