"""Messages between replicas of the gateway over Redis. Messages are lost while Redis is unavailable."""

import asyncio
from collections.abc import Callable

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

MAX_UNDER_WAY = 100
_PAUSE_SECONDS = 1.0


class ReplicaChannel:
    def __init__(self, redis: Redis, name: str, receive: Callable[[bytes], None]) -> None:
        self._redis, self._name, self._receive = redis, name, receive
        self._publishing: set[asyncio.Task[None]] = set()
        # Set while this replica is subscribed.
        self.listening = asyncio.Event()

    def publish(self, news: str) -> None:
        """Queue a message without waiting."""
        if len(self._publishing) < MAX_UNDER_WAY:
            task = asyncio.create_task(self._publish(news))
            self._publishing.add(task)
            task.add_done_callback(self._publishing.discard)

    async def _publish(self, news: str) -> None:
        try:
            await self._redis.publish(self._name, news)
        except (RedisError, OSError) as away:
            log.info("replicas_not_notified", channel=self._name, cause=repr(away)[:200])

    async def listen(self) -> None:
        """Receive messages until cancelled. Reconnects if Redis is unavailable."""
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(self._name)
                    while True:
                        message = await pubsub.get_message(timeout=5)
                        if message is None:
                            await pubsub.ping()
                        elif message["type"] == "subscribe":
                            self.listening.set()
                        elif message["type"] == "message":
                            self._receive(message["data"])
            except (RedisError, OSError):
                self.listening.clear()
                await asyncio.sleep(_PAUSE_SECONDS)
