"""`make chaos`: kills a process every few seconds for CHAOS_MINUTES while people bid, then compares the
stream with the database. CHAOS_SEED repeats an order."""

import os
import random
import sys
import time
from collections import Counter

import aiohttp
import pytest

from tests.faults.people import Person, signed_in_again
from tests.faults.platform import Platform
from tests.faults.test_kill import PARTS, ended_while, players, survived

__all__ = ["players"]
pytestmark = [pytest.mark.servers, pytest.mark.slow]
# The share of kills at the end of an auction.
AT_THE_END = 0.4
# Seconds, longer than the longest play.
TOKENS_LAST = 400.0


async def test_whatever_is_killed_in_whatever_order_no_acknowledged_bid_is_lost(
    platform: Platform, http: aiohttp.ClientSession, players: list[Person], capsys: pytest.CaptureFixture[str]
) -> None:
    seed = int(os.environ.get("CHAOS_SEED") or random.randrange(10**6))
    until = time.monotonic() + 60 * float(os.environ.get("CHAOS_MINUTES") or 60)
    dice, killed = random.Random(seed), Counter[str]()
    signed_in = time.monotonic()
    while time.monotonic() < until:
        if time.monotonic() - signed_in > TOKENS_LAST:
            players = [await signed_in_again(http, person) for person in players]
            signed_in = time.monotonic()
        part = dice.choice(PARTS)
        if dice.random() < AT_THE_END:
            words = "at the end: " + await ended_while(part, platform, http, players, dice.uniform(0.0, 1.5))
        else:
            words = await survived(part, platform, http, players)
        killed[part] += 1
        with capsys.disabled():
            sys.stdout.write(f"seed {seed}, kill {killed.total()}, {part}: {words}\n")
            sys.stdout.flush()
    assert killed, "no time for a single kill"
    code, words = await platform.wangi("reconcile")
    with capsys.disabled():
        sys.stdout.write(words)
    assert code == 0, words
