"""Counts watchers of auctions and heavy users of connections over all replicas."""

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import RedisError

from gateway.live.hub import Hub
from libs.contracts.live import WatchersOut
from libs.contracts.rooms import AUCTION_ROOMS, USER_ROOMS, Frame, auction_room
from libs.marketplace import room_watchers

# Interval of counts and of published frames, in seconds.
PERIOD = 3.0
COUNTS = "wangi:watchers:{}"
# People with this many connections to this replica are reported to the other replicas. The number is far
# below the limit (20), but high enough that few people are reported.
MANY, CONNECTIONS = 5, "wangi:connections:{}"
# Networks with this many guests on this replica are also reported. The limit is two thousand.
MANY_GUESTS, GUESTS = 200, "wangi:connections:guests:{}"


class Audience:
    """Publishes the number of watchers of each auction. A person with several connections counts once. Each
    guest connection counts. While Redis is unavailable, the last known counts of other replicas are used."""

    def __init__(self, hub: Hub, redis: Redis) -> None:
        self._hub, self._redis, self.replica = hub, redis, secrets.token_hex(6)
        self.here: dict[str, int] = {}
        self._elsewhere: dict[str, int] = {}
        self._sent_totals: dict[str, int] = {}
        self._many: dict[int, int] = {}
        self._others: list[str] = []
        # Rooms whose watchers in Redis are outdated.
        self.unwritten: set[str] = set()
        # Auctions whose watchers are stored in Redis.
        self._written: set[int] = set()

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(PERIOD)
            await self.update_counts()

    async def update_counts(self) -> None:
        """Count watchers, exchange counts with other replicas, and publish changed numbers."""
        self._count_connections()
        stirred = {room for room in self._hub.stirred if room.startswith(AUCTION_ROOMS)}
        self._hub.stirred.clear()
        for room in stirred:
            self.here.pop(room, None)
            if count := self._hub.people_in(room):
                self.here[room] = count
        # Rooms with only guests are not stored. Otherwise a guest who joins many rooms would cause endless
        # work, and the list would grow while Redis is unavailable.
        self.unwritten |= {
            room for room in stirred if self._hub.signed_in(room) or _auction_of(room) in self._written
        }
        with contextlib.suppress(RedisError, OSError, TimeoutError):
            self._elsewhere = await self.share()
            await self._write_watchers()
        try:
            await self._share_connections()
        except (RedisError, OSError, TimeoutError):
            # Unknown counts must not block anyone.
            self._hub.connections_elsewhere, self._hub.guests_elsewhere = Counter(), Counter()
        totals = {room: here + self._elsewhere.get(room, 0) for room, here in self.here.items()}
        for room, total in totals.items():
            if room in stirred or total != self._sent_totals.get(room):
                self._announce(room, total)
        self._sent_totals = totals

    def _count_connections(self) -> None:
        for room in self._hub.stirred:
            if room.startswith(USER_ROOMS):
                person = int(room.removeprefix(USER_ROOMS))
                self._many.pop(person, None)
                if (count := self._hub.connections_here(person)) >= MANY:
                    self._many[person] = count

    def _announce(self, room: str, total: int) -> None:
        payload = WatchersOut(auction_id=_auction_of(room), watchers=total)
        self._hub.publish(
            room, "watchers", Frame(room, "watchers", payload).body, passing=True, numbered=False
        )

    async def _write_watchers(self) -> None:
        """Store who watches which room, because watchers see changes there and need no mail. Rooms that Redis
        has lost are stored again even if unchanged."""
        changed = {_auction_of(room): self._hub.signed_in(room) for room in self.unwritten}
        lost = await room_watchers.store_watchers(
            self._redis, self.replica, changed, self._written - changed.keys()
        )
        if lost:
            again = {auction_id: self._hub.signed_in(auction_room(auction_id)) for auction_id in lost}
            await room_watchers.store_watchers(self._redis, self.replica, again, [])
        self._written -= changed.keys()
        self._written |= {auction_id for auction_id, people in changed.items() if people}
        self.unwritten.clear()

    async def share(self) -> dict[str, int]:
        """Store the counts of this replica, and return the other replicas' counts for the same rooms."""
        now = time.time()
        async with self._redis.pipeline(transaction=True) as writing:
            _replace(writing, COUNTS.format(self.replica), self.here)
            writing.zadd(room_watchers.REPLICAS, {self.replica: now})
            writing.zremrangebyscore(room_watchers.REPLICAS, 0, now - 3600)
            writing.zrange(room_watchers.REPLICAS, 0, -1)
            *_, replicas = await writing.execute()
        self._others = [name for name in map(bytes.decode, replicas) if name != self.replica]
        rooms = list(self.here)
        if not self._others or not rooms:
            return {}
        async with self._redis.pipeline(transaction=False) as reading:
            for other in self._others:
                reading.hmget(COUNTS.format(other), rooms)
            counts = await reading.execute()
        return {
            room: sum(int(count or 0) for count in some) for room, *some in zip(rooms, *counts, strict=True)
        }

    async def _share_connections(self) -> None:
        people, networks = Counter[int](), Counter[str]()
        async with self._redis.pipeline(transaction=False) as sharing:
            _replace(sharing, CONNECTIONS.format(self.replica), self._many)
            _replace(sharing, GUESTS.format(self.replica), self._hub.networks_of(MANY_GUESTS))
            written = len(sharing.command_stack)
            for other in self._others:
                sharing.hgetall(CONNECTIONS.format(other))
                sharing.hgetall(GUESTS.format(other))
            found = (await sharing.execute())[written:]
        for connections in found[::2]:
            people.update({int(person): int(count) for person, count in connections.items()})
        for guests in found[1::2]:
            networks.update({network.decode(): int(count) for network, count in guests.items()})
        self._hub.connections_elsewhere, self._hub.guests_elsewhere = people, networks


def _replace(writing: Pipeline, key: str, counts: Mapping[Any, int]) -> None:
    """Replace the stored counts. They expire if this replica dies."""
    writing.delete(key)
    if counts:
        writing.hset(key, items=[part for pair in counts.items() for part in pair])
        writing.expire(key, room_watchers.LIVES)


def _auction_of(room: str) -> int:
    return int(room.removeprefix(AUCTION_ROOMS))
