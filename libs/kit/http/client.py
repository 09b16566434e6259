"""Calls other services, with a deadline, one retry for reads and a circuit breaker."""

import time
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import aiohttp

from libs.kit.errors import Unavailable, lost_answer
from libs.kit.process import telemetry

# Longer than the lock timeout of the called service, and shorter than the gateway's timeout.
DEADLINE_SECONDS = 4.0
# Maximum time without data in a streamed response.
SILENCE_SECONDS = 15.0


class Breaker:
    """After five failures in a row, requests are refused for half a second."""

    def __init__(self, limit: int = 5, pause: float = 0.5) -> None:
        self._limit, self._pause = limit, pause
        self._failures = 0
        self._closed_until = 0.0

    def check(self) -> None:
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
    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Raises Unavailable if the body is cut off."""
        try:
            async for piece in self._response.content.iter_any():
                yield piece
        except (aiohttp.ClientError, TimeoutError) as away:
            raise Unavailable from away

    def close(self) -> None:
        self._response.close()


class InternalClient:
    def __init__(self, base_url: str, secret: str, *, deadline: float = DEADLINE_SECONDS) -> None:
        self._base_url, self._secret, self._deadline = base_url, secret, deadline
        self._breaker = Breaker()
        self._session: aiohttp.ClientSession | None = None

    async def get(self, path: str, token: str | None = None) -> Answer:
        """Retries once."""
        try:
            return await self._call("GET", path, None, token)
        except Unavailable:
            return await self._call("GET", path, None, token)

    async def open(self, path: str) -> LongAnswer:
        """Starts to read a long response. Raises Unavailable unless the status is 200. There is no total
        timeout, because the reader may be slow."""
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
        # Without a length or chunks, a truncated response would look complete.
        has_end = "Transfer-Encoding" in response.headers or "Content-Length" in response.headers
        if response.status != 200 or not has_end:
            response.close()
            raise Unavailable
        return LongAnswer(response)

    async def post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> Answer:
        """Does not retry. Raises OutcomeUnknown if the response was lost."""
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
        except aiohttp.ClientConnectorError as away:
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
