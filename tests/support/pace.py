"""How fast this machine is now: what the product promises in seconds it promises on two cores that do nothing
else, so a test allows a slower machine as many times longer."""

import time

# One piece of work on a core of its own; the machine that set the limits takes as long.
PIECE, SECONDS_OF_A_PIECE, PIECES = 100_000, 0.006, 40


def slowness() -> float:
    """Return how many times longer a fixed piece of work takes now; at least 1."""
    began = time.perf_counter()
    for _ in range(PIECES):
        _piece()
    return max(1.0, (time.perf_counter() - began) / PIECES / SECONDS_OF_A_PIECE)


def on_this_machine(seconds: float) -> float:
    """Return how long so many seconds of an undisturbed machine are here and now."""
    return seconds * slowness()


def _piece() -> int:
    total = 0
    for number in range(PIECE):
        total += number * number % 7
    return total
