"""Rate limits are counted in Redis for all replicas. While Redis is unavailable, they are counted locally and
are stricter."""

import asyncio
import math
import time
from dataclasses import dataclass
from operator import itemgetter
from typing import Protocol

from aiohttp.web import BaseRequest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from gateway.http.table import Rate
from libs.kit.errors import RateLimited

_PATIENCE = 0.25
_PAUSE_AFTER_FAILURE = 2.0
MAX_WINDOWS = 100_000
# Non-blocking limits: a caller that has used a tenth of a limit is reported to the other replicas, at this
# interval in seconds.
SHARE_PUBLISHED, SHARE_SECONDS = 10, 1.0


class Caller(Protocol):
    @property
    def address_name(self) -> str:
        pass

    @property
    def neighbours(self) -> str:
        pass


@dataclass(frozen=True)
class RateLimitStatus:
    limit: int
    used: int
    reset: int

    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(max(0, self.limit - self.used)),
            "RateLimit-Reset": str(self.reset),
        }


class LocalWindows:
    def __init__(self) -> None:
        self.counts: dict[tuple[str, str, int], int] = {}
        self._newest: dict[str, int] = {}

    def hit(self, name: str, caller: str, window: int) -> int:
        key = (name, caller, window)
        self._newest[name] = window
        if key not in self.counts and len(self.counts) >= MAX_WINDOWS:
            self._make_room()
        self.counts[key] = used = self.counts.get(key, 0) + 1
        return used

    def used(self, name: str, caller: str, window: int) -> int:
        return self.counts.get((name, caller, window), 0)

    def is_open(self, key: tuple[str, str, int]) -> bool:
        return key[2] == self._newest.get(key[0])

    def _make_room(self) -> None:
        """Drop expired windows. If that is not enough, drop the least used half, so that many IP addresses
        with one call each cannot reset the count of a busy caller."""
        self.counts = {key: used for key, used in self.counts.items() if self.is_open(key)}
        if len(self.counts) > MAX_WINDOWS // 2:
            most = sorted(self.counts.items(), key=itemgetter(1), reverse=True)
            self.counts = dict(most[: MAX_WINDOWS // 2])


class SharedWindows:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._waiting: list[tuple[str, int, asyncio.Future[int] | None]] = []
        self._known: dict[str, int] = {}
        self._work: asyncio.Task[None] | None = None

    async def hit(self, key: str, seconds: int, limit: int) -> int:
        """Count a call in a window that expires after `seconds`."""
        known = self._known.get(key)
        if known is not None and known < limit // 2:
            self._known[key] = known + 1
            self._ask(key, seconds, None)
            return known + 1
        counted: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._ask(key, seconds, counted)
        return await counted

    def used(self, key: str) -> int:
        """Calls known locally, without a query to Redis."""
        return self._known.get(key, 0)

    def _ask(self, key: str, seconds: int, counted: asyncio.Future[int] | None) -> None:
        self._waiting.append((key, seconds, counted))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._waiting:
            some, self._waiting = self._waiting, []
            try:
                counts = await self._count([(key, seconds) for key, seconds, _ in some])
            except Exception as away:  # Any failure must end the wait.
                for _, _, counted in [*some, *self._waiting]:
                    if counted is not None and not counted.done():
                        counted.set_exception(away)
                self._waiting.clear()
                self._known.clear()  # The next caller then waits and detects the outage.
                return
            if len(self._known) >= MAX_WINDOWS:
                self._known.clear()
            for (key, _, counted), count in zip(some, counts, strict=True):
                self._known[key] = max(count, self._known.get(key, 0))
                if counted is not None and not counted.done():  # Otherwise the caller has disconnected.
                    counted.set_result(count)

    async def _count(self, hits: list[tuple[str, int]]) -> list[int]:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for key, seconds in hits:
                pipeline.incr(key)
                pipeline.expire(key, seconds)
            return [int(count) for count in (await pipeline.execute())[::2]]

    async def close(self) -> None:
        await self._redis.aclose()


class SummedWindows:
    """Windows counted locally without waiting. Counts of heavy callers are summed over all replicas in Redis
    a second later. While Redis is unavailable, each replica counts alone."""

    def __init__(self, local: LocalWindows, redis: Redis) -> None:
        self._local, self._redis = local, redis
        self._shared: dict[tuple[str, str, int], int] = {}
        self._elsewhere: dict[tuple[str, str, int], int] = {}
        self._stirred: dict[tuple[str, str, int], int] = {}
        self._work: asyncio.Task[None] | None = None

    def hit(self, rate: Rate, caller: str, window: int, limit: int) -> int:
        """Count a call. Returns the number of calls known over all replicas."""
        used = self._local.hit(rate.name, caller, window)
        key = (rate.name, caller, window)
        if used * SHARE_PUBLISHED >= limit:
            self._stirred[key] = rate.seconds
            if self._work is None or self._work.done():
                self._work = asyncio.create_task(self._keep_sharing())
        return used + self._elsewhere.get(key, 0)

    def used(self, rate: Rate, caller: str, window: int) -> int:
        here = self._local.used(rate.name, caller, window)
        return here + self._elsewhere.get((rate.name, caller, window), 0)

    async def share(self) -> None:
        stirred, self._stirred = self._stirred, {}
        self._shared = {key: count for key, count in self._shared.items() if self._local.is_open(key)}
        here = {key: self._local.used(*key) for key in stirred}
        try:
            async with self._redis.pipeline(transaction=False) as pipeline:
                for key, seconds in stirred.items():
                    name = "limit:{}:{}:{}".format(*key)
                    pipeline.incrby(name, max(0, here[key] - self._shared.get(key, 0)))
                    pipeline.expire(name, seconds)
                sums = (await pipeline.execute())[::2]
        except (RedisError, OSError, TimeoutError):
            self._elsewhere.clear()  # Unknown counts must not block anyone.
            return
        self._shared |= here
        self._elsewhere = {key: count for key, count in self._elsewhere.items() if self._local.is_open(key)}
        # A restarted Redis has lower counts than this replica.
        self._elsewhere |= {
            key: max(0, int(total) - here[key]) for key, total in zip(stirred, sums, strict=True)
        }

    async def _keep_sharing(self) -> None:
        while self._stirred:
            await asyncio.sleep(SHARE_SECONDS)
            await self.share()

    def close(self) -> None:
        if self._work is not None:
            self._work.cancel()


class Limiter:
    def __init__(self, redis_url: str, *, relaxed: bool = False) -> None:
        self.factor = 100 if relaxed else 1
        self.local = LocalWindows()
        self._paused_until = 0.0
        redis = Redis.from_url(redis_url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE)
        self._shared = SharedWindows(redis)
        self.summed = SummedWindows(self.local, redis)

    async def count(self, rate: Rate, caller: str) -> RateLimitStatus:
        """Count a call of `caller`. Raises `RateLimited` above the limit."""
        now = time.time()
        window, into = divmod(now, rate.seconds)
        limit = rate.calls * self.factor
        if not rate.shared:
            used = self.summed.hit(rate, caller, int(window), limit)
        elif (counted := await self._shared_hit(rate, caller, int(window), limit)) is not None:
            used = counted
        else:
            used, limit = self.local.hit(rate.name, caller, int(window)), max(1, limit // 2)
        status = RateLimitStatus(limit, used, math.ceil(rate.seconds - into))
        if used > limit:
            raise RateLimited(retryAfter=status.reset)
        return status

    def check(self, rate: Rate, caller: str) -> None:
        """Raises `RateLimited` if the next call would exceed the limit, according to local counts."""
        window, into = divmod(time.time(), rate.seconds)
        limit = rate.calls * self.factor
        if not rate.shared:
            used = self.summed.used(rate, caller, int(window))
        elif time.monotonic() >= self._paused_until:
            used = self._shared.used(_key(rate, caller, int(window)))
        else:
            used, limit = self.local.used(rate.name, caller, int(window)), max(1, limit // 2)
        if used >= limit:
            raise RateLimited(retryAfter=math.ceil(rate.seconds - into))

    def check_call(self, rate: Rate, context: Caller, own: str | None) -> None:
        """Check a call without counting it. Without `own`, the limits of the caller's IP address and network
        apply."""
        if own is not None:
            self.check(rate, own)
            return
        self.check(rate.of_network, context.neighbours)
        self.check(rate.of_address, context.address_name)

    async def count_call(self, rate: Rate, context: Caller, own: str | None) -> RateLimitStatus:
        """Count a call for `own` if given, otherwise for the caller's IP address and then for its network. An
        IP address over its limit does not use up the limit of its network."""
        if own is not None:
            return await self.count(rate, own)
        # Checked first, so that a network over its limit cannot create more counters for its many IP
        # addresses.
        self.check(rate.of_network, context.neighbours)
        status = await self.count(rate.of_address, context.address_name)
        await self.count(rate.of_network, context.neighbours)
        return status

    async def close(self) -> None:
        self.summed.close()
        await self._shared.close()

    async def _shared_hit(self, rate: Rate, caller: str, window: int, limit: int) -> int | None:
        if time.monotonic() < self._paused_until:
            return None
        try:
            return await self._shared.hit(_key(rate, caller, window), rate.seconds, limit)
        except (RedisError, OSError, TimeoutError):
            self._paused_until = time.monotonic() + _PAUSE_AFTER_FAILURE
            return None


def _key(rate: Rate, caller: str, window: int) -> str:
    return f"limit:{rate.name}:{caller}:{window}"


def client_address(request: BaseRequest, trusted_hops: int) -> str:
    """X-Forwarded-For is trusted only for the hops that our own proxies have added."""
    if trusted_hops:
        hops = [
            hop.strip() for line in request.headers.getall("X-Forwarded-For", ()) for hop in line.split(",")
        ]
        if len(hops) >= trusted_hops:
            return hops[-trusted_hops][:64]
    return request.remote or "-"
