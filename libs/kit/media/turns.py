"""Work that is done a few at a time."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from libs.kit.http.errors import Unavailable


class Turns:
    """Lets so many work at once and a few wait. Beyond that it refuses: better to say so than to let all
    wait."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._turn, self._most, self._taken = asyncio.Semaphore(at_once), at_once + waiting, 0

    @contextlib.asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        """Wait for a turn and keep it, or raise `Unavailable`."""
        if self._taken >= self._most:
            raise Unavailable
        self._taken += 1
        try:
            async with self._turn:
                yield
        finally:
            self._taken -= 1
