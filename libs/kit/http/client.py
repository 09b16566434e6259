"""Calls from one service to another: kept-alive, with a deadline, one retry for reads, and a breaker."""

import time
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import aiohttp

from libs.kit.http.errors import Unavailable, lost_answer
from libs.kit.process import telemetry

# Longer than a lock wait of the called service, shorter than the gateway waits for us.
DEADLINE_SECONDS = 4.0
# A long answer in which nothing came for so long is given up.
SILENCE_SECONDS = 15.0


class Breaker:
    """After five failures in a row, refuse for half a second instead of waiting for one that is away."""

    def __init__(self, limit: int = 5, pause: float = 0.5) -> None:
        self._limit, self._pause = limit, pause
        self._failures = 0
        self._closed_until = 0.0

    def check(self) -> None:
        """Raise `Unavailable` while the pause lasts."""
        if time.monotonic() < self._closed_until:
            raise Unavailable

    def succeeded(self) -> None:
        self._failures = 0

    def failed(self) -> None:
        """Note that the other side did not answer."""
        self._failures += 1
        if self._failures >= self._limit:
            self._closed_until = time.monotonic() + self._pause


class Answer:
    """Status and JSON of an internal answer."""

    def __init__(self, status: int, body: Any) -> None:
        self.status, self.body = status, body


class LongAnswer:
    """An answer that is read as it comes."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Yield the body; `Unavailable` where it breaks off before its end."""
        try:
            async for piece in self._response.content.iter_any():
                yield piece
        except (aiohttp.ClientError, TimeoutError) as away:
            raise Unavailable from away

    def close(self) -> None:
        self._response.close()


class InternalClient:
    """One other service, by its base address."""

    def __init__(self, base_url: str, secret: str, *, deadline: float = DEADLINE_SECONDS) -> None:
        self._base_url, self._secret, self._deadline = base_url, secret, deadline
        self._breaker = Breaker()
        self._session: aiohttp.ClientSession | None = None

    async def get(self, path: str, token: str | None = None) -> Answer:
        """Read; tried twice, because reading again does no harm."""
        try:
            return await self._call("GET", path, None, token)
        except Unavailable:
            return await self._call("GET", path, None, token)

    async def open(self, path: str) -> LongAnswer:
        """Begin to read a long answer; `Unavailable` unless it begins with 200. No limit for the whole: its
        reader may be slow, and reading stops while they are."""
        self._breaker.check()
        patience = aiohttp.ClientTimeout(total=None, connect=self._deadline, sock_read=SILENCE_SECONDS)
        try:
            response = await self._connected().get(
                f"{self._base_url}{path}", headers=self._headers(None), timeout=patience
            )
        except (aiohttp.ClientError, TimeoutError) as away:
            self._breaker.failed()
            raise Unavailable from away
        self._breaker.succeeded()
        # An answer without a length or chunks ends when its connection does, so a cut answer
        # would look complete.
        has_end = "Transfer-Encoding" in response.headers or "Content-Length" in response.headers
        if response.status != 200 or not has_end:
            response.close()
            raise Unavailable
        return LongAnswer(response)

    async def post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> Answer:
        """Ask for a change; tried once. `OutcomeUnknown` when it was sent and the answer was lost."""
        return await self._call("POST", path, body, token)

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def _call(
        self, method: str, path: str, body: Mapping[str, Any] | None, token: str | None
    ) -> Answer:
        self._breaker.check()
        url = f"{self._base_url}{path}"
        try:
            async with self._connected().request(
                method, url, json=body, headers=self._headers(token)
            ) as response:
                answer = Answer(response.status, await response.json(content_type=None))
        except aiohttp.ClientConnectorError as away:  # never sent
            self._breaker.failed()
            raise Unavailable from away
        except (aiohttp.ClientError, TimeoutError, ValueError) as away:
            self._breaker.failed()
            raise lost_answer(method) from away
        self._breaker.succeeded()
        if answer.status >= 500:
            code = answer.body.get("code") if isinstance(answer.body, dict) else None
            raise Unavailable if code == Unavailable.code else lost_answer(method)
        return answer

    def _connected(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=self._deadline))
        return self._session

    def _headers(self, token: str | None) -> dict[str, str]:
        headers = {"X-Internal-Secret": self._secret, "X-Request-Id": telemetry.request_id()}
        if (parent := telemetry.traceparent()) is not None:
            headers["traceparent"] = parent
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return headers
