"""Time travel on a machine of one's own: a file says how far ahead of the real time a run's parts are."""

import asyncio
from datetime import timedelta
from pathlib import Path

from libs.kit.process import clock

LOOK_SECONDS = 0.2
FURTHEST = timedelta(days=3_650)


def ahead_of(file: Path) -> timedelta:
    """Return how far ahead a file says; not at all where there is none, or one that cannot be read."""
    try:
        return min(max(timedelta(), timedelta(seconds=int(file.read_text()))), FURTHEST)
    except (OSError, ValueError, OverflowError):
        return timedelta()


def write(file: Path, ahead: timedelta) -> None:
    """Move the clock of a run; its parts read it within a moment."""
    # What was written down lies in its past.
    if not ahead_of(file) <= ahead <= FURTHEST:
        raise ValueError("The clock goes forward only, and not further than ten years.")
    draft = file.with_suffix(".new")
    draft.write_text(str(int(ahead.total_seconds())))
    draft.replace(file)


async def follow(file: Path) -> None:
    """Keep this process's clock where the file says; it never goes back, whatever becomes of the file."""
    while True:
        clock.stand_ahead(max(clock.ahead(), ahead_of(file)))
        await asyncio.sleep(LOOK_SECONDS)
