"""Where auction rooms stand, asked of their owner for many connections at once."""

import asyncio
import math
import time
from collections import OrderedDict
from typing import Any

from gateway.http.services import ServiceClient
from libs.kit.errors import NotFound, Unavailable

# Rooms in one call; the owner takes no more.
MOST_TOGETHER = 500
# Calls under way at once: one that the owner keeps waiting does not hold up all others.
CALLS = 2
# Rooms asked for by themselves at once: most of the owner's places are left to bids.
ALONE = 8
# Rooms that may wait to be asked for by themselves.
MOST_ALONE = 2_000
# How long, and of how many rooms, it is remembered that there was no such auction.
MISSING_SECONDS, MOST_MISSING = 1.0, 10_000

RoomState = dict[str, Any]
_Answer = asyncio.Future[RoomState | None]


class RoomStates:
    """Asks once for all connections that join a room before the question is sent.

    A connection that joins after that waits for the next question: the answer to the first could be older
    than a bid that was told in the room before this connection was in it."""

    def __init__(self, services: ServiceClient) -> None:
        self._services = services
        self._waiting: dict[int, _Answer] = {}
        self._alone: dict[int, _Answer] = {}
        self._missing: OrderedDict[int, float] = OrderedDict()
        self._calls: set[asyncio.Task[None]] = set()
        self._calls_alone: set[asyncio.Task[None]] = set()

    async def of(self, auction_id: int) -> RoomState | None:
        """Return where this room stands now; None for one that is not open yet, or never will be."""
        answer = self._waiting.get(auction_id)
        if answer is None:
            answer = self._waiting[auction_id] = _promise()
            if len(self._calls) < CALLS:
                self._calls.add(asyncio.create_task(self._ask()))
        return await asyncio.shield(answer)

    async def opened(self, auction_id: int) -> RoomState:
        """Return where a room stands that was not open: its owner looks whether its listing is committed, and
        opens it."""
        if self._missing.get(auction_id, -math.inf) > time.monotonic() - MISSING_SECONDS:
            raise NotFound
        answer = self._alone.get(auction_id)
        if answer is None:
            if len(self._alone) >= MOST_ALONE:
                raise Unavailable
            answer = self._alone[auction_id] = _promise()
            if len(self._calls_alone) < ALONE:
                self._calls_alone.add(asyncio.create_task(self._ask_alone()))
        state = await asyncio.shield(answer)
        if state is None:
            raise NotFound
        return state

    async def _ask(self) -> None:
        # One turn of the loop, so that all who came with the first are in the same question.
        await asyncio.sleep(0)
        while self._waiting:
            rooms = [self._waiting.popitem() for _ in range(min(len(self._waiting), MOST_TOGETHER))]
            try:
                states = await self._services.auction_rooms([auction_id for auction_id, _ in rooms])
            except Exception as fault:  # also a fault of ours: those who wait for the answer must hear of it
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
            except Exception as fault:  # as above
                answer.set_exception(fault)
        self._calls_alone.discard(_this_task())

    def _remember_missing(self, auction_id: int) -> None:
        self._missing[auction_id] = time.monotonic()
        self._missing.move_to_end(auction_id)
        while len(self._missing) > MOST_MISSING:
            self._missing.popitem(last=False)


def _promise() -> _Answer:
    answer: _Answer = asyncio.get_running_loop().create_future()
    # All who asked may be gone: without this, a refusal would be logged as never retrieved.
    answer.add_done_callback(lambda done: done.cancelled() or done.exception())
    return answer


def _this_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task
