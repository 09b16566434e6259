"""Answers to guests, kept for a moment and fetched once however many ask at the same time."""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp.web import StreamResponse
from multidict import CIMultiDict

from gateway import compression
from gateway.proxy import Whole
from gateway.ready import head_of
from gateway.visit import Visit

_DROPPED_WHEN_KEPT = ("Content-Length", "Cache-Control", "Age", "Expires")
_HARMLESS_VARY = frozenset({"", "accept-encoding", "origin", "authorization", "cookie"})
IMMUTABLE_SECONDS = 300.0
"""What never changes under its name may only cease to be: then it is gone here after this time."""
GUESTS = "public, max-age=0, must-revalidate"

Clothe = Callable[[CIMultiDict[str]], None]
Fetch = Callable[[], Awaitable[Whole | StreamResponse]]


@dataclass(slots=True)
class Kept:
    """One answer, ready to be sent many times."""

    headers: CIMultiDict[str]
    body: bytes
    etag: str
    fresh_until: float
    head: bytes
    packed: bytes | None
    packed_head: bytes


class MicroCache:
    """At most so many bytes of answers, the least used leave first."""

    def __init__(self, clothe: Clothe, *, most_bytes: int = 64 * 1024 * 1024) -> None:
        self._clothe, self._most_bytes = clothe, most_bytes
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._by_path: dict[str, set[str]] = {}
        self._bytes = 0
        self._under_way: dict[str, asyncio.Future[Kept | None]] = {}

    def forget(self, path: str) -> None:
        """What this address shows has changed: nobody who asks from now on gets what was read before."""
        for key in self._by_path.pop(path, ()):
            self._bytes -= _weight(self._kept.pop(key, None))
        for key in [key for key in self._under_way if _path_of(key) == path]:
            del self._under_way[key]

    def fresh(self, key: str) -> Kept | None:
        """The kept answer, while it is fresh."""
        kept = self._kept.get(key)
        if kept is None or kept.fresh_until < time.monotonic():
            return None
        self._kept.move_to_end(key)
        return kept

    async def get(self, key: str, fetch: Fetch, seconds: float = 1.0) -> Kept | Whole | StreamResponse:
        """The kept answer, or that of the one request under way, or one fetched now."""
        if (kept := self.fresh(key)) is not None:
            return kept
        if (under_way := self._under_way.get(key)) is not None:
            shared = await asyncio.shield(under_way)
            return shared if shared is not None else await fetch()
        return await self._lead(key, fetch, seconds)

    async def _lead(self, key: str, fetch: Fetch, seconds: float) -> Kept | Whole | StreamResponse:
        promise: asyncio.Future[Kept | None] = asyncio.get_running_loop().create_future()
        self._under_way[key] = promise
        kept: Kept | None = None
        try:
            answer = await fetch()
            if isinstance(answer, Whole) and may_be_kept(answer):
                kept = await self._made(answer, seconds)
                if self._under_way.get(key) is promise:  # else it was forgotten while it was read
                    self._store(key, kept)
            return kept or answer
        finally:
            # Those who wait get the answer, or go on by themselves: another's failure is not theirs.
            if self._under_way.get(key) is promise:
                del self._under_way[key]
            promise.set_result(kept)

    async def _made(self, answer: Whole, seconds: float) -> Kept:
        headers = answer.headers
        forever = "immutable" in headers.get("Cache-Control", "")
        rule = headers.get("Cache-Control", "") if forever else GUESTS
        for name in _DROPPED_WHEN_KEPT:
            headers.popall(name, None)
        etag = headers.popone("ETag", None) or f'"{hashlib.blake2b(answer.body, digest_size=12).hexdigest()}"'
        headers["Cache-Control"] = rule
        # Nothing of the signed-in is kept here, and the browser's own cache must not mix the two either.
        compression.vary(headers, "Accept-Encoding", "Authorization", "Cookie", "Origin")
        self._clothe(headers)
        packed = await compression.gzip(answer.body) if compression.worth_it(headers, len(answer.body)) else None
        return _made(headers, answer.body, etag, packed, time.monotonic() + (IMMUTABLE_SECONDS if forever else seconds))

    def _store(self, key: str, kept: Kept) -> None:
        self._bytes += _weight(kept) - _weight(self._kept.pop(key, None))
        self._kept[key] = kept
        self._by_path.setdefault(_path_of(key), set()).add(key)
        while self._bytes > self._most_bytes:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        key, kept = self._kept.popitem(last=False)
        self._bytes -= _weight(kept)
        keys = self._by_path.get(_path_of(key), set())
        keys.discard(key)
        if not keys:
            self._by_path.pop(_path_of(key), None)


def _made(headers: CIMultiDict[str], body: bytes, etag: str, packed: bytes | None, fresh_until: float) -> Kept:
    headers["ETag"] = etag
    packed_head = b""
    if packed is not None:
        marked = headers.copy()
        compression.mark(marked)
        packed_head = head_of(marked, len(packed))
    return Kept(headers, body, etag, fresh_until, head_of(headers, len(body)), packed, packed_head)


def _path_of(key: str) -> str:
    return key.partition("?")[0]


def _weight(kept: Kept | None) -> int:
    return 0 if kept is None else len(kept.body) + len(kept.packed or b"") + 512


def may_be_kept(answer: Whole) -> bool:
    """Whether an answer is the same for every guest."""
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


def cache_key(visit: Visit) -> str | None:
    """The key of a guest's read; None for every request that may be somebody's."""
    if visit.method != "GET" or not visit.anonymous or "Range" in visit.request.headers:
        return None
    return visit.target


def unchanged(etag: str, visit: Visit) -> bool:
    """Whether the client holds this very version."""
    held = visit.request.headers.get("If-None-Match")
    if held is None:
        return False
    plain = etag.removeprefix("W/")
    return held.strip() == "*" or any(tag.strip().removeprefix("W/") == plain for tag in held.split(","))
