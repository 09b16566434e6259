"""How often one caller may call: counted in Redis over all replicas, or here and stricter while Redis is away."""

import math
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from aiohttp.web import BaseRequest
from limits import RateLimitItem, RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from redis.exceptions import RedisError

from gateway.table import Rate
from libs.kit.errors import RateLimited

_PATIENCE = 0.25
_PAUSE_AFTER_FAILURE = 2.0
_MOST_WINDOWS = 100_000


@dataclass(frozen=True)
class Standing:
    """Where a caller stands within a limit."""

    limit: int
    used: int
    reset: int

    def headers(self) -> dict[str, str]:
        """The standing, told to the caller."""
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(max(0, self.limit - self.used)),
            "RateLimit-Reset": str(self.reset),
        }


class LocalWindows:
    """Fixed windows counted in this process."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, int], int] = {}

    def hit(self, name: str, caller: str, window: int) -> int:
        """Count one call."""
        if len(self._counts) >= _MOST_WINDOWS:
            self._counts.clear()
        key = (name, caller, window)
        used = self._counts.get(key, 0) + 1
        self._counts[key] = used
        return used


class Limiter:
    """Counts calls; raises `RateLimited` for one too many."""

    def __init__(self, redis_url: str | None, *, relaxed: bool = False) -> None:
        self.factor = 100 if relaxed else 1
        self._local = LocalWindows()
        self._paused_until = 0.0
        self._redis: RedisStorage | None = None
        if redis_url is not None:
            self._redis = RedisStorage(
                f"async+{redis_url}",
                implementation="redispy",
                socket_timeout=_PATIENCE,
                socket_connect_timeout=_PATIENCE,
                max_connections=64,
            )

    async def count(self, rate: Rate, caller: str) -> Standing:
        """Count one call of `caller` and say where they stand."""
        now = time.time()
        window, into = divmod(now, rate.seconds)
        limit = rate.calls * self.factor
        used = await self._shared_hit(rate, caller, int(window)) if rate.shared else None
        if used is None:
            used = self._local.hit(rate.name, caller, int(window))
            if rate.shared:
                limit = max(1, limit // 2)
        standing = Standing(limit, used, math.ceil(rate.seconds - into))
        if used > limit:
            raise RateLimited(retryAfter=standing.reset)
        return standing

    async def close(self) -> None:
        """Let go of the connections."""
        if self._redis is not None:
            client: Any = self._redis.bridge
            await client.storage.aclose()

    async def _shared_hit(self, rate: Rate, caller: str, window: int) -> int | None:
        if self._redis is None or time.monotonic() < self._paused_until:
            return None
        key = _item(rate.seconds).key_for("gateway", rate.name, caller, str(window))
        try:
            return int(await self._redis.incr(key, rate.seconds))
        except (RedisError, OSError, TimeoutError):
            self._paused_until = time.monotonic() + _PAUSE_AFTER_FAILURE
            return None


@lru_cache
def _item(seconds: int) -> RateLimitItem:
    return RateLimitItemPerSecond(1, seconds)


def client_address(request: BaseRequest, trusted_hops: int) -> str:
    """Where a request comes from; X-Forwarded-For counts only as far as our own proxies wrote it."""
    if trusted_hops:
        hops = [hop.strip() for line in request.headers.getall("X-Forwarded-For", ()) for hop in line.split(",")]
        if len(hops) >= trusted_hops:
            return hops[-trusted_hops][:64]
    return request.remote or "-"
