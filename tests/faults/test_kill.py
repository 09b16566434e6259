"""While bids flow, each process of the house is killed in turn: nothing acknowledged is lost, and all is soon back."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator

import aiohttp
import pytest

from deploy.local.ports import moved
from deploy.local.stack import free_offset, launched, throw_away
from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.history import Broken, check_accepted, check_bids, check_facts, check_reader, check_sights
from tests.faults.house import House
from tests.faults.people import Person, Play

pytestmark = [pytest.mark.servers, pytest.mark.slow]
PARTS = ("auction", "catalog", "auth", "messaging", "boost", "admin", "gateway", "postgres", "kafka", "redis")
BIDDERS = 8
BACK_WITHIN = 10.0
ENOUGH = 40
"""So many accepted bids before the kill, and so many again after it."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A whole house started by the launcher, which starts again what dies."""
    state, offset = tmp_path_factory.mktemp("faults") / "state", free_offset()
    told = {"WANGI_PORT_OFFSET": str(offset), "WANGI_DEMO": "0", "WANGI_RELAXED_LIMITS": "1"}
    with launched(state, told):
        yield House(state, moved(offset))
    throw_away(state)


@pytest.fixture(scope="module")
async def http(house: House) -> AsyncIterator[aiohttp.ClientSession]:
    patience = aiohttp.ClientTimeout(total=5)
    async with aiohttp.ClientSession(f"http://{house.door}", timeout=patience) as session:
        yield session


@pytest.fixture(scope="module")
async def crowd(house: House, http: aiohttp.ClientSession) -> list[Person]:
    """A seller and those who bid."""
    mail = house.ports.url("mail")
    return [await people.newcomer(http, mail, f"person{n}", by_socket=n % 2 == 1) for n in range(BIDDERS + 1)]


@contextlib.asynccontextmanager
async def bidding(play: Play, bidders: list[Person]) -> AsyncIterator[None]:
    """Everybody bids; at the end each waits for the answer to what is on its way."""
    async with asyncio.TaskGroup() as group:
        for person in bidders:
            group.create_task(people.bid(play, person))
        try:
            yield
        finally:
            play.stopping = True


@contextlib.asynccontextmanager
async def watching(play: Play) -> AsyncIterator[None]:
    """One watches the room, one reads the page."""
    tasks = [asyncio.create_task(people.watch(play)), asyncio.create_task(people.read(play))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends


@pytest.mark.parametrize("part", PARTS)
async def test_a_killed_process_loses_no_acknowledged_bid_and_is_back_in_ten_seconds(
    part: str, house: House, http: aiohttp.ClientSession, crowd: list[Person], times: dict[str, str]
) -> None:
    times[part] = await survived(part, house, http, crowd)


async def survived(part: str, house: House, http: aiohttp.ClientSession, crowd: list[Person]) -> str:
    """One play during which a process is killed, and everything checked; says how long it took."""
    seller, *bidders = crowd
    play = Play(house, http, await people.listed(http, seller))
    async with watching(play):
        async with bidding(play, bidders):
            await until(lambda: enough_since(play, 0.0))
            killed_at = time.monotonic()
            ready = await house.kill(part)
            await until(lambda: enough_since(play, killed_at + ready))
            await until(lambda: heard_since(play, killed_at + ready))
        await until(lambda: all_agree(play))
    bid = min(one.ended for one in play.accepted(killed_at)) - killed_at
    heard = min(play.heard(killed_at)) - killed_at
    agreed = time.monotonic() - killed_at
    counts = f"{len(play.attempts)} bids, {play.unanswered} requests of unknown fate"
    words = f"ready {ready:.1f}, bid {bid:.1f}, heard {heard:.1f}, all agree {agreed:.1f}; {counts}"
    await check(play)
    assert max(ready, bid, heard) <= BACK_WITHIN, words
    return words


async def enough_since(play: Play, moment: float) -> bool:
    return len(play.accepted(moment)) >= ENOUGH


async def heard_since(play: Play, moment: float) -> bool:
    """The watcher has heard, live, of a bid that was made since."""
    return bool(play.heard(moment))


async def all_agree(play: Play) -> bool:
    """After quiet: the card, the record and the watcher have come to where the auction stands."""
    stored = await play.house.stored(play.auction_id)
    card = await play.house.card(play.auction_id)
    written = await play.house.written_down(play.auction_id)
    stands = (len(stored), stored[-1].amount)
    return card == stands and len(written) == len(stored) + 1 == play.last_seen


async def check(play: Play) -> None:
    """Everything that was promised about bids."""
    stored = await play.house.stored(play.auction_id)
    check_bids(people.TERMS, play.attempts, stored)
    check_facts(stored, await play.house.published(play.auction_id))
    written = await play.house.written_down(play.auction_id)
    assert len({fact.id for fact in written}) == len(written)
    check_facts(stored, written)
    check_sights(stored, play.sights)
    assert play.skipped == [], "within one connection no frame is left out"
    check_reader(play.prices)


async def test_a_database_that_does_not_wait_for_the_disk_loses_bids_and_the_check_sees_it(
    house: House, http: aiohttp.ClientSession, crowd: list[Person]
) -> None:
    """The control: the same run with the guard out. It comes last, for its house has forgotten what it told."""
    seller, *bidders = crowd
    play = Play(house, http, await people.listed(http, seller))
    for setting in ("synchronous_commit = off", "wal_writer_delay = '10s'", "wal_writer_flush_after = '1GB'"):
        await house.rows(f"ALTER SYSTEM SET {setting}")
    await house.rows("SELECT pg_reload_conf()")
    async with bidding(play, bidders):
        await until(lambda: enough_since(play, 0.0))
        killed_at = time.monotonic()
        ready = await house.kill("postgres")
        await until(lambda: enough_since(play, killed_at + ready))
    stored = await house.stored(play.auction_id)
    with pytest.raises(Broken, match="acknowledged and lost"):
        check_accepted(play.attempts, stored)
