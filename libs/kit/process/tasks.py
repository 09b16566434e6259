import asyncio
from collections.abc import Iterable
from typing import Any

# Longer than clean-up takes, because a second cancellation would interrupt it.
RETRY_SECONDS = 5.0


async def cancel_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Waits until all tasks have ended. Cancels them repeatedly, because a library may swallow a
    cancellation."""
    pending = list(tasks)
    while pending:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=RETRY_SECONDS)
        await asyncio.gather(*(task for task in pending if task.done()), return_exceptions=True)
        pending = [task for task in pending if not task.done()]
