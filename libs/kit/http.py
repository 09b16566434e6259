"""Calls from one part of the house to another: kept-alive, with a deadline, one retry for reads, and a breaker."""

import time
from collections.abc import Mapping
from typing import Any

import aiohttp

from libs.kit import telemetry
from libs.kit.errors import OutcomeUnknown, Unavailable


class Breaker:
    """After five failures in a row, refuse for half a second instead of waiting on somebody who is away."""

    def __init__(self, limit: int = 5, pause: float = 0.5) -> None:
        self._limit, self._pause = limit, pause
        self._failures = 0
        self._closed_until = 0.0

    def check(self) -> None:
        """Raise `Unavailable` while the pause lasts."""
        if time.monotonic() < self._closed_until:
            raise Unavailable

    def succeeded(self) -> None:
        """The other side answered."""
        self._failures = 0

    def failed(self) -> None:
        """The other side did not answer."""
        self._failures += 1
        if self._failures >= self._limit:
            self._closed_until = time.monotonic() + self._pause


class Answer:
    """Status and JSON of an internal answer."""

    def __init__(self, status: int, body: Any) -> None:
        self.status, self.body = status, body


class InternalClient:
    """One other service, by its base address."""

    def __init__(self, base_url: str, secret: str, *, deadline: float = 2.0) -> None:
        self._base_url, self._secret, self._deadline = base_url, secret, deadline
        self._breaker = Breaker()
        self._session: aiohttp.ClientSession | None = None

    async def get(self, path: str, token: str | None = None) -> Answer:
        """Read; tried twice, because reading again does no harm."""
        try:
            return await self._call("GET", path, None, token)
        except Unavailable:
            return await self._call("GET", path, None, token)

    async def post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> Answer:
        """Ask for a change; tried once. `OutcomeUnknown` when it was sent and the answer was lost."""
        return await self._call("POST", path, body, token)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._session is not None:
            await self._session.close()

    async def _call(self, method: str, path: str, body: Mapping[str, Any] | None, token: str | None) -> Answer:
        self._breaker.check()
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=self._deadline))
        url = f"{self._base_url}{path}"
        try:
            async with self._session.request(method, url, json=body, headers=self._headers(token)) as response:
                answer = Answer(response.status, await response.json(content_type=None))
        except aiohttp.ClientConnectorError as away:  # never sent
            self._breaker.failed()
            raise Unavailable from away
        except (aiohttp.ClientError, TimeoutError, ValueError) as away:
            self._breaker.failed()
            raise _lost(method) from away
        self._breaker.succeeded()
        if answer.status >= 500:
            said = answer.body.get("code") if isinstance(answer.body, dict) else None
            raise Unavailable if said == Unavailable.code else _lost(method)
        return answer

    def _headers(self, token: str | None) -> dict[str, str]:
        headers = {"X-Internal-Secret": self._secret, "X-Request-Id": telemetry.request_id()}
        if (parent := telemetry.traceparent()) is not None:
            headers["traceparent"] = parent
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return headers


def _lost(method: str) -> Unavailable:
    """What a lost answer means: a read changed nothing, anything else may have been done."""
    return Unavailable() if method == "GET" else OutcomeUnknown()
