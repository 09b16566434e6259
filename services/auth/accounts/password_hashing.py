import asyncio
import contextlib
import os
import secrets
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from prometheus_client import Gauge
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from libs.kit.errors import Unavailable

Result = TypeVar("Result")


WAITING = Gauge("argon2_queue", "Passwords that are being hashed or wait")


# A second seat per worker, so that the next account can be queried while a password is being hashed.
SEATS_A_WORKER = 2


# OWASP's minimum: 19 MB of memory and two passes. A hash takes about 25 ms of CPU.
COSTLY = Argon2Hasher(memory_cost=19 * 1024, time_cost=2, parallelism=1)


# Niceness of the hashing threads, so that a flood of sign-ins cannot slow other requests.
_POLITE = 10


class Passwords:
    """Hashes passwords with argon2id in a bounded thread pool. Call `hash` and `verify` inside `place`."""

    def __init__(
        self, workers: int, queue: int, hasher: Argon2Hasher = COSTLY, niceness: int = _POLITE
    ) -> None:
        self._hash = PasswordHash((hasher,))
        self._pool = ThreadPoolExecutor(
            workers, thread_name_prefix="argon2", initializer=_step_back, initargs=(niceness,)
        )
        self._room = queue
        self._seats = asyncio.Semaphore(workers * SEATS_A_WORKER)
        self._unknown_account_hash = self._hash.hash(secrets.token_hex(16))

    async def hash(self, password: str) -> str:
        return await self._in_pool(self._hash.hash, password)

    async def verify(self, password: str, stored: str | None) -> bool:
        """Takes as long for an unknown account (`stored` is None) as for a wrong password."""
        fits = await self._in_pool(self._hash.verify, password, stored or self._unknown_account_hash)
        return fits and stored is not None

    @contextlib.asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Reserves a place in the queue. Enter before any query, so that a flood of requests is refused
        without using a database connection."""
        if self._room <= 0:
            raise Unavailable
        self._room -= 1
        WAITING.inc()
        try:
            async with self._seats:
                yield
        finally:
            self._room += 1
            WAITING.dec()

    async def _in_pool(self, work: Callable[..., Result], *arguments: str) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)


def _step_back(niceness: int) -> None:
    with contextlib.suppress(OSError, AttributeError):  # Some systems have no niceness per thread.
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
