"""Invalidates cached pages on all replicas as soon as the service has responded to a change. The change's
event invalidates them again, so that a message lost in Redis only causes a delay."""

import re
from collections.abc import Sequence

from redis.asyncio import Redis

from gateway.http.cache import MicroCache
from gateway.http.replicas import ReplicaChannel

CHANNEL = "wangi:changed"
MAX_NAMES = 8
_NAME = re.compile(r"[a-z0-9/-]{1,60}")


class CacheInvalidation:
    def __init__(self, cache: MicroCache, redis: Redis) -> None:
        self._cache = cache
        self.replicas = ReplicaChannel(redis, CHANNEL, self.invalidate)

    def forget(self, names: Sequence[str]) -> None:
        """Invalidate immediately on this replica, and on other replicas through Redis."""
        for name in names:
            self._cache.forget(name)
        self.replicas.publish(" ".join(names))

    def invalidate(self, names: bytes) -> None:
        """Invalidate the subjects that another replica has published. Invalid names are ignored."""
        for name in names[:1024].decode(errors="replace").split(" ")[:MAX_NAMES]:
            if _NAME.fullmatch(name):
                self._cache.forget(name)
