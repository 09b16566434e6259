"""Where auction rooms stand, asked of their owner for many at once: a crowd that comes together costs a few calls."""

import asyncio
from typing import Any

from gateway.live.services import Services

MOST_TOGETHER = 500
"""Rooms in one call; the owner takes no more."""
CALLS = 2
"""Calls under way at once: one that the owner keeps waiting does not hold up all others."""

Standing = dict[str, Any]


class Standings:
    """Asks once for all connections that join a room before the question is sent.

    A connection that joins after that waits for the next question: the answer to the first could be older than a bid
    that was told in the room before this connection was in it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._waiting: dict[int, asyncio.Future[Standing]] = {}
        self._calls: set[asyncio.Task[None]] = set()
        self._alone: set[asyncio.Task[None]] = set()

    async def of(self, auction_id: int) -> Standing:
        """Where this room stands now; `NotFound` if there is no such auction."""
        answer = self._waiting.get(auction_id)
        if answer is None:
            answer = self._waiting[auction_id] = asyncio.get_running_loop().create_future()
            # All who asked may be gone: without this, a refusal would be logged as never retrieved.
            answer.add_done_callback(lambda done: done.cancelled() or done.exception())
            if len(self._calls) < CALLS:
                self._calls.add(asyncio.create_task(self._ask()))
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        # One turn of the loop, so that all who came with the first are in the same question.
        await asyncio.sleep(0)
        while self._waiting:
            rooms = [self._waiting.popitem() for _ in range(min(len(self._waiting), MOST_TOGETHER))]
            try:
                standings = await self._services.auction_rooms([auction_id for auction_id, _ in rooms])
            except Exception as fault:  # also a fault of ours: those who wait for the answer must hear of it
                for _, answer in rooms:
                    answer.set_exception(fault)
                continue
            for auction_id, answer in rooms:
                if (standing := standings.get(auction_id)) is not None:
                    answer.set_result(standing)
                else:
                    self._ask_alone(auction_id, answer)
        task = asyncio.current_task()
        assert task is not None
        self._calls.discard(task)

    def _ask_alone(self, auction_id: int, answer: asyncio.Future[Standing]) -> None:
        """A room that is not open yet: its owner looks whether its listing is committed, and opens it."""
        task = asyncio.create_task(self._opened(auction_id, answer))
        self._alone.add(task)
        task.add_done_callback(self._alone.discard)

    async def _opened(self, auction_id: int, answer: asyncio.Future[Standing]) -> None:
        try:
            answer.set_result(await self._services.auction_room(auction_id))
        except Exception as fault:  # as above
            answer.set_exception(fault)
