"""Who may call, said in the signature: `CurrentUser`, `ActiveUser`, `SellerUser`, `AdminUser`, `MaybeUser`."""

import hmac
from datetime import UTC, datetime
from typing import Annotated

import structlog
from fastapi import Depends, Request

from libs.kit import clock
from libs.kit.errors import Banned, Forbidden, NotFound, NotSignedIn, Suspended, Unavailable
from libs.kit.revocation import Revocations
from libs.kit.tokens import Identity, TokenVerifier

READING = frozenset({"GET", "HEAD", "OPTIONS"})


async def _current_user(request: Request) -> Identity:
    user = await _maybe_user(request)
    if user is None:
        raise NotSignedIn
    return user


async def _maybe_user(request: Request) -> Identity | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return None
    if scheme.lower() != "bearer" or not token:
        raise NotSignedIn
    verifier: TokenVerifier = request.app.state.verifier
    identity = await verifier.verify(token.strip())
    _refuse_revoked(request, identity)
    structlog.contextvars.bind_contextvars(user_id=identity.user_id)
    return identity


def _refuse_revoked(request: Request, identity: Identity) -> None:
    revocations: Revocations = request.app.state.revocations
    if revocations.is_void(identity.user_id, identity.epoch):
        raise NotSignedIn
    if request.method not in READING and revocations.stale:
        raise Unavailable


CurrentUser = Annotated[Identity, Depends(_current_user)]
"""Anyone who is signed in."""

MaybeUser = Annotated[Identity | None, Depends(_maybe_user)]
"""Anyone; a guest is None. A token that is not valid is still refused."""


async def _active_user(user: CurrentUser) -> Identity:
    refuse_inactive(user)
    return user


async def active_user(request: Request) -> Identity:
    """The same for what has no route of its own: someone signed in who may act, else the refusal raised."""
    return await _active_user(await _current_user(request))


def refuse_inactive(user: Identity) -> None:
    """Raise for somebody who may look but not act: banned, or suspended until a time that has not come."""
    if user.standing == "banned":
        raise Banned
    until = user.suspended_until
    if until is not None and until > clock.about_now().timestamp():
        raise Suspended(datetime.fromtimestamp(until, UTC))


ActiveUser = Annotated[Identity, Depends(_active_user)]
"""Someone signed in who may act: neither banned nor suspended."""


async def _seller(user: ActiveUser) -> Identity:
    return _holder(user, "seller")


async def _admin(user: CurrentUser) -> Identity:
    return _holder(user, "admin")


def _holder(user: Identity, role: str) -> Identity:
    if role not in user.roles:
        raise Forbidden
    return user


SellerUser = Annotated[Identity, Depends(_seller)]
"""Someone who may act, and sell."""

AdminUser = Annotated[Identity, Depends(_admin)]
"""Someone of the platform's own staff."""


async def _internal(request: Request) -> None:
    """Another part of the house; for everybody else the route does not exist."""
    offered = request.headers.get("x-internal-secret", "")
    wanted: str = request.app.state.settings.internal_secret.get_secret_value()
    if not hmac.compare_digest(offered.encode(), wanted.encode()):
        raise NotFound


Internal = Depends(_internal)

__all__ = ["ActiveUser", "AdminUser", "CurrentUser", "Identity", "Internal", "MaybeUser", "SellerUser", "TokenVerifier"]
