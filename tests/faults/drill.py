"""`make drill`: the database and its disk are lost while people bid, and restored from a backup and the log
archive (P-H4). DRILL_ARCHIVE_SECONDS shortens log segments. DRILL_WITHOUT_A_PIECE=1 removes a segment and
must fail."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import aiohttp
import pytest

from deploy.local.ports import Ports, moved
from deploy.local.servers import start_servers
from deploy.local.stack import free_offset, launched, throw_away
from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.people import Person, Play, newcomer, signed_in_again
from tests.faults.platform import Platform
from tests.faults.restoring import Archive, archive_seconds
from tests.faults.test_kill import BIDDERS, all_agree, bidding, enough_since, watching
from tests.faults.watchers import loaded, sen

pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
# Seconds of delay for a log segment, and minutes until people bid again (P-H4).
LATE, BACK_WITHIN = 15.0, 30
SETTINGS = {"WANGI_DEMO": "0", "WANGI_BOTS": "0", "WANGI_RELAXED_LIMITS": "1"}


@pytest.fixture(scope="package")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    state = tmp_path_factory.mktemp("drill") / "state"
    yield Platform(state, moved(free_offset()))
    throw_away(state)


async def test_a_lost_database_is_back_from_backup_and_archive_and_nothing_contradicts_it(
    platform: Platform, capsys: pytest.CaptureFixture[str]
) -> None:
    """P-H4"""
    seconds = int(os.environ.get("DRILL_ARCHIVE_SECONDS") or archive_seconds())
    patience = aiohttp.ClientTimeout(total=10)
    async with aiohttp.ClientSession(f"http://{platform.gateway_address}", timeout=patience) as http:
        drill = Drill(platform, http, Archive(platform), seconds)
        with launched(
            platform.state, SETTINGS | {"WANGI_PORT_OFFSET": str(platform.ports.gateway - Ports.gateway)}
        ):
            await drill.live_until_the_loss()
        await drill.restore()
        with launched(
            platform.state, SETTINGS | {"WANGI_PORT_OFFSET": str(platform.ports.gateway - Ports.gateway)}
        ):
            await drill.live_on()
            words = await drill.check()
    with capsys.disabled():
        sys.stdout.write(f"\n{words}\n")


@dataclass
class Drill:
    platform: Platform
    http: aiohttp.ClientSession
    archive: Archive
    seconds: int
    play: Play = field(init=False)
    players: list[Person] = field(init=False)
    lost_at: float = 0.0
    read_at: float = 0.0
    back_at: float = 0.0
    size: int = 0
    words: str = ""
    bids: "asyncio.Task[None] | None" = None
    after: Play = field(init=False, repr=False)

    async def live_until_the_loss(self) -> None:
        mail = self.platform.ports.url("mail")
        self.players = [await newcomer(self.http, mail, f"drill{n}") for n in range(BIDDERS + 1)]
        self.play = Play(self.platform, self.http, await people.listed(self.http, self.players[0]))
        await self.archive.begin(self.seconds)
        self.bids = asyncio.create_task(_bid(self.play, self.players[1:]))
        await until(lambda: enough_since(self.play, 0.0))
        self.size = await self.archive.back_up()
        await asyncio.sleep(self.seconds * 2.8)
        self.lost_at = time.monotonic()
        self.archive.lose_the_database()
        self.play.stopping = True

    async def restore(self) -> None:
        if os.environ.get("DRILL_WITHOUT_A_PIECE"):
            pieces = sorted(item for item in self.archive.log.iterdir() if len(item.name) == 24)
            pieces[-2].unlink()
        self.archive.put_back()
        servers = await start_servers(self.platform.state, self.platform.ports, borrow=False)
        try:
            await self.archive.brought_forward()
            self.read_at = time.monotonic()
            code, self.words = await self.platform.wangi("after-restore")
            assert code == 0, self.words
        finally:
            await servers.stop()

    async def live_on(self) -> None:
        assert self.bids is not None
        await self.bids
        before, page = self.play, None
        while page is None:
            page = await loaded(before)
        bidders = [await signed_in_again(self.http, player) for player in self.players[1:]]
        self.after = Play(self.platform, self.http, before.auction_id, minimum=sen(page["minimumBid"]))
        async with watching(self.after):
            async with bidding(self.after, bidders):
                await until(lambda: enough_since(self.after, 0.0))
                self.back_at = min(item.ended for item in self.after.accepted())
            await until(lambda: all_agree(self.after))

    async def check(self) -> str:
        stored = {
            (stored_bid.bidder_id, stored_bid.amount)
            for stored_bid in await self.platform.stored_bids(self.play.auction_id)
        }
        acknowledged = [item for item in self.play.accepted() if item.ended < self.lost_at]
        lost = [item for item in acknowledged if (item.bidder_id, item.amount) not in stored]
        window = self.lost_at - min((item.ended for item in lost), default=self.lost_at)
        new = [item for item in self.after.accepted() if (item.bidder_id, item.amount) not in stored]
        assert not new, "bids of after the restore are not there"
        for command in ("reconcile", "audit"):
            code, words = await self.platform.wangi(command)
            assert code == 0, words
        assert window <= self.seconds + LATE, f"lost {window:.1f} s, {self.seconds} s promised"
        down = self.back_at - self.lost_at
        assert down <= 60 * BACK_WITHIN
        return (
            f"backup {self.size / 2**20:.0f} MB; {len(acknowledged):,} bids acknowledged, {len(lost):,} of them "
            f"lost; RPO {window:.1f} s (a piece of the log ends after {self.seconds} s); database read after "
            f"{self.read_at - self.lost_at:.1f} s, RTO {down:.1f} s until the first bid\n{self.words}"
        )


async def _bid(play: Play, bidders: list[Person]) -> None:
    async with asyncio.TaskGroup() as group:
        for person in bidders:
            group.create_task(people.bid(play, person))
