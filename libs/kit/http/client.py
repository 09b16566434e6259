"""HTTP client for other services: keep-alive, a deadline, one retry for reads, and a circuit breaker."""

import time
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import aiohttp

from libs.kit.errors import Unavailable, lost_answer
from libs.kit.process import telemetry

# Longer than a lock wait of the called service, shorter than the gateway waits for us.
DEADLINE_SECONDS = 4.0
# A long response is given up after so long without data.
SILENCE_SECONDS = 15.0


class Breaker:
    """A circuit breaker: after five failures in a row, requests are refused for half a second."""

    def __init__(self, limit: int = 5, pause: float = 0.5) -> None:
        self._limit, self._pause = limit, pause
        self._failures = 0
        self._closed_until = 0.0

    def check(self) -> None:
        """Raises `Unavailable` while the breaker is open."""
        if time.monotonic() < self._closed_until:
            raise Unavailable

    def succeeded(self) -> None:
        self._failures = 0

    def failed(self) -> None:
        self._failures += 1
        if self._failures >= self._limit:
            self._closed_until = time.monotonic() + self._pause


class Answer:
    def __init__(self, status: int, body: Any) -> None:
        self.status, self.body = status, body


class LongAnswer:
    """A response that is read as a stream."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Raises `Unavailable` if the body breaks off before its end."""
        try:
            async for piece in self._response.content.iter_any():
                yield piece
        except (aiohttp.ClientError, TimeoutError) as away:
            raise Unavailable from away

    def close(self) -> None:
        self._response.close()


class InternalClient:
    """The client for one service, by its base address."""

    def __init__(self, base_url: str, secret: str, *, deadline: float = DEADLINE_SECONDS) -> None:
        self._base_url, self._secret, self._deadline = base_url, secret, deadline
        self._breaker = Breaker()
        self._session: aiohttp.ClientSession | None = None

    async def get(self, path: str, token: str | None = None) -> Answer:
        """Retried once, because reading is safe."""
        try:
            return await self._call("GET", path, None, token)
        except Unavailable:
            return await self._call("GET", path, None, token)

    async def open(self, path: str) -> LongAnswer:
        """Start to read a long response. Raises `Unavailable` unless the status is 200. There is no total
        time-out, because the reader may be slow and reading pauses meanwhile."""
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
        # A response without a length or chunks ends with its connection, so a truncated one would look
        # complete.
        has_end = "Transfer-Encoding" in response.headers or "Content-Length" in response.headers
        if response.status != 200 or not has_end:
            response.close()
            raise Unavailable
        return LongAnswer(response)

    async def post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> Answer:
        """Not retried. Raises `OutcomeUnknown` if the request was sent and its response was lost."""
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
        except aiohttp.ClientConnectorError as away:  # Never sent.
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
