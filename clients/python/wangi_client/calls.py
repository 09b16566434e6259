"""Calls: the key, an answer or a typed refusal, what is sent again by itself, and the stream of events."""

import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import quote

import httpx2

from wangi_client.stream import LONGEST_SILENCE, Event, Place

# A client that is asked to wait for longer gives the refusal to its caller.
LONGEST_WAIT = 60.0
_READS = ("GET", "HEAD")


@dataclass
class Refused(Exception):
    """Wangi answered, and refused. Decide by `code`, show `message`, name `request_id` when you ask us."""

    status: int
    code: str
    message: str
    details: dict[str, Any]
    request_id: str
    retry_after: float | None = None

    def __str__(self) -> str:
        return f"{self.message} ({self.code}, request {self.request_id})"


class Unreachable(Exception):
    """No answer came. What changes something may be done or not: read it again before you repeat it."""


def segment(word: str) -> str:
    """Return a word as one part of a path, whatever stands in it."""
    if word in ("", ".", ".."):
        raise ValueError("this is no part of a path")
    return quote(word, safe="")


class Calls:
    """Calls of one API key. It may be used by several threads."""

    def __init__(
        self,
        key: str,
        address: str = "http://localhost:8080",
        *,
        tries: int = 4,
        timeout: float = 15.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        _check(key, address)
        self._tries, self._sleep, self._timeout = tries, sleep, timeout
        headers = {"Authorization": f"Bearer {key}", "User-Agent": "wangi-client-python/1"}
        self._http = httpx2.Client(base_url=address, headers=headers, timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def call(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        files: Any = None,
        is_keyed: bool = False,
        key: str | None = None,
    ) -> Any:
        """Return the answer. Reads, and calls that carry an Idempotency-Key, are sent again after a lost
        answer; any call is after `rate_limited` and `unavailable`, which did nothing."""
        headers = {"Idempotency-Key": key or secrets.token_urlsafe(18)} if is_keyed else {}
        given = {name: value for name, value in (query or {}).items() if value is not None}
        more: dict[str, Any] = {"json": body} if body is not None else {}
        if files is not None:
            more["files"] = files
        is_repeatable = method in _READS or is_keyed
        for left in range(self._tries - 1, -1, -1):
            try:
                answer = self._http.request(method, path, params=given, headers=headers, **more)
            except httpx2.TransportError as lost:
                if left and is_repeatable:
                    self._sleep(1.0)
                    continue
                raise Unreachable(str(lost)) from lost
            if answer.is_success:
                return _content(answer)
            refused = _refusal(answer)
            wait = refused.retry_after if refused.retry_after is not None else 1.0
            if not left or wait > LONGEST_WAIT or not _is_passing(refused, is_repeatable):
                raise refused
            self._sleep(wait)
        raise AssertionError("the last try returns or raises")

    def follow(
        self,
        types: Sequence[str] = (),
        *,
        auction_id: int | None = None,
        product_id: int | None = None,
        after: str | None = None,
    ) -> Iterator[Event]:
        """Yield what happens to auctions and listings, each event once and in order, without an end. It
        connects again by itself: after a break it goes on behind the last event, and after a passing refusal
        it first waits for as long as that one asks. `after` is the `id` of the last event that you have seen.
        Scope: `events:read`."""
        wishes = {"type": list(types), "auctionId": auction_id, "productId": product_id}
        query = {name: value for name, value in wishes.items() if value}
        place, timeout = Place(after), httpx2.Timeout(self._timeout, read=LONGEST_SILENCE)
        while True:
            headers = {"Last-Event-ID": place.last} if place.last is not None else {}
            wait = 1.0
            try:
                with self._http.stream(
                    "GET", "/api/v1/events/stream", params=query, headers=headers, timeout=timeout
                ) as answer:
                    if answer.is_success:
                        yield from place.read(answer.iter_lines())
                    else:
                        answer.read()
                        refused = _refusal(answer)
                        if not _is_passing(refused, is_repeatable=True):
                            raise refused
                        wait = refused.retry_after or place.next_break()
            except httpx2.TransportError:
                wait = place.next_break()
            self._sleep(wait)


def _check(key: str, address: str) -> None:
    """Raise for what cannot be a key or an address: the answers to it would not say what is wrong."""
    if not key.startswith("wangi_"):
        raise ValueError("a key starts with wangi_: give it as it was shown, without the word Bearer")
    if not address.startswith(("http://", "https://")):
        raise ValueError(f"the address {address!r} needs http:// or https:// in front")


def _is_passing(refused: Refused, is_repeatable: bool) -> bool:
    did_nothing = refused.code in ("rate_limited", "unavailable")
    return did_nothing or (is_repeatable and refused.status in (502, 503, 504))


def _content(answer: httpx2.Response) -> Any:
    is_json = answer.headers.get("content-type", "").startswith("application/json")
    return answer.json() if is_json else answer.content


def _refusal(answer: httpx2.Response) -> Refused:
    try:
        body = answer.json()
    except ValueError:
        body = {}
    body = body if isinstance(body, dict) else {}
    wait = answer.headers.get("retry-after", "")
    return Refused(
        status=answer.status_code,
        code=str(body.get("code", "unknown")),
        message=str(body.get("message", f"The answer was {answer.status_code}.")),
        details=body.get("details") or {},
        request_id=str(body.get("requestId", "")),
        retry_after=float(wait) if wait.isdecimal() else None,
    )
