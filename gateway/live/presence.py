"""Presence is an expiring Redis key per person. Browsers renew the key every half minute while messages are
open. The time of the last renewal is derived from the remaining time to live, so that no clocks are
compared."""

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from gateway.live.pairs import Pairs
from libs.contracts.live import PresenceOut

log = structlog.get_logger(__name__)

KEY = "wangi:active:{}"
KEPT_SECONDS = 15 * 60
# Longer than two renewals, so that a single lost renewal does not make a person inactive.
ACTIVE_SECONDS = 75


class Presence:
    def __init__(self, pairs: Pairs, redis: Redis) -> None:
        self._pairs, self._redis = pairs, redis

    async def beat(self, person: int) -> None:
        try:
            await self._redis.set(KEY.format(person), 1, ex=KEPT_SECONDS)
        except (RedisError, OSError) as away:
            log.info("presence_not_kept", cause=repr(away)[:200])

    async def hide(self, person: int) -> None:
        try:
            await self._redis.delete(KEY.format(person))
        except (RedisError, OSError) as away:
            log.info("presence_not_forgotten", cause=repr(away)[:200])

    async def get(self, viewer: int, other: int) -> PresenceOut:
        """Strangers and people who hide their presence are never shown as active."""
        left = 0
        if await self._pairs.may_write(viewer, other):
            try:
                left = await self._redis.ttl(KEY.format(other))
            except (RedisError, OSError) as away:
                log.info("presence_not_known", cause=repr(away)[:200])
        if left <= 0:
            return PresenceOut(user_id=other, is_active=False, minutes_ago=None)
        ago = KEPT_SECONDS - left
        is_active = ago <= ACTIVE_SECONDS
        return PresenceOut(
            user_id=other, is_active=is_active, minutes_ago=None if is_active else max(1, ago // 60)
        )
