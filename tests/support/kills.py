import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def killed_at_first_pause(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The current task fails when it sleeps. Servers in other tasks of the same loop go on."""
    dying, sleep = asyncio.current_task(), asyncio.sleep

    async def sleep_or_die(seconds: float) -> None:
        if asyncio.current_task() is dying:
            raise RuntimeError("killed")
        await sleep(seconds)

    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "sleep", sleep_or_die)
        with pytest.raises(RuntimeError, match="killed"):
            yield
