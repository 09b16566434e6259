"""Stores callbacks in batches and delays judging while callbacks arrive."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from libs.kit.db.database import Database
from libs.kit.db.direct import KeptConnection
from libs.kit.errors import Unavailable
from services.boost.payments import queries
from services.boost.payments.queries import Signed

MAX_AT_ONCE = 128
# Above this length callbacks are refused, and the provider repeats them.
MAX_WAITING = 4_096
# Callbacks are judged after this many seconds without a new callback.
MOMENT = 0.02
# Key in the transaction's `info`, set if there are callbacks to judge.
NEWS = "payment_notifications"


class _Waiting(NamedTuple):
    row: Signed
    written: "asyncio.Future[None]"


class NotificationQueue:
    def __init__(self, database: Database) -> None:
        self._connection = KeptConnection(database)
        self._waiting: deque[_Waiting] = deque()
        self._work: asyncio.Task[None] | None = None
        self._came_at = -MOMENT

    async def store(self, row: Signed) -> None:
        """Returns after the callback is stored."""
        if len(self._waiting) >= MAX_WAITING:
            raise Unavailable
        loop = asyncio.get_running_loop()
        one, self._came_at = _Waiting(row, loop.create_future()), loop.time()
        self._waiting.append(one)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run())
        await one.written

    async def wait_until_quiet(self, seconds: float) -> None:
        now = asyncio.get_running_loop().time
        until = now() + seconds
        while (pause := min(self._came_at + MOMENT, until) - now()) > 0:  # noqa: ASYNC110 - what comes moves it on
            await asyncio.sleep(pause)

    async def _run(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MAX_AT_ONCE))]
            fault = await self._write([item.row for item in batch])
            for item in batch:
                if item.written.done():  # The client disconnected.
                    continue
                if fault is None:
                    item.written.set_result(None)
                else:
                    item.written.set_exception(fault)

    async def _write(self, rows: Sequence[Signed]) -> Exception | None:
        try:
            async with self._connection.statements() as connection:
                if await queries.insert_notifications(connection, rows):
                    connection.info[NEWS] = True
        except Exception as fault:
            return fault
        return None
