import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from libs.kit.errors import RateLimited, Unavailable

# Each turn uses a connection and memory. A form sends two pictures at once.
MAX_OF_PERSON = 4
MAX_PEOPLE = 10_000


class Turns:
    """Limits the number of concurrent and queued tasks. Further tasks are refused."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._turn, self._most, self._taken = asyncio.Semaphore(at_once), at_once + waiting, 0

    @contextlib.asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        """Raises Unavailable if the queue is full."""
        if self._taken >= self._most:
            raise Unavailable
        self._taken += 1
        try:
            async with self._turn:
                yield
        finally:
            self._taken -= 1


@dataclass
class _Person:
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    pending: int = 0
    window: int = 0
    used_seconds: float = 0.0


class PersonalTurns:
    """Each person has one turn at a time, and a limit of CPU seconds per minute."""

    def __init__(self, turns: Turns, budget_seconds: float, window_seconds: int = 60) -> None:
        self._turns, self._budget, self._window = turns, budget_seconds, window_seconds
        self._people: dict[int, _Person] = {}

    @contextlib.asynccontextmanager
    async def take(self, person_id: int) -> AsyncIterator[None]:
        """Raises RateLimited or Unavailable."""
        person = self._current(person_id)
        if person.pending >= MAX_OF_PERSON or person.used_seconds >= self._budget:
            raise RateLimited(retryAfter=math.ceil(self._window - time.monotonic() % self._window))
        person.pending += 1
        try:
            async with person.turn, self._turns.take():
                yield
        finally:
            person.pending -= 1

    def charge(self, person_id: int, cpu_seconds: float) -> None:
        self._current(person_id).used_seconds += cpu_seconds

    def _current(self, person_id: int) -> _Person:
        window = int(time.monotonic() // self._window)
        if person_id not in self._people and len(self._people) >= MAX_PEOPLE:
            self._people = {
                number: one for number, one in self._people.items() if one.pending or one.window == window
            }
        person = self._people.setdefault(person_id, _Person(window=window))
        if person.window != window:
            person.window, person.used_seconds = window, 0.0
        return person
