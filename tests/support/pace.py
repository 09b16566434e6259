"""The speed of this machine. Time limits hold for two idle cores, so tests scale them."""

import time

# Calibrated on the machine that set the limits.
PIECE, SECONDS_OF_A_PIECE, PIECES = 100_000, 0.006, 40


def slowness() -> float:
    """The slowdown of a fixed piece of work, at least 1."""
    began = time.perf_counter()
    for _ in range(PIECES):
        _piece()
    return max(1.0, (time.perf_counter() - began) / PIECES / SECONDS_OF_A_PIECE)


def on_this_machine(seconds: float) -> float:
    return seconds * slowness()


def _piece() -> int:
    total = 0
    for number in range(PIECE):
        total += number * number % 7
    return total
