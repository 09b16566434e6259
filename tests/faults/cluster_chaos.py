"""`make chaos CLUSTER=1`: kills replicas one at a time for CHAOS_MINUTES while people bid, with a failover
of the primary. CHAOS_SEED repeats an order."""

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import aiohttp
import pytest

from libs.contracts.services import SERVICES
from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.cluster import ClusterPlatform
from tests.faults.people import Person, Play, signed_in_again
from tests.faults.test_cluster import cluster, players, web
from tests.faults.test_kill import (
    BACK_WITHIN,
    all_agree,
    bidding,
    check,
    enough_since,
    has_frames_since,
    survived,
    watching,
)
from tests.support.pace import on_this_machine

__all__ = ["cluster", "players", "web"]
pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
# Seconds, longer than the longest play.
TOKENS_LAST = 400.0
REPLICAS = tuple(f"{part}_{number}" for part in (*SERVICES, "gateway") for number in (1, 2))
KINDS = ("leader", "primary", "standby", "gateway", "replica")


async def test_one_of_each_is_killed_the_primary_for_good_and_no_acknowledged_bid_is_lost(
    cluster: ClusterPlatform,
    web: aiohttp.ClientSession,
    players: list[Person],
    measured: Callable[[str], None],
) -> None:
    seller, *bidders = players
    play = Play(cluster, web, await people.listed(web, seller))
    lost = cluster.pair.primary
    async with watching(play):
        async with bidding(play, bidders):
            await until(lambda: enough_since(play, 0.0))
            for part in ("leader", "auction_1", "gateway_2", lost):
                await cluster.until_whole()
                name = await cluster.leader() if part == "leader" else part
                killed_at = time.monotonic()
                ready = await (cluster.fail_over if part == lost else cluster.kill)(name)
                await until(partial(has_frames_since, play, killed_at + ready))
                bid = min(item.ended for item in play.accepted(killed_at)) - killed_at
                received = min(play.receipt_times(killed_at)) - killed_at
                words = f"ready {ready:.1f}, bid {bid:.1f}, received {received:.1f}"
                measured(f"kill -9 of {name}, one of several, seconds until: {words}")
                assert max(bid, received) <= on_this_machine(BACK_WITHIN), words
        await until(lambda: all_agree(play))
    await check(play, gateways=2)
    await cluster.until_whole()
    assert cluster.pair.standby == lost, "the old primary follows the new one"
    code, words = await cluster.wangi("reconcile")
    assert code == 0, words


async def test_whatever_of_several_is_killed_no_acknowledged_bid_is_lost(
    cluster: ClusterPlatform,
    web: aiohttp.ClientSession,
    players: list[Person],
    capsys: pytest.CaptureFixture[str],
) -> None:
    seed = int(os.environ.get("CHAOS_SEED") or random.randrange(10**6))
    over_at = time.monotonic() + 60 * float(os.environ.get("CHAOS_MINUTES") or 60)
    dice, killed = random.Random(seed), Counter[str]()
    signed_in = time.monotonic()
    while time.monotonic() < over_at:
        if time.monotonic() - signed_in > TOKENS_LAST:
            players = [await signed_in_again(web, person) for person in players]
            signed_in = time.monotonic()
        await cluster.until_whole()
        kind = dice.choice(KINDS)
        parts = {
            "leader": await cluster.leader(),
            "primary": cluster.pair.primary,
            "standby": cluster.pair.standby,
            "gateway": f"gateway_{dice.choice((1, 2))}",
            "replica": dice.choice(REPLICAS),
        }
        kill = cluster.fail_over if kind == "primary" else cluster.kill
        words = await survived(parts[kind], cluster, web, players, kill)
        killed[kind] += 1
        with capsys.disabled():
            sys.stdout.write(f"seed {seed}, kill {killed.total()}, {kind} {parts[kind]}: {words}\n")
            sys.stdout.flush()
    assert killed, "no time for a single kill"
    code, words = await cluster.wangi("reconcile")
    with capsys.disabled():
        sys.stdout.write(f"{dict(killed)}\n{words}")
    assert code == 0, words
