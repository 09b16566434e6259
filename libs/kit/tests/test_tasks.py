import asyncio

import pytest

from libs.kit.process import tasks


async def test_task_that_swallows_cancellation_is_cancelled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "RETRY_SECONDS", 0.05)
    swallowed = 0

    async def work() -> None:
        nonlocal swallowed
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                swallowed += 1
                if swallowed > 1:
                    raise

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await tasks.cancel_all([task])
    assert task.cancelled()


async def test_task_that_cleans_up_is_cancelled_once() -> None:
    has_cleaned_up = False

    async def work() -> None:
        nonlocal has_cleaned_up
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.6)
            has_cleaned_up = True

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await tasks.cancel_all([task])
    assert has_cleaned_up
