"""Caches responses for guests briefly. Concurrent requests share one request to the service."""

import asyncio
import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp.web import StreamResponse
from multidict import CIMultiDict

from gateway.http import compression
from gateway.http.context import RequestContext
from gateway.http.prepared_answers import head_of
from gateway.http.proxy import BufferedAnswer

_DROPPED_WHEN_KEPT = ("Content-Length", "Cache-Control", "Age", "Expires")
_HARMLESS_VARY = frozenset({"", "accept-encoding", "origin", "authorization", "cookie"})
# Immutable responses can only be deleted. They expire here after this time.
IMMUTABLE_SECONDS = 300.0
GUESTS = "public, max-age=0, must-revalidate"
# Default lifetime of a cached response, in seconds.
MOMENT = 1.0
# For this long after a change, another replica of the service may still return the old response. Responses
# are then cached only briefly, whatever the route table says.
SETTLING_SECONDS, SETTLING_MOMENT = 5.0, 0.05
_S_MAXAGE = re.compile(r"\bs-maxage=(\d+)")

AddHeaders = Callable[[CIMultiDict[str]], None]
Fetch = Callable[[], Awaitable[BufferedAnswer | StreamResponse]]


@dataclass(slots=True)
class CachedAnswer:
    """`about` contains the subjects of the response, for invalidation."""

    headers: CIMultiDict[str]
    body: bytes
    etag: str
    fresh_until: float
    head: bytes
    packed: bytes | None
    packed_head: bytes
    about: tuple[str, ...]


class MicroCache:
    """Limited by size. The least recently used responses are evicted first."""

    def __init__(
        self,
        add_security_headers: AddHeaders,
        *,
        is_live: Callable[[], bool] = lambda: True,
        most_bytes: int = 64 * 1024 * 1024,
    ) -> None:
        self._add_security_headers, self.is_live, self._most_bytes = add_security_headers, is_live, most_bytes
        self.now = time.monotonic
        self._kept: OrderedDict[str, CachedAnswer] = OrderedDict()
        self._keys_about: dict[str, set[str]] = {}
        self._forgotten: OrderedDict[str, float] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[str, tuple[asyncio.Future[CachedAnswer | None], tuple[str, ...]]] = {}

    def forget(self, name: str) -> None:
        """Invalidate the responses about a subject. Later requests never get data that was read before this
        call."""
        for key in list(self._keys_about.get(name, ())):
            self._drop(key)
        for key in [key for key, (_, about) in self._under_way.items() if name in about]:
            del self._under_way[key]
        now = self.now()
        self._forgotten[name] = now
        self._forgotten.move_to_end(name)
        while next(iter(self._forgotten.values())) < now - SETTLING_SECONDS:
            self._forgotten.popitem(last=False)

    def fresh(self, key: str) -> CachedAnswer | None:
        kept = self._kept.get(key)
        if kept is None or kept.fresh_until < self.now():
            return None
        self._kept.move_to_end(key)
        return kept

    async def get(
        self, key: str, fetch: Fetch, seconds: float = MOMENT, about: tuple[str, ...] = ()
    ) -> CachedAnswer | BufferedAnswer | StreamResponse:
        if (kept := self.fresh(key)) is not None:
            return kept
        if (under_way := self._under_way.get(key)) is not None:
            shared = await asyncio.shield(under_way[0])
            return shared if shared is not None else await fetch()
        return await self._lead(key, fetch, seconds, (_path_of(key), *about))

    async def _lead(
        self, key: str, fetch: Fetch, seconds: float, about: tuple[str, ...]
    ) -> CachedAnswer | BufferedAnswer | StreamResponse:
        promise: asyncio.Future[CachedAnswer | None] = asyncio.get_running_loop().create_future()
        self._under_way[key] = mine = (promise, about)
        kept: CachedAnswer | None = None
        try:
            answer = await fetch()
            if isinstance(answer, BufferedAnswer) and may_be_kept(answer):
                kept = await self._make_cached_answer(answer, (*about, *answer.about), seconds)
                if self._under_way.get(key) is mine:  # Otherwise invalidated while it was read.
                    self._store(key, kept)
            return kept or answer
        finally:
            # Waiting requests get the response or continue alone, because a failure of this request does not
            # affect them.
            if self._under_way.get(key) is mine:
                del self._under_way[key]
            promise.set_result(kept)

    async def _make_cached_answer(
        self, answer: BufferedAnswer, about: tuple[str, ...], seconds: float
    ) -> CachedAnswer:
        headers = answer.headers
        cache_control = headers.get("Cache-Control", "")
        for name in _DROPPED_WHEN_KEPT:
            headers.popall(name, None)
        etag = headers.popone("ETag", None) or f'"{hashlib.blake2b(answer.body, digest_size=12).hexdigest()}"'
        headers["Cache-Control"] = cache_control if "immutable" in cache_control else GUESTS
        # Responses for signed-in people are not cached, and the browser's cache must not mix them.
        compression.add_vary(headers, "Accept-Encoding", "Authorization", "Cookie", "Origin")
        self._add_security_headers(headers)
        packed = (
            await compression.gzip(answer.body) if compression.worth_it(headers, len(answer.body)) else None
        )
        until = self.now() + self._seconds(cache_control, about, seconds)
        return _cached_answer(headers, answer.body, etag, packed, until, about)

    def _seconds(self, cache_control: str, about: tuple[str, ...], seconds: float) -> float:
        """At most the time that the service allows. Shorter while invalidation events may be late or
        missing."""
        if "immutable" in cache_control:
            return IMMUTABLE_SECONDS
        if (shared := _S_MAXAGE.search(cache_control)) is not None:
            seconds = min(seconds, float(shared[1]))
        since = self.now() - SETTLING_SECONDS
        if any(self._forgotten.get(name, since) > since for name in about):
            return min(seconds, SETTLING_MOMENT)
        return seconds if self.is_live() else min(seconds, MOMENT)

    def _store(self, key: str, kept: CachedAnswer) -> None:
        self._drop(key)
        self._bytes += _weight(kept)
        self._kept[key] = kept
        for name in kept.about:
            self._keys_about.setdefault(name, set()).add(key)
        while self._bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: str) -> None:
        kept = self._kept.pop(key, None)
        if kept is None:
            return
        self._bytes -= _weight(kept)
        for name in kept.about:
            keys = self._keys_about[name]
            keys.discard(key)
            if not keys:
                del self._keys_about[name]


