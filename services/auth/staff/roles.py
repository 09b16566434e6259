"""One admin requests a role change and another admin approves it. An operator needs no approval."""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import NotFound
from libs.kit.process import clock
from libs.marketplace.errors import SecondPersonNeeded
from services.auth.accounts.models import User
from services.auth.accounts.queries import get_user, lock_user
from services.auth.staff import queries, service
from services.auth.staff.models import StaffAct
from services.auth.staff.rules import NO_ROLE, AskedRole, BannedCannotServe, OwnRole, StaffRole, role_waits


async def change(session: AsyncSession, user_id: int, role: AskedRole, *, admin_id: int, reason: str) -> User:
    user = await _locked(session, user_id, admin_id)
    if user.is_banned and role != NO_ROLE:
        raise BannedCannotServe
    if _is_so(user, role):
        return user
    waiting = await pending_role_request(session, user_id)
    if waiting is None or asked_role(waiting) != role or not await _still_counts(session, waiting):
        return await service.perform_act(
            session, user_id, "ask_role", admin_id, reason, _write, role_asked=(asked_role(waiting), role)
        )
    if waiting.by_admin_id == admin_id:
        raise SecondPersonNeeded
    if role == NO_ROLE:
        return await service.take_role(session, user_id, reason=reason, admin_id=admin_id)
    return await service.give_role(
        session, user_id, cast("StaffRole", role), reason=reason, admin_id=admin_id
    )


async def withdraw(session: AsyncSession, user_id: int, *, admin_id: int) -> User:
    user = await _locked(session, user_id, admin_id)
    waiting = await pending_role_request(session, user_id)
    if waiting is None:
        return user
    asked = asked_role(waiting)
    return await service.perform_act(
        session, user_id, "withdraw_role", admin_id, "", _write, role_asked=(asked, None)
    )


async def pending_role_request(
    session: AsyncSession, user_id: int, known: Sequence[StaffAct] | None = None
) -> StaffAct | None:
    """`known` are all staff acts on the account, if already loaded."""
    newest = await queries.get_newest_role_act(session, user_id, known)
    if newest is None or not role_waits(newest.act, newest.happened_at, await clock.now(session)):
        return None
    return newest


async def _still_counts(session: AsyncSession, waiting: StaffAct) -> bool:
    """True if the author of the request is still an admin. A former admin's account may have been stolen."""
    assert waiting.by_admin_id is not None, "an operator needs no second person"
    asker = await get_user(session, waiting.by_admin_id)
    return asker is not None and asker.serves_as == "admin"


def asked_role(act: StaffAct | None) -> AskedRole | None:
    return None if act is None else cast("AskedRole", act.after["roleAsked"])


async def _locked(session: AsyncSession, user_id: int, admin_id: int) -> User:
    OwnRole.refuse_party(admin_id, (user_id,))
    user = await lock_user(session, user_id)
    if user is None:
        raise NotFound
    return user


def _is_so(user: User, role: AskedRole) -> bool:
    if role == NO_ROLE:
        return user.serves_as is None
    return user.serves_as == role and (user.serves_in_two_steps or not user.has_second_factor)


async def _write(_: AsyncSession, __: User, ___: datetime) -> bool:
    return True
