"""A second staff member must approve the ban of a verified seller."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserBanned, UserUnbanned
from libs.kit.process import clock
from libs.marketplace.errors import SecondPersonNeeded
from services.auth.accounts.models import User
from services.auth.accounts.queries import get_user, lock_user
from services.auth.sign_in.service import void_tokens
from services.auth.staff import queries, restrictions
from services.auth.staff.models import StaffAct
from services.auth.staff.rules import check_bannable, may_ban, takes_two_to_ban, waits_for_second_person
from services.auth.staff.service import (
    BY_HAND,
    Cause,
    account_status_of,
    notify_owner,
    perform_act,
    queue_staff_mail,
)
from services.auth.webhooks.service import pause_all_endpoints


async def ban_account(
    session: AsyncSession, user_id: int, *, admin_id: int | None, reason: str, cause: Cause = BY_HAND
) -> User:
    """Bans an account and ends every session. The person can still read orders and data. The ban of a
    verified seller requires a second approval, unless an operator bans (`admin_id` is None)."""

    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        check_bannable(account_status_of(user))
        if user.is_banned:
            return False
        user.is_banned = True
        await notify_owner(session, user, UserBanned(user_id=user_id, by_admin_id=admin_id, banned_at=now))
        await void_tokens(session, user)
        await pause_all_endpoints(session, user_id, "banned")
        return True

    async def report(session: AsyncSession, user: User, written: StaffAct) -> None:
        await restrictions.record_restriction(session, user, written, None, asked_by)

    if admin_id is not None and await _needs_another(session, user_id, admin_id):
        return await perform_act(session, user_id, "ask_ban", admin_id, reason, _ask, cause)
    waiting = await get_pending_ban_request(session, user_id)
    asked_by = None if waiting is None else waiting.by_admin_id
    return await perform_act(session, user_id, "ban", admin_id, reason, change, cause, report)


async def unban_account(
    session: AsyncSession, user_id: int, *, admin_id: int | None, reason: str, cause: Cause = BY_HAND
) -> User:
    """Unbans the account or withdraws a ban request. Tokens with the old status are voided. Whatever the ban
    ended is not restored."""

    async def change(session: AsyncSession, user: User, now: datetime) -> bool:
        if not user.is_banned:
            return False
        user.is_banned = False
        await notify_owner(
            session, user, UserUnbanned(user_id=user_id, by_admin_id=admin_id, unbanned_at=now)
        )
        await void_tokens(session, user, keep_family=None)
        await queue_staff_mail(session, user, "unbanned")
        return True

    await lock_user(session, user_id)  # The request may be approved concurrently.
    if await get_pending_ban_request(session, user_id) is not None:
        return await perform_act(session, user_id, "withdraw_ban", admin_id, reason, _withdraw, cause)
    return await perform_act(session, user_id, "unban", admin_id, reason, change, cause)


async def get_pending_ban_request(
    session: AsyncSession, user_id: int, known: Sequence[StaffAct] | None = None
) -> StaffAct | None:
    """`known` are all staff acts on the account, if already loaded."""
    newest = await queries.get_newest_ban_act(session, user_id, known)
    if newest is None or not waits_for_second_person(
        newest.act, newest.happened_at, await clock.now(session)
    ):
        return None
    asker = await get_user(session, newest.by_admin_id) if newest.by_admin_id else None
    # A request ends when its author loses the role, because the author's account may have been stolen.
    return newest if asker is not None and may_ban(asker.serves_as) else None


async def _needs_another(session: AsyncSession, user_id: int, admin_id: int) -> bool:
    user = await lock_user(session, user_id)
    if user is None or user.is_banned:
        return False
    if not takes_two_to_ban(user.is_verified, user.badge_lost_at, await clock.now(session)):
        return False
    waiting = await get_pending_ban_request(session, user_id)
    if waiting is not None and waiting.by_admin_id == admin_id:
        raise SecondPersonNeeded
    return waiting is None


async def _ask(_: AsyncSession, user: User, __: datetime) -> bool:
    check_bannable(account_status_of(user))
    return True


async def _withdraw(_: AsyncSession, __: User, ___: datetime) -> bool:
    return True