def _cached_answer(
    headers: CIMultiDict[str],
    body: bytes,
    etag: str,
    packed: bytes | None,
    fresh_until: float,
    about: tuple[str, ...],
) -> CachedAnswer:
    headers["ETag"] = etag
    packed_head = b""
    if packed is not None:
        marked = headers.copy()
        compression.mark_gzipped(marked)
        packed_head = head_of(marked, len(packed))
    return CachedAnswer(
        headers, body, etag, fresh_until, head_of(headers, len(body)), packed, packed_head, about
    )


def _path_of(key: str) -> str:
    return key.partition("?")[0]


def _weight(kept: CachedAnswer) -> int:
    return len(kept.body) + len(kept.packed or b"") + 512


def may_be_kept(answer: BufferedAnswer) -> bool:
    """True if the response is the same for every guest."""
    headers = answer.headers
    rule = headers.get("Cache-Control", "").lower()
    varies = {part.strip().lower() for part in ",".join(headers.getall("Vary", [])).split(",")}
    return (
        answer.status == 200
        and "Set-Cookie" not in headers
        and "private" not in rule
        and "no-store" not in rule
        and varies <= _HARMLESS_VARY
    )


def cache_key(context: RequestContext) -> str | None:
    """Returns None if the response may be personal."""
    if context.method != "GET" or not context.reads_as_guest or "Range" in context.request.headers:
        return None
    return context.target


def is_unchanged(etag: str, context: RequestContext) -> bool:
    if_none_match = context.request.headers.get("If-None-Match")
    if if_none_match is None:
        return False
    plain = etag.removeprefix("W/")
    return if_none_match.strip() == "*" or any(
        tag.strip().removeprefix("W/") == plain for tag in if_none_match.split(",")
    )
