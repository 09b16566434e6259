from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from libs.kit.process import buggify


async def dies_at(nth: int, points: Iterable[str], work: Callable[[], Awaitable[Any]]) -> bool:
    """Returns whether the work reached the nth point."""
    left = nth

    def strike() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise buggify.Crash(nth)

    for point in points:
        buggify.arm(point, strike)
    try:
        await work()
    except buggify.Crash:
        return True
    finally:
        buggify.disarm()
    return False
