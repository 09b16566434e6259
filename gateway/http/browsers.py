"""Browsers with a device cookie have their own rate limits instead of those of their network."""

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
# Sessions may have their own limit here, because nothing can be guessed. On other routes an attacker could
# create new sessions to avoid the limit.
_SESSIONS = frozenset({"/api/v1/auth/refresh", "/api/v1/auth/logout"})
_LONGEST = 256
_AGAIN, _SOON = 300.0, 2.0


class Browsers:
    """Identifies browsers by device cookie. No browser is known before auth has sent the key."""

    def __init__(self) -> None:
        self.marks: CookieMarks | None = None

    def name_of_browser(self, request: BaseRequest) -> str | None:
        """Returns the name of the browser for rate limits, or None without a valid device cookie."""
        if self.marks is None or "Cookie" not in request.headers:
            return None
        for kind, name in _OF_SESSIONS if request.path in _SESSIONS else _OF_BROWSERS:
            cookie = request.cookies.get(name, "")
            word = self.marks.word_in(kind, cookie) if len(cookie) <= _LONGEST else None
            if word is not None:
                # A device cookie starts with its account, so that repeated sign-ins share a limit. A refresh
                # token changes each time, but its session does not.
                owner = word.partition(".")[0]
                return f"{kind}:{hashlib.blake2b(owner.encode(), digest_size=12).hexdigest()}"
        return None

    async def poll_key(self, services: ServiceClient) -> None:
        while True:
            await self.request_key(services)
            await asyncio.sleep(_SOON if self.marks is None else _AGAIN)

    async def request_key(self, services: ServiceClient) -> None:
        try:
            body = await services.get_internal("auth", "/internal/cookie-key")
            self.marks = CookieMarks(*map(bytes.fromhex, [body["key"], *body.get("also", ())]))
        except (DomainError, KeyError, TypeError, ValueError) as away:
            log.info("could not read the device cookie key from auth", cause=repr(away)[:200])
