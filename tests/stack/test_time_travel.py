import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest

from deploy.local.places import ROOT
from deploy.local.ports import Ports, moved
from deploy.local.stack import free_offset, launched, throw_away
from libs.kit.process import sandbox_clock
from libs.kit.testing import PATIENCE
from tests.faults.people import listed, newcomer

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.quiet]
Run = tuple[Path, Ports]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    state, offset = tmp_path_factory.mktemp("travel") / "state", free_offset()
    with launched(state, {"WANGI_PORT_OFFSET": str(offset), "WANGI_DEMO": "0", "WANGI_RELAXED_LIMITS": "1"}):
        yield state, moved(offset)
    throw_away(state)


def wangi_clock(run: Run, *words: str) -> tuple[int, str]:
    command = [sys.executable, "-c", "from deploy.cli import main; main()", "clock", *words]
    environment = os.environ | {"WANGI_LOCAL": str(run[0])}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)
    return ran.returncode, ran.stdout + ran.stderr


async def test_two_day_auction_ends_when_clock_is_moved(run: Run) -> None:
    ports = run[1]
    patience = aiohttp.ClientTimeout(total=10)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{ports.gateway}", timeout=patience) as http:
        mail = f"http://127.0.0.1:{ports.mail}"
        seller, bidder = [await newcomer(http, mail, name) for name in ("penjual", "pembida")]
        auction_id = await listed(http, seller, timedelta(days=2))
        bids = f"/api/auctions/{auction_id}/bids"
        async with http.post(bids, json={"amount": 400}, headers=bidder.headers) as answer:
            assert answer.status == 201, await answer.text()
        code, words = await asyncio.to_thread(wangi_clock, run, "forward", "--days", "2", "--minutes", "1")
        assert (code, "2 days, 0:01:00 ahead" in words) == (0, True), words
        auction = await _ended(http, auction_id)
        assert auction["outcome"] == "sold"
        assert datetime.fromisoformat(auction["serverNow"]) - datetime.now(UTC) > timedelta(days=1, hours=23)
        async with http.post(bids, json={"amount": 900}, headers=bidder.headers) as answer:
            assert (await answer.json())["code"] == "auction_ended"


def test_clock_reports_its_time_and_never_goes_back(run: Run) -> None:
    sandbox_clock.write_offset(run[0] / "clock", timedelta(days=3))
    assert "3 days, 0:00:00 ahead" in wangi_clock(run, "show")[1]
    for refused in (("forward",), ("forward", "--days", "-1"), ("forward", "--days", "3651")):
        assert wangi_clock(run, *refused)[0] == 2, refused
    with pytest.raises(ValueError, match="forward only"):
        sandbox_clock.write_offset(run[0] / "clock", timedelta(days=2))
    assert sandbox_clock.ahead_of(run[0] / "clock") == timedelta(days=3)


@pytest.mark.parametrize("text", ["", "tomorrow", "1e9", "-5", "9" * 400])
def test_invalid_clock_file_moves_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "clock").write_text(text)
    assert sandbox_clock.ahead_of(tmp_path / "clock") == timedelta()


async def _ended(http: aiohttp.ClientSession, auction_id: int) -> dict[str, str]:
    async with asyncio.timeout(PATIENCE):
        while True:
            async with http.get(f"/api/auctions/{auction_id}") as answer:
                auction: dict[str, str] = await answer.json()
            if auction["status"] == "ended":
                return auction
            await asyncio.sleep(0.05)
