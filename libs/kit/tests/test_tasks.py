import asyncio

from libs.kit.process.tasks import cancel_all


async def test_a_task_that_swallows_a_cancellation_is_cancelled_again() -> None:
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
        await cancel_all([task])
    assert task.cancelled()
