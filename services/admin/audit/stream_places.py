"""Limits the open event streams per person across all replicas, in Redis."""

import secrets
from collections import Counter

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from libs.kit.errors import RateLimited, Unavailable
from libs.kit.process import clock

log = structlog.get_logger(__name__)

MAX_STREAMS, MAX_OF_ONE = 500, 3
KEY = "wangi:streams:{}"
# The leases of a crashed replica expire after this time.
LEASE_SECONDS, RENEW_SECONDS = 45, 15.0


class StreamPlaces:
    """While Redis is unavailable, only the leases of this replica are counted."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._here = Counter[int]()
        self._leases: dict[str, int] = {}

    @property
    def any_taken(self) -> bool:
        return bool(self._leases)

    async def take_place(self, user_id: int) -> str:
        if self._here[user_id] >= MAX_OF_ONE:
            raise _too_many()
        if len(self._leases) >= MAX_STREAMS:
            raise Unavailable
        lease = secrets.token_hex(8)
        self._leases[lease] = user_id
        self._here[user_id] += 1
        try:
            if await self._count_with(lease, user_id) > MAX_OF_ONE:
                raise _too_many()
        except BaseException:
            await self.release_place(lease)
            raise
        return lease

    async def release_place(self, lease: str) -> None:
        user_id = self._leases.pop(lease)
        self._here[user_id] -= 1
        self._here += Counter()  # Removes people without streams.
        try:
            await self._redis.zrem(KEY.format(user_id), lease)
        except (RedisError, OSError) as away:
            log.info("stream_place_not_freed", cause=repr(away)[:200])  # The lease expires by itself.

    async def renew(self) -> None:
        if not self._leases:
            return
        until = clock.about_now().timestamp() + LEASE_SECONDS
        try:
            async with self._redis.pipeline(transaction=False) as renewing:
                for lease, user_id in self._leases.items():
                    renewing.zadd(KEY.format(user_id), {lease: until})
                    renewing.expire(KEY.format(user_id), LEASE_SECONDS)
                await renewing.execute()
        except (RedisError, OSError) as away:
            log.info("stream_places_not_renewed", cause=repr(away)[:200])

    async def _count_with(self, lease: str, user_id: int) -> int:
        key, now = KEY.format(user_id), clock.about_now().timestamp()
        try:
            async with self._redis.pipeline(transaction=True) as taking:
                taking.zremrangebyscore(key, 0, now)
                taking.zadd(key, {lease: now + LEASE_SECONDS})
                taking.expire(key, LEASE_SECONDS)
                taking.zcard(key)
                return int((await taking.execute())[-1])
        except (RedisError, OSError) as away:
            log.info("stream_places_not_counted", cause=repr(away)[:200])
            return self._here[user_id]


def _too_many() -> RateLimited:
    """Includes a time to retry, because slots of disconnected clients are freed when their lease expires."""
    sentence = f"You have {MAX_OF_ONE} streams of events open. Close one first."
    return RateLimited(sentence, limit=MAX_OF_ONE, retryAfter=10)
