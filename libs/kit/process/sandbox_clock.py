"""Time travel in development. A file contains the clock offset of all processes."""

import asyncio
from datetime import timedelta
from pathlib import Path

from libs.kit.process import clock

LOOK_SECONDS = 0.2
FURTHEST = timedelta(days=3_650)


def ahead_of(file: Path) -> timedelta:
    """Returns zero if the file is missing or unreadable."""
    try:
        return min(max(timedelta(), timedelta(seconds=int(file.read_text()))), FURTHEST)
    except (OSError, ValueError, OverflowError):
        return timedelta()


def write_offset(file: Path, ahead: timedelta) -> None:
    # If the clock moved back, stored times would be in the future.
    if not ahead_of(file) <= ahead <= FURTHEST:
        raise ValueError("The clock goes forward only, and not further than ten years.")
    draft = file.with_suffix(".new")
    draft.write_text(str(int(ahead.total_seconds())))
    draft.replace(file)


async def follow_offset(file: Path) -> None:
    """Applies the offset from the file, but never moves the clock back."""
    while True:
        clock.stand_ahead(max(clock.ahead(), ahead_of(file)))
        await asyncio.sleep(LOOK_SECONDS)
