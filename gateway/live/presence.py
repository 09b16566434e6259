"""Who is active: a key in Redis for each person, which goes by itself, and no more than that.

Browsers say every half minute that their messages are looked at. The time of the last one is what is left of
the key's life, so no clock is compared and no time is written down."""

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from gateway.live.pairs import Pairs
from libs.contracts.live import PresenceOut

log = structlog.get_logger(__name__)

KEY = "wangi:active:{}"
KEPT_SECONDS = 15 * 60
# Longer than two of the browser's beats: one that is lost makes no one inactive.
ACTIVE_SECONDS = 75


class Presence:
    """Keeps who is active, and tells it to those who may write to them."""

    def __init__(self, pairs: Pairs, redis: Redis) -> None:
        self._pairs, self._redis = pairs, redis

    async def beat(self, person: int) -> None:
        try:
            await self._redis.set(KEY.format(person), 1, ex=KEPT_SECONDS)
        except (RedisError, OSError) as away:
            log.info("presence_not_kept", cause=repr(away)[:200])

    async def hide(self, person: int) -> None:
        """Forget at once that a person was active."""
        try:
            await self._redis.delete(KEY.format(person))
        except (RedisError, OSError) as away:
            log.info("presence_not_forgotten", cause=repr(away)[:200])

    async def of(self, viewer: int, other: int) -> PresenceOut:
        """Return when another person was last active; a stranger, and one who hides it, was never."""
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
