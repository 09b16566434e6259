"""The people who have an auction page open. Each gateway replica stores its own people for a few seconds."""

import contextlib
import time
from collections.abc import Collection, Mapping
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

# Sorted set with the time of each gateway replica's last report.
REPLICAS = "wangi:watchers"
# Seconds until the entries of a dead replica expire.
LIVES = 12

Place = tuple[int, int]


def key_of(replica: str, auction_id: int) -> str:
    return f"wangi:watchers:{replica}:{auction_id}"


async def store_watchers(
    redis: Redis, replica: str, changed: Mapping[int, Collection[int]], others: Collection[int]
) -> list[int]:
    """Store the people in changed rooms and extend the expiry of the other rooms, in a single round trip.
    Returns the other rooms that Redis has lost."""
    async with redis.pipeline(transaction=False) as writing:
        for auction_id in others:
            writing.expire(key_of(replica, auction_id), LIVES)
        for auction_id, people in changed.items():
            key = key_of(replica, auction_id)
            writing.delete(key)
            if people:
                writing.sadd(key, *people)
                writing.expire(key, LIVES)
        answers = await writing.execute()
    return [auction_id for auction_id, is_there in zip(others, answers, strict=False) if not is_there]


async def find_watching(redis: Redis, places: Collection[Place]) -> set[Place]:
    """Returns an empty set while Redis is unavailable."""
    asked = list(places)
    if not asked:
        return set()
    with contextlib.suppress(RedisError, OSError, TimeoutError):
        replicas = await redis.zrangebyscore(REPLICAS, time.time() - LIVES, "+inf")
        found: set[Place] = set()
        async with redis.pipeline(transaction=False) as reading:
            for replica in replicas:
                for auction_id, user_id in asked:
                    reading.sismember(key_of(_name(replica), auction_id), str(user_id))
            answers = await reading.execute()
        for place, is_there in zip(asked * len(replicas), answers, strict=True):
            if is_there:
                found.add(place)
        return found
    return set()


def _name(member: Any) -> str:
    return member.decode() if isinstance(member, bytes) else str(member)
