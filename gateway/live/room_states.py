"""Queries the states of auction rooms for many connections at once."""

import asyncio
import math
import time
from collections import OrderedDict
from typing import Any

from gateway.http.services import ServiceClient
from libs.kit.errors import NotFound, Unavailable

# Maximum number of rooms that auction accepts in a call.
MAX_TOGETHER = 500
# Concurrent calls, so that a slow call does not block all others.
CALLS = 2
# Maximum number of concurrent queries for single rooms. Most of the service's slots are reserved for bids.
ALONE = 8
# Maximum number of rooms that wait for a separate query.
MAX_ALONE = 2_000
# How long a missing auction is remembered, and maximum number of remembered auctions.
MISSING_SECONDS, MAX_MISSING = 1.0, 10_000

RoomState = dict[str, Any]
_Answer = asyncio.Future[RoomState | None]


class RoomStates:
    """A query is shared by all connections that joined before it is sent. Later joins wait for the next
    query, because the first response could be older than a bid that was published before they joined."""

    def __init__(self, services: ServiceClient) -> None:
        self._services = services
        self._waiting: dict[int, _Answer] = {}
        self._alone: dict[int, _Answer] = {}
        self._missing: OrderedDict[int, float] = OrderedDict()
        self._calls: set[asyncio.Task[None]] = set()
        self._calls_alone: set[asyncio.Task[None]] = set()

    async def get(self, auction_id: int) -> RoomState | None:
        """Returns None if the room is not open."""
        answer = self._waiting.get(auction_id)
        if answer is None:
            answer = self._waiting[auction_id] = _promise()
            if len(self._calls) < CALLS:
                self._calls.add(asyncio.create_task(self._ask()))
        return await asyncio.shield(answer)

    async def opened(self, auction_id: int) -> RoomState:
        """Returns the state of a room that was not open. Auction checks whether the listing is committed and
        opens the room."""
        if self._missing.get(auction_id, -math.inf) > time.monotonic() - MISSING_SECONDS:
            raise NotFound
        answer = self._alone.get(auction_id)
        if answer is None:
            if len(self._alone) >= MAX_ALONE:
                raise Unavailable
            answer = self._alone[auction_id] = _promise()
            if len(self._calls_alone) < ALONE:
                self._calls_alone.add(asyncio.create_task(self._ask_alone()))
        state = await asyncio.shield(answer)
        if state is None:
            raise NotFound
        return state

    async def _ask(self) -> None:
        # Yields to the event loop once, so that all concurrent joins share the query.
        await asyncio.sleep(0)
        while self._waiting:
            rooms = [self._waiting.popitem() for _ in range(min(len(self._waiting), MAX_TOGETHER))]
            try:
                states = await self._services.auction_rooms([auction_id for auction_id, _ in rooms])
            except Exception as fault:  # Also our own errors, because callers wait for a result.
                for _, answer in rooms:
                    answer.set_exception(fault)
                continue
            for auction_id, answer in rooms:
                answer.set_result(states.get(auction_id))
        self._calls.discard(_this_task())

    async def _ask_alone(self) -> None:
        await asyncio.sleep(0)
        while self._alone:
            auction_id = next(iter(self._alone))
            answer = self._alone.pop(auction_id)
            try:
                answer.set_result(await self._services.auction_room(auction_id))
            except NotFound:
                self._remember_missing(auction_id)
                answer.set_result(None)
            except Exception as fault:  # Every caller must get a result.
                answer.set_exception(fault)
        self._calls_alone.discard(_this_task())

    def _remember_missing(self, auction_id: int) -> None:
        self._missing[auction_id] = time.monotonic()
        self._missing.move_to_end(auction_id)
        while len(self._missing) > MAX_MISSING:
            self._missing.popitem(last=False)


def _promise() -> _Answer:
    answer: _Answer = asyncio.get_running_loop().create_future()
    # Marks the exception as retrieved, because all callers may be gone and asyncio would log it.
    answer.add_done_callback(lambda done: done.cancelled() or done.exception())
    return answer


def _this_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task
