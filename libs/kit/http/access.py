"""Who may call a route, declared in its signature: `CurrentUser`, `ActiveUser`, `SellerUser`, `MaybeUser`,
and for staff `StaffUser`, `ModeratorUser`, `FinanceUser`, `AdminUser`."""

from datetime import UTC, datetime
from typing import Annotated

import structlog
from fastapi import Depends, FastAPI, Header, Request

from libs.kit.http.errors import Banned, Forbidden, NotFound, NotSignedIn, Suspended, Unavailable
from libs.kit.process import clock
from libs.kit.process.settings import Settings
from libs.kit.security.revocation import Revocations
from libs.kit.security.tokens import Identity, TokenVerifier

READING = frozenset({"GET", "HEAD", "OPTIONS"})
STAFF_ROLES = frozenset({"support", "moderator", "finance", "admin"})


async def _current_user(request: Request) -> Identity:
    user = await _maybe_user(request)
    if user is None:
        raise NotSignedIn
    return user


async def _maybe_user(request: Request) -> Identity | None:
    token = _token_in(request)
    if token is None:
        return None
    return await _bearer(request.app, token, writes=request.method not in READING)


def _token_in(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return None
    if scheme.lower() != "bearer" or not token:
        raise NotSignedIn
    return token.strip()


async def bearer_to_end(request: Request) -> Identity | None:
    """The bearer for signing out. The token may be revoked already."""
    token, verifier = _token_in(request), request.app.state.verifier
    return None if token is None else await verifier.verify(token)


async def _bearer(app: FastAPI, token: str, *, writes: bool) -> Identity:
    verifier: TokenVerifier = app.state.verifier
    identity = await verifier.verify(token)
    if is_revoked(app, identity):
        raise NotSignedIn
    revocations: Revocations = app.state.revocations
    if writes and revocations.stale:
        raise Unavailable
    structlog.contextvars.bind_contextvars(user_id=identity.user_id)
    return identity


def is_revoked(app: FastAPI, identity: Identity) -> bool:
    """Whether a token was revoked after it was issued. A long response has to check this again."""
    revocations: Revocations = app.state.revocations
    return revocations.is_void(identity.user_id, identity.epoch) or revocations.is_over(identity.session_id)


# Anyone who is signed in.
CurrentUser = Annotated[Identity, Depends(_current_user)]

# Anyone. None for a guest. An invalid token is still refused.
MaybeUser = Annotated[Identity | None, Depends(_maybe_user)]


async def active_user(user: CurrentUser) -> Identity:
    refuse_inactive(user)
    return user


async def active_bearer(app: FastAPI, token: str) -> Identity:
    """For callers without a route: the person behind a token. Raises if they may not act."""
    return await active_user(await _bearer(app, token, writes=True))


def refuse_inactive(user: Identity) -> None:
    """Raises for a person who may read but not act: banned, or currently suspended."""
    if user.standing == "banned":
        raise Banned
    until = user.suspended_until
    if until is not None and until > clock.about_now().timestamp():
        raise Suspended(datetime.fromtimestamp(until, UTC))


# A signed-in person who is neither banned nor suspended.
ActiveUser = Annotated[Identity, Depends(active_user)]


async def _seller(user: ActiveUser) -> Identity:
    return _holder(user, "seller")


async def _staff(user: CurrentUser) -> Identity:
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


# An active person who may sell.
SellerUser = Annotated[Identity, Depends(_seller)]

# Staff in any role, moderators, finance and admins.
StaffUser = Annotated[Identity, Depends(_staff)]
ModeratorUser = Annotated[Identity, Depends(_moderator)]
FinanceUser = Annotated[Identity, Depends(_finance)]
AdminUser = Annotated[Identity, Depends(_admin)]


async def _internal(request: Request) -> None:
    """Another service. For everybody else the route does not exist."""
    if not is_internal(request.app, request.headers.get("x-internal-secret", "")):
        raise NotFound


def is_internal(app: FastAPI, secret: str) -> bool:
    settings: Settings = app.state.settings
    return settings.is_internal(secret)


Internal = Depends(_internal)

__all__ = [
    "ActiveUser",
    "AdminUser",
    "CurrentUser",
    "FinanceUser",
    "Identity",
    "Internal",
    "MaybeUser",
    "ModeratorUser",
    "SellerUser",
    "StaffUser",
    "TokenVerifier",
]

# The proof from auth's `POST /api/user/{id}/proof`, for actions that need more than a token.
ProofWord = Annotated[str | None, Header(alias="Wangi-Proof", max_length=128, pattern=r"^[A-Za-z0-9_.-]*$")]
