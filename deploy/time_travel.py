"""`wangi clock`: moves the clock of a local run, to see auctions end and deadlines pass."""

import argparse
import json
import os
import sys
import time
import urllib.request
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from libs.contracts.services import SERVICES
from libs.kit.process import sandbox_clock

PATIENCE = 10.0
WORDS = (
    "Show the time of a `make up` run, or move it forward, so that auctions end and deadlines pass. Only "
    "`make reset` moves it back. Not available in production."
)


def add_to(add: Callable[[str, str, Callable[[Any], int]], argparse.ArgumentParser]) -> None:
    command = add("clock", WORDS, _clock)
    command.set_defaults(speaks_as="auction")
    command.add_argument("action", choices=["show", "forward"])
    for unit in ("days", "hours", "minutes"):
        command.add_argument(f"--{unit}", type=int, default=0, metavar="N")


def _clock(arguments: Any) -> int:
    if "SANDBOX_CLOCK" not in os.environ:
        print("There is no run here whose time could be moved: `make up` starts one.", file=sys.stderr)
        return 2
    file = Path(os.environ["SANDBOX_CLOCK"])
    if arguments.action == "forward":
        span = timedelta(days=arguments.days, hours=arguments.hours, minutes=arguments.minutes)
        if span <= timedelta():
            print("Say how far: --days 2, --hours 3, --minutes 30.", file=sys.stderr)
            return 2
        try:
            sandbox_clock.write_offset(file, sandbox_clock.ahead_of(file) + span)
        except (ValueError, OverflowError) as refusal:
            print(refusal, file=sys.stderr)
            return 2
    ahead = sandbox_clock.ahead_of(file)
    late = _until_all_are(ahead)
    print(f"{datetime.now().astimezone() + ahead:%A %d %B %Y, %H:%M}, {ahead} ahead of the real time")
    if late:
        print(f"Not there yet, or not known: {', '.join(late)}", file=sys.stderr)
    return 1 if late else 0


def _until_all_are(ahead: timedelta) -> list[str]:
    """Waits for the services. Returns those whose clock has not moved yet."""
    late, until = list(SERVICES), time.monotonic() + PATIENCE
    while late and time.monotonic() < until:
        late = [name for name in late if _ahead_of(name) != ahead.total_seconds()]
        time.sleep(0.1 if late else 0)
    return late


def _ahead_of(service: str) -> float | None:
    try:
        with urllib.request.urlopen(f"{os.environ[f'{service.upper()}_URL']}/readyz", timeout=2) as answer:
            return float(json.load(answer)["ahead"])
    except (OSError, ValueError, KeyError):
        return None
