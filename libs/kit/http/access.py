"""Access to routes is declared in their signatures."""

from typing import Annotated

import structlog
from fastapi import Depends, FastAPI, Header, Request

from libs.kit.errors import READING, NotFound, NotSignedIn, Unavailable
from libs.kit.security.revocation import Revocations
from libs.kit.security.tokens import Identity, TokenVerifier
from libs.kit.settings import Settings


async def _current_user(request: Request) -> Identity:
    user = await _maybe_user(request)
    if user is None:
        raise NotSignedIn
    return user


async def _maybe_user(request: Request) -> Identity | None:
    token = _token_in(request)
    if token is None:
        return None
    return await bearer_of(request.app, token, writes=request.method not in READING)


def _token_in(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return None
    if scheme.lower() != "bearer" or not token:
        raise NotSignedIn
    return token.strip()


async def bearer_to_end(request: Request) -> Identity | None:
    """Verifies the token for signing out. The token may already be revoked."""
    token, verifier = _token_in(request), request.app.state.verifier
    return None if token is None else await verifier.verify(token)


async def bearer_of(app: FastAPI, token: str, *, writes: bool) -> Identity:
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
    """A long response must repeat this check."""
    revocations: Revocations = app.state.revocations
    return revocations.is_void(identity.user_id, identity.epoch) or revocations.is_over(identity.session_id)


CurrentUser = Annotated[Identity, Depends(_current_user)]

# None for a guest. An invalid token is still refused.
MaybeUser = Annotated[Identity | None, Depends(_maybe_user)]


async def _internal(request: Request) -> None:
    """Other callers get a 404, so that the route seems not to exist."""
    if not is_internal(request.app, request.headers.get("x-internal-secret", "")):
        raise NotFound


def is_internal(app: FastAPI, secret: str) -> bool:
    settings: Settings = app.state.settings
    return settings.is_internal(secret)


Internal = Depends(_internal)

# The proof comes from auth's `POST /api/user/{id}/proof`.
ProofWord = Annotated[str | None, Header(alias="Wangi-Proof", max_length=128, pattern=r"^[A-Za-z0-9_.-]*$")]
