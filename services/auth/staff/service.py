"""Each staff action is recorded in its transaction, with actor, reason, and the values before and after."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Event
from libs.contracts.events.admin import ActReason
from libs.contracts.events.auth import AccountRead, IdentityChecked, SellerRightsChanged, UserSuspended
from libs.contracts.events.staff import AccountChangedByStaff
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock, telemetry
from libs.marketplace import staff_changes
from libs.marketplace.errors import ConflictOfInterest
from services.auth.accounts.models import User
from services.auth.accounts.queries import lock_user
from services.auth.api_keys.service import end_all_keys, list_access
from services.auth.mail.service import write_mail_to
from services.auth.notifications.kinds import MailKind
from services.auth.passkeys.queries import drop_passkeys
from services.auth.second_factor import service as second_factor_service
from services.auth.sign_in import credentials
from services.auth.sign_in.service import void_tokens
from services.auth.staff import restrictions
from services.auth.staff.models import StaffAct
from services.auth.staff.rules import (
    AccountState,
    BannedCannotServe,
    StaffRole,
    check_bannable,
    suspension_end,
)

# Values in the record besides the account status: name, before and after.
_BESIDE: dict[str, tuple[str, bool, bool]] = {
    "ask_ban": ("banAsked", False, True), "withdraw_ban": ("banAsked", True, False), "warn": ("warned", False, True),
    "end_sessions": ("sessionsEnded", False, True), "remove_second_factor": ("hasSecondFactor", True, False),
}  # fmt: skip


Change = Callable[[AsyncSession, User, datetime], Awaitable[bool]]


@dataclass(frozen=True)
class Cause:
    """Why an action happens: a case, a reason code, or the appeal against an earlier action."""

    case_id: int | None = None
    code: ActReason | None = None
    lifts_id: int | None = None


NO_CAUSE, BY_HAND = Cause(), Cause(code="staff")


# Called once the action has an id.
Report = Callable[[AsyncSession, User, StaffAct], Awaitable[None]]


async def suspend(
    session: AsyncSession,
    user_id: int,
    days: int,
    *,
    admin_id: int | None,
    reason: str,
    cause: Cause = BY_HAND,
) -> User:
    """Suspends the account, or lifts the suspension if `days` is 0. Sessions continue with new tokens."""

    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        check_bannable(account_status_of(user))
        until = suspension_end(days, now)
        if until is None and user.suspended_until is None:
            return False
        await set_suspension(session, user, until, now)
        if until is not None and cause.case_id is not None:
            path = f"/cases/{cause.case_id}"
            await queue_staff_mail(
                session, user, "suspended_in_case", path=path, reason=reason, until=until.isoformat()
            )
        return True

    async def report(session: AsyncSession, user: User, written: StaffAct) -> None:
        if user.suspended_until is not None and cause.case_id is None:
            await restrictions.record_restriction(session, user, written, days)

    return await perform_act(session, user_id, "suspend", admin_id, reason, change, cause, report)


async def set_suspension(session: AsyncSession, user: User, until: datetime | None, now: datetime) -> None:
    """Lifts the suspension if `until` is None. Sessions continue with new tokens."""
    user.suspended_until = until
    event = UserSuspended(user_id=user.known_id, until=until or now, suspended_at=now)
    await notify_owner(session, user, event)
    await void_tokens(session, user, keep_family=None)


async def end_sessions(session: AsyncSession, user_id: int, *, admin_id: int | None, reason: str) -> User:
    """Also ends API keys, pauses webhooks, and mails the owner."""

    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        ended = await list_access(session, user.known_id)
        await void_tokens(session, user)
        await end_all_keys(session, user.known_id)
        await write_mail_to(
            session, user, "sessions_ended", ended_keys=ended.keys, paused_webhooks=ended.webhooks
        )
        return True

    return await perform_act(session, user_id, "end_sessions", admin_id, reason, change)


async def remove_second_factor(session: AsyncSession, user_id: int, *, reason: str) -> User:
    """Only for the command line. Ends all sessions. A staff role must be given again."""

    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        if not user.has_second_factor:
            return False
        await second_factor_service.clear(session, user)
        await write_mail_to(session, user, "second_factor_off")
        await credentials.record_change(session, user, "second_factor_off")
        await void_tokens(session, user)
        return True

    return await perform_act(session, user_id, "remove_second_factor", None, reason, change)


async def set_seller_rights(
    session: AsyncSession, user_id: int, is_seller: bool, *, admin_id: int | None, reason: str
) -> User:
    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        if user.is_seller == is_seller:
            return False
        user.is_seller = is_seller
        await notify_owner(
            session, user, SellerRightsChanged(user_id=user_id, is_seller=is_seller, changed_at=now)
        )
        await void_tokens(session, user, keep_family=None)
        return True

    return await perform_act(session, user_id, "seller_rights", admin_id, reason, change)


async def check_identity(
    session: AsyncSession, user_id: int, is_checked: bool, *, admin_id: int | None, reason: str
) -> User:
    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        if (user.identity_checked_at is not None) == is_checked:
            return False
        user.identity_checked_at = now if is_checked else None
        await notify_owner(
            session, user, IdentityChecked(user_id=user_id, is_checked=is_checked, changed_at=now)
        )
        return True

    return await perform_act(session, user_id, "check_identity", admin_id, reason, change)


async def read_account(session: AsyncSession, user_id: int, *, admin_id: int) -> tuple[User, datetime]:
    user = await lock_user(session, user_id)
    if user is None:
        raise NotFound
    now = await clock.now(session)
    await notify_owner(session, user, AccountRead(user_id=user_id, by_admin_id=admin_id, read_at=now))
    return user, now


async def give_role(
    session: AsyncSession, user_id: int, role: StaffRole, *, reason: str, admin_id: int | None = None
) -> User:
    """Call for an operator, or when a second admin approves. Ends sessions, passkeys and API keys, because an
    intruder may have created them."""

    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        if user.is_banned:
            raise BannedCannotServe
        if user.serves_as == role and (user.serves_in_two_steps or not user.has_second_factor):
            return False
        user.is_admin, user.staff_role = role == "admin", None if role == "admin" else role
        user.staff_since = now
        await drop_passkeys(session, user_id)
        await end_all_keys(session, user_id)
        await void_tokens(session, user)
        return True

    return await perform_act(session, user_id, f"make_{role}", admin_id, reason, change)


async def take_role(session: AsyncSession, user_id: int, *, reason: str, admin_id: int | None = None) -> User:
    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        if user.serves_as is None:
            return False
        user.is_admin, user.staff_role, user.staff_since = False, None, None
        await void_tokens(session, user)
        return True

    return await perform_act(session, user_id, "remove_staff", admin_id, reason, change)


async def perform_act(
    session: AsyncSession,
    user_id: int,
    name: str,
    admin_id: int | None,
    reason: str,
    change: Change,
    cause: Cause = NO_CAUSE,
    report: Report | None = None,
    role_asked: tuple[str | None, str | None] | None = None,
) -> User:
    """Performs `change` and records it. Refuses actions on the actor's own account. Records nothing if
    `change` returns False."""
    ConflictOfInterest.refuse_party(admin_id, (user_id,))
    user = await lock_user(session, user_id)
    if user is None:
        raise NotFound
    before, now = account_status_of(user).as_dict(), await clock.now(session)
    if await change(session, user, now):
        after = account_status_of(user).as_dict()
        if role_asked is not None:
            before["roleAsked"], after["roleAsked"] = role_asked
        written = StaffAct(
            user_id=user_id, by_admin_id=admin_id, act=name, reason=reason, before=before, after=after,
            request_id=telemetry.request_id(), case_id=cause.case_id, code=cause.code, lifts_id=cause.lifts_id,
            happened_at=now,
        )  # fmt: skip
        session.add(written)
        await session.flush()
        if report is not None:
            await report(session, user, written)
        beside = [_BESIDE[name]] if name in _BESIDE else []
        await staff_changes.record(
            session, AccountChangedByStaff, name, by=admin_id, about=user_id, parties=(user_id,),
            case_id=cause.case_id, reason=cause.code, before=before | {field: was for field, was, _ in beside},
            after=after | {field: became for field, _, became in beside},
        )  # fmt: skip
    return user


async def notify_owner(session: AsyncSession, user: User, event: Event) -> None:
    user.version += 1
    await outbox.record(session, event, version=user.version)


async def queue_staff_mail(session: AsyncSession, user: User, kind: MailKind, **context: str) -> None:
    context["reason"] = context.get("reason") or "-"
    await write_mail_to(session, user, kind, **context)


def account_status_of(user: User) -> AccountState:
    return AccountState(
        serves_as=user.serves_as,
        is_banned=user.is_banned,
        is_seller=user.is_seller,
        suspended_until=user.suspended_until,
        identity_checked_at=user.identity_checked_at,
    )
