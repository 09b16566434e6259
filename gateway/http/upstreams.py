"""Connections, concurrency limits and circuit breakers for the services."""

import asyncio

from gateway.http.connections import Pool
from gateway.settings import GatewaySettings
from libs.contracts.services import SERVICES
from libs.kit.errors import Unavailable
from libs.kit.http.client import Breaker

# Shorter than the 75 seconds after which services close idle connections, because a POST cannot be repeated.
_KEEP_ALIVE_SECONDS = 30.0
_CONNECT_SECONDS = 2.0


class Upstream:
    def __init__(self, name: str, address: str, connections: int) -> None:
        self.name = name
        self.breaker = Breaker()
        self._slots = asyncio.Semaphore(connections)
        self._waiting, self._most_waiting = 0, connections * 4
        self._uploads, self._most_uploads = 0, max(1, connections // 2)
        self.pool = Pool(address, connect_seconds=_CONNECT_SECONDS, keep_seconds=_KEEP_ALIVE_SECONDS)

    @property
    def busy(self) -> bool:
        return self._slots.locked()

    async def enter(self, deadline: float, *, upload: bool = False) -> None:
        """Take a slot. Raises immediately if the queue is too long. Uploads get half of the slots, because
        their senders may be slow."""
        self.breaker.check()
        if upload and self._uploads >= self._most_uploads:
            raise Unavailable
        self._uploads += upload
        try:
            await (self._queue(deadline) if self.busy else self._slots.acquire())
        except BaseException:
            self._uploads -= upload
            raise

    def leave(self, *, upload: bool = False) -> None:
        self._uploads -= upload
        self._slots.release()

    async def _queue(self, deadline: float) -> None:
        if self._waiting >= self._most_waiting:
            raise Unavailable
        self._waiting += 1
        try:
            async with asyncio.timeout(deadline):
                await self._slots.acquire()
        except TimeoutError as full:
            raise Unavailable from full
        finally:
            self._waiting -= 1


class Upstreams:
    def __init__(self, settings: GatewaySettings) -> None:
        self._by_name = {
            name: Upstream(name, settings.address_of(name), settings.upstream_connections)
            for name in SERVICES
        }

    def __getitem__(self, name: str) -> Upstream:
        return self._by_name[name]

    def close(self) -> None:
        for upstream in self._by_name.values():
            upstream.pool.close()
