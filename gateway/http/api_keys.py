"""API keys are exchanged for tokens, limited to their scopes and rate-limited separately."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gateway import metrics
from gateway.http.authentication import Authenticator
from gateway.http.context import RequestContext
from gateway.http.limits import Limiter, RateLimitStatus
from gateway.http.routes import routes_of_the_contract
from gateway.http.scopes import scope_of
from gateway.http.services import ServiceClient
from gateway.http.table import BROWSE, Rate, Row
from libs.contracts.scopes import READ, Scope
from libs.kit.errors import DomainError, NotFound, NotSignedIn, Unavailable
from libs.kit.security.api_keys import PREFIX, api_key_hash, is_api_key, key_in_session
from libs.kit.security.tokens import Identity
from libs.marketplace.errors import Banned, Suspended

# Per key. Reads without a key have half this limit. Changes also count towards the person's limit, so that
# ten keys cannot bid ten times as often.
QUOTA = Rate("api-key", 1200, 60)
# Limit for unknown keys, because each of them causes a query to auth.
UNKNOWN = Rate("unknown-key", 20, 60, shared=False)
KEPT_SECONDS, REFUSED_SECONDS = 30.0, 5.0
MAX_KEPT = 10_000
PATH = "/internal/api-keys/token"


class InvalidApiKey(DomainError):
    """The key is malformed, unknown, expired, rotated or revoked. The error does not reveal which."""

    status = 401
    code = "invalid_api_key"
    message = "This API key is not valid."


class ScopeMissing(DomainError):
    """`details.scope` contains the missing scope."""

    status = 403
    code = "scope_missing"

    def __init__(self, scope: Scope) -> None:
        super().__init__(f"This API key lacks the scope {scope}.", scope=scope)


class NotForApiKeys(DomainError):
    status = 403
    code = "not_for_api_keys"
    message = "This can only be done by a person who is signed in."


@dataclass(frozen=True, slots=True)
class _KeyAnswer:
    """The result of an exchange with auth: a token, or a factory for the error to raise."""

    until: float
    token: str = ""
    refusal: Callable[[], DomainError] | None = None


class ApiKeys:
    """Only hashes of keys are cached."""

    def __init__(self, services: ServiceClient, authenticator: Authenticator, limiter: Limiter) -> None:
        self._services, self._authenticator, self._limiter = services, authenticator, limiter
        self._kept: OrderedDict[bytes, _KeyAnswer] = OrderedDict()
        self._asking: dict[bytes, asyncio.Task[Identity]] = {}
        self._routes = routes_of_the_contract()

    async def admit(self, context: RequestContext, row: Row, key: str) -> None:
        """Authenticate the key, check its scope and count the call. Raises if any of these fails."""
        identity = await self._recognise(context, row, key)
        await self._count(context, QUOTA, f"key:{key_in_session(identity.session_id)}")
        scope = scope_of(context.method, context.path)
        if scope is None:
            raise NotForApiKeys if self._routes.knows(context.path) else NotFound
        if scope not in (identity.scopes or ()):
            raise ScopeMissing(scope)
        context.by_key = True
        if scope == READ:
            return
        context.identity = identity
        if row.rate is not BROWSE:
            await self._count(context, row.rate, context.person)

    async def _recognise(self, context: RequestContext, row: Row, key: str) -> Identity:
        if not is_api_key(key):
            await self._count(context, row.rate, None)
            raise InvalidApiKey
        try:
            return await self._identity(context, key)
        except InvalidApiKey:
            await self._limiter.count_call(UNKNOWN, context, None)
            raise
        except (Banned, Suspended):
            await self._count(context, QUOTA, f"key:{api_key_hash(key).hex()}")
            raise

    async def _count(self, context: RequestContext, rate: Rate, own: str | None) -> None:
        status = await self._limiter.count_call(rate, context, own)
        _report(context, status)

    async def _identity(self, context: RequestContext, key: str) -> Identity:
        """Returns the owner of the key. If the cached token was revoked, the key is exchanged again."""
        name = api_key_hash(key)
        kept = self._kept.get(name)
        if kept is not None and time.monotonic() < kept.until:
            if kept.refusal is not None:
                raise kept.refusal()
            try:
                return await self._authenticator.identify(kept.token, of_key=True)
            except NotSignedIn:
                pass
        # A key that was valid at the last exchange is refreshed even if strangers have used up the limit.
        if kept is None or kept.refusal is not None:
            self._limiter.check_call(UNKNOWN, context, None)
        asking = self._asking.get(name)
        if asking is None:
            asking = self._asking[name] = asyncio.create_task(self._ask(name, key))
            asking.add_done_callback(lambda done: self._forget_question(name, done))
        return await asyncio.shield(asking)

    def _forget_question(self, name: bytes, done: asyncio.Task[Identity]) -> None:
        del self._asking[name]
        if not done.cancelled():
            done.exception()  # All callers may have disconnected.

    async def _ask(self, name: bytes, key: str) -> Identity:
        token, refusal = await self._exchange(key)
        metrics.KEY_EXCHANGES.labels("token" if refusal is None else refusal().code).inc()
        seconds = KEPT_SECONDS if refusal is None else REFUSED_SECONDS
        self._kept[name] = _KeyAnswer(time.monotonic() + seconds, token, refusal)
        self._kept.move_to_end(name)
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        if refusal is not None:
            raise refusal()
        try:
            return await self._authenticator.identify(token, of_key=True)
        except NotSignedIn as ended:  # Revoked during the exchange.
            raise InvalidApiKey from ended

    async def _exchange(self, key: str) -> tuple[str, Callable[[], DomainError] | None]:
        answer = await self._services.ask_internal("auth", PATH, {"key": key})
        if answer.status == 403:
            return "", _refusal_in(answer.body)
        if answer.status != 200 or not isinstance(answer.body, dict):
            raise Unavailable
        token = answer.body.get("token")
        return (token, None) if isinstance(token, str) else ("", InvalidApiKey)


def is_meant_as_key(token: str | None) -> bool:
    return token is not None and token.startswith(PREFIX)


def _refusal_in(body: Any) -> Callable[[], DomainError]:
    """The error that auth returned, if the owner is banned or suspended."""
    try:
        if body["code"] == Suspended.code:
            until = datetime.fromisoformat(body["details"]["until"])
            return lambda: Suspended(until)
    except (KeyError, TypeError, ValueError):
        return Unavailable
    return Banned if body["code"] == Banned.code else Unavailable


def _report(context: RequestContext, status: RateLimitStatus) -> None:
    remaining = context.answer_headers.get("RateLimit-Remaining")
    if remaining is None or status.limit - status.used < int(remaining):
        context.answer_headers.update(status.headers())
