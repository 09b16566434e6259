"""Pages that a change made untrue are forgotten by every replica at once; the fact that follows says the
same, later.

A message only makes a replica ask the service again. One that is lost, or that Redis is not there for, leaves
the page until the fact comes."""

import re
from collections.abc import Sequence

from redis.asyncio import Redis

from gateway.http.cache import MicroCache
from gateway.http.replicas import ReplicaChannel

CHANNEL = "wangi:changed"
MOST_NAMES = 8
_NAME = re.compile(r"[a-z0-9/-]{1,60}")


class CacheInvalidation:
    """What this replica's cache forgets, and what it tells the others to forget."""

    def __init__(self, cache: MicroCache, redis: Redis) -> None:
        self._cache = cache
        self.replicas = ReplicaChannel(redis, CHANNEL, self.hear)

    def forget(self, names: Sequence[str]) -> None:
        """Forget here at once; elsewhere as soon as Redis has passed it on."""
        for name in names:
            self._cache.forget(name)
        self.replicas.publish(" ".join(names))

    def hear(self, names: bytes) -> None:
        """Forget what another replica has named; what is no name of ours is passed over."""
        for name in names[:1024].decode(errors="replace").split(" ")[:MOST_NAMES]:
            if _NAME.fullmatch(name):
                self._cache.forget(name)
