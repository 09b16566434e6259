"""`make chaos CLUSTER=1`: for an hour, or CHAOS_MINUTES, one of several is killed every few seconds while
people bid: a broker that leads, any replica, a gateway, the standby, or the primary, after which the
operator's command is given. Not part of `make test`. With CHAOS_SEED the same parts are killed in the same
order."""

import os
import random
import sys
import time
from collections import Counter

import aiohttp
import pytest

from deploy.local.ports import SERVICES
from tests.faults.cluster import ClusterPlatform
from tests.faults.people import Person, signed_in_again
from tests.faults.test_cluster import cluster, players, web
from tests.faults.test_kill import survived

__all__ = ["cluster", "players", "web"]
pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
# Seconds, with enough left for the longest play.
TOKENS_LAST = 400.0
REPLICAS = tuple(f"{part}_{number}" for part in (*SERVICES, "gateway") for number in (1, 2))
KINDS = ("leader", "primary", "standby", "gateway", "replica")


async def test_whatever_of_several_is_killed_no_acknowledged_bid_is_lost(
    cluster: ClusterPlatform,
    web: aiohttp.ClientSession,
    players: list[Person],
    capsys: pytest.CaptureFixture[str],
) -> None:
    seed = int(os.environ.get("CHAOS_SEED") or random.randrange(10**6))
    until = time.monotonic() + 60 * float(os.environ.get("CHAOS_MINUTES") or 60)
    dice, killed = random.Random(seed), Counter[str]()
    signed_in = time.monotonic()
    while time.monotonic() < until:
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
