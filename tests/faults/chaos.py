"""`make chaos`: for an hour, or CHAOS_MINUTES, something is killed every few seconds while people bid; not part of
`make test`. With CHAOS_SEED the same parts are killed in the same order."""

import os
import random
import sys
import time
from collections import Counter

import aiohttp
import pytest

from tests.faults.house import House
from tests.faults.people import Person
from tests.faults.test_kill import PARTS, crowd, house, http, survived

__all__ = ["crowd", "house", "http"]
pytestmark = [pytest.mark.servers, pytest.mark.slow]


async def test_whatever_is_killed_in_whatever_order_no_acknowledged_bid_is_lost(
    house: House, http: aiohttp.ClientSession, crowd: list[Person], capsys: pytest.CaptureFixture[str]
) -> None:
    seed = int(os.environ.get("CHAOS_SEED") or random.randrange(10**6))
    until = time.monotonic() + 60 * float(os.environ.get("CHAOS_MINUTES") or 60)
    dice, killed = random.Random(seed), Counter[str]()
    while time.monotonic() < until:
        part = dice.choice(PARTS)
        words = await survived(part, house, http, crowd)
        killed[part] += 1
        with capsys.disabled():
            sys.stdout.write(f"seed {seed}, kill {killed.total()}, {part}: {words}\n")
            sys.stdout.flush()
    assert killed, "no time for a single kill"
