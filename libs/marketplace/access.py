"""Access rules of routes, declared as parameter types."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, FastAPI

from libs.kit.errors import Forbidden
from libs.kit.http.access import CurrentUser, bearer_of
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace.errors import Banned, Suspended

STAFF_ROLES = frozenset({"support", "moderator", "finance", "admin"})


async def active_user(user: CurrentUser) -> Identity:
    refuse_inactive(user)
    return user


async def active_bearer(app: FastAPI, token: str) -> Identity:
    """For callers outside of a route. Raises if the person may not act."""
    return await active_user(await bearer_of(app, token, writes=True))


def refuse_inactive(user: Identity) -> None:
    """Raises if the person is banned or currently suspended."""
    if user.account_status == "banned":
        raise Banned
    until = user.suspended_until
    if until is not None and until > clock.about_now().timestamp():
        raise Suspended(datetime.fromtimestamp(until, UTC))


# Neither banned nor suspended.
ActiveUser = Annotated[Identity, Depends(active_user)]


async def _seller(user: ActiveUser) -> Identity:
    return _holder(user, "seller")


async def staff_user(user: CurrentUser) -> Identity:
    return _holder(user, *STAFF_ROLES)


async def _moderator(user: CurrentUser) -> Identity:
    return _holder(user, "moderator", "admin")


async def _finance(user: CurrentUser) -> Identity:
    return _holder(user, "finance", "admin")


async def _admin(user: CurrentUser) -> Identity:
    return _holder(user, "admin")


def _holder(user: Identity, *roles: str) -> Identity:
    if user.roles.isdisjoint(roles):
        raise Forbidden
    return user


SellerUser = Annotated[Identity, Depends(_seller)]

StaffUser = Annotated[Identity, Depends(staff_user)]
ModeratorUser = Annotated[Identity, Depends(_moderator)]
FinanceUser = Annotated[Identity, Depends(_finance)]
AdminUser = Annotated[Identity, Depends(_admin)]
