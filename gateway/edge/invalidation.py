"""Pages that a change made untrue are forgotten by every replica at once; the fact that follows says the
same, later.

A message only makes a replica ask the service again. One that is lost, or that Redis is not there for, leaves
the page until the fact comes."""

import asyncio
import re
from collections.abc import Sequence

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from gateway.edge.cache import MicroCache

log = structlog.get_logger(__name__)

CHANNEL = "wangi:changed"
MOST_NAMES, MOST_UNDER_WAY = 8, 100
_NAME = re.compile(r"[a-z0-9/-]{1,60}")
_PAUSE_SECONDS = 1.0


class CacheInvalidation:
    """What this replica's cache forgets, and what it tells the others to forget."""

    def __init__(self, cache: MicroCache, redis: Redis) -> None:
        self._cache, self._redis = cache, redis
        self._telling: set[asyncio.Task[None]] = set()
        # The other replicas are heard.
        self.listening = asyncio.Event()

    def forget(self, names: Sequence[str]) -> None:
        """Here at once; elsewhere as soon as Redis has passed it on. No request waits for that."""
        for name in names:
            self._cache.forget(name)
        if len(self._telling) < MOST_UNDER_WAY:
            task = asyncio.create_task(self._tell(" ".join(names)))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell(self, names: str) -> None:
        try:
            await self._redis.publish(CHANNEL, names)
        except (RedisError, OSError) as away:
            log.info("other replicas hear of a change later", cause=repr(away)[:200])

    async def listen(self) -> None:
        """Hear the others until cancelled; a Redis that is away is simply silent."""
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    while True:
                        message = await pubsub.get_message(timeout=5)
                        if message is None:
                            await pubsub.ping()
                        elif message["type"] == "subscribe":
                            self.listening.set()
                        elif message["type"] == "message":
                            self.hear(message["data"])
            except (RedisError, OSError):
                self.listening.clear()
                await asyncio.sleep(_PAUSE_SECONDS)

    def hear(self, names: bytes) -> None:
        """Forget what another replica has named; what is no name of ours is passed over."""
        for name in names[:1024].decode(errors="replace").split(" ")[:MOST_NAMES]:
            if _NAME.fullmatch(name):
                self._cache.forget(name)
