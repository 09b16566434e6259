"""Publishes restrictions that have no case. The admin service opens a case for each."""

from typing import Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import ActReason
from libs.contracts.events.auth import AccountRestricted
from libs.kit.events import outbox
from services.auth.accounts.models import User
from services.auth.mail.service import write_mail_to
from services.auth.notifications.rules import reason_of
from services.auth.notifications.service import News, notify
from services.auth.staff.models import StaffAct


async def record_restriction(
    session: AsyncSession, user: User, act: StaffAct, days: int | None, asked_by: int | None = None
) -> None:
    assert act.id is not None
    code = cast("ActReason", act.code or "staff")
    event = AccountRestricted(
        act_id=act.id, user_id=user.known_id, by_admin_id=act.by_admin_id,
        sanction="ban" if days is None else "suspend", reason=code, days=days, asked_by=asked_by,
        restricted_at=act.happened_at,
    )  # fmt: skip
    await outbox.record(session, event, version=1)
    kind: Literal["banned", "suspended"] = "banned" if days is None else "suspended"
    link = f"/cases/sanctions/{act.id}"
    until = (
        {} if user.suspended_until is None or days is None else {"until": user.suspended_until.isoformat()}
    )
    await write_mail_to(session, user, kind, path=link, reason=_reason(act, user.language), **until)
    context, about = {"reason": code, **until}, f"act {act.id}"
    news = News(user.known_id, kind, about, context, link, user.known_id, act.happened_at)
    await notify(session, [news])


def _reason(act: StaffAct, language: str) -> str:
    reason = reason_of(act.code or "staff", language)
    if not act.reason:
        return reason
    return act.reason if act.code in (None, "staff") else f"{reason}: {act.reason}"
