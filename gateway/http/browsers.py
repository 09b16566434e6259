"""Browsers that auth has marked: each counts for itself, before anything that it shares with its
neighbours."""

import asyncio
import hashlib

import structlog
from aiohttp.web import BaseRequest

from gateway.http.services import ServiceClient
from libs.kit.errors import DomainError
from libs.kit.security.cookie_marks import DEVICE, REFRESH, CookieMarks

log = structlog.get_logger(__name__)
_OF_BROWSERS = ((DEVICE, "wangi_device"),)
_OF_SESSIONS = (*_OF_BROWSERS, (REFRESH, "wangi_refresh"))
# Where a session counts for itself: nothing is guessed there. Elsewhere sessions would be shares without end.
_SESSIONS = frozenset({"/api/v1/auth/refresh", "/api/v1/auth/logout"})
_LONGEST = 256
_AGAIN, _SOON = 300.0, 2.0


class Browsers:
    """Knows browsers by their cookies alone; none is known before auth has told the key."""

    def __init__(self) -> None:
        self.marks: CookieMarks | None = None

    def name_of_browser(self, request: BaseRequest) -> str | None:
        """Return the name by which limits count this browser; None for one without a mark of ours."""
        if self.marks is None or "Cookie" not in request.headers:
            return None
        for kind, name in _OF_SESSIONS if request.path in _SESSIONS else _OF_BROWSERS:
            cookie = request.cookies.get(name, "")
            word = self.marks.word_in(kind, cookie) if len(cookie) <= _LONGEST else None
            if word is not None:
                # Signing in again and again gives many marks, and one share: a device names its account
                # first. A refresh token changes each time, its session does not.
                owner = word.partition(".")[0]
                return f"{kind}:{hashlib.blake2b(owner.encode(), digest_size=12).hexdigest()}"
        return None

    async def learn(self, services: ServiceClient) -> None:
        """Ask auth for the key, and now and then again."""
        while True:
            await self.ask(services)
            await asyncio.sleep(_SOON if self.marks is None else _AGAIN)

    async def ask(self, services: ServiceClient) -> None:
        """Ask once; without an answer what is known stays."""
        try:
            body = await services.get_internal("auth", "/internal/cookie-key")
            self.marks = CookieMarks(*map(bytes.fromhex, [body["key"], *body.get("also", ())]))
        except (DomainError, KeyError, TypeError, ValueError) as away:
            log.info("auth did not tell which browsers are ours", cause=repr(away)[:200])
