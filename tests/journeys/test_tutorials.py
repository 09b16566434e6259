import asyncio
import contextlib
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from deploy.demo.closing import end_auctions
from deploy.local.places import ROOT
from deploy.local.stack import Stack
from libs.kit.testing import PATIENCE
from tests.journeys.browser import Browser, at_a_browser, rows_of

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]
TUTORIALS = ROOT / "docs/tutorials"
SCOPES = re.compile(r"[Tt]ick (.*?)(?:\.|alone|:\n)", re.S)


def program(tutorial: str, folder: Path, number: int = 0) -> Path:
    text = (TUTORIALS / tutorial).read_text()
    sources = re.findall(r"```python\n(.*?)```", text, re.S)
    names = list[str](re.findall(r"Save this as `(\w+\.py)`", text))
    assert len(sources) == len(names)
    path = folder / names[number]
    path.write_text(sources[number])
    return path


async def key_of(person: Browser, tutorial: str) -> str:
    named = SCOPES.search((TUTORIALS / tutorial).read_text())
    assert named is not None
    scopes = re.findall(r"`([\w:]+)`", named[1])
    form = {"name": "Tutorial", "scopes": scopes, "password": person.password}
    status, made = await person.post(f"/api/v1/user/{person.id}/api-keys", form)
    assert status == 201, made
    return str(made["secret"])


class Run:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def line(self) -> str:
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            return (await self._process.stdout.readline()).decode().strip()

    async def rest(self) -> str:
        async with asyncio.timeout(PATIENCE):
            out, wrong = await self._process.communicate()
        assert self._process.returncode == 0, wrong.decode()
        return out.decode()


@contextlib.asynccontextmanager
async def running(
    platform: Stack, key: str, path: Path, *words: str, **environment: str
) -> AsyncIterator[Run]:
    names = {
        "WANGI": platform.ports.base_url, "WANGI_KEY": key, "PAUSE": "0.05",
        "PYTHONPATH": str(ROOT / "clients/python"), "PATH": os.environ["PATH"],
    } | environment  # fmt: skip
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, path, *words, stdout=pipe, stderr=pipe, env=names
    )
    try:
        yield Run(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def leading(bot: Run) -> float:
    """A stale read is refused now and then, so retry until the bot leads."""
    while not (found := re.fullmatch(r"RM (\d+\.00): leading", await bot.line())):
        pass
    return float(found[1])


async def test_tutorial_bot_bids_up_to_its_limit(platform: Stack, seller: Browser, tmp_path: Path) -> None:
    auction_id = await seller.list_auction()
    async with at_a_browser(platform) as owner, at_a_browser(platform) as rival:
        key = await key_of(owner, "bidding-bot.md")
        await rival.compare_tables(auction_id)
        path = f"/api/auctions/{auction_id}/bids"
        async with running(platform, key, program("bidding-bot.md", tmp_path), str(auction_id), "140") as bot:
            assert await leading(bot) == 105
            assert (await rival.post(path, {"amount": 120}))[0] == 201
            assert 120 < await leading(bot) < 135
            # The rival's maximum outbids the bot at once.
            assert (await rival.post(path, {"amount": 135, "maxAmount": 200}))[0] == 201
            assert re.fullmatch(r"too dear: RM 1\d\d\.00 would lead", (await bot.rest()).splitlines()[-1])
        own = "SELECT amount FROM auction.bids WHERE auction_id = $1 AND bidder_id = $2"
        bids = [row["amount"] for row in await rows_of(platform, own, auction_id, owner.id)]
    assert len(bids) >= 2
    assert max(bids) <= 14_000, "never above its limit"


async def test_event_bot_answers_rivals_until_the_auction_ends(
    platform: Stack, seller: Browser, tmp_path: Path
) -> None:
    auction_id = await seller.list_auction()
    async with at_a_browser(platform) as owner, at_a_browser(platform) as rival:
        key = await key_of(owner, "bidding-bot.md")
        await rival.compare_tables(auction_id)
        path = program("bidding-bot.md", tmp_path, number=1)
        async with running(platform, key, path, str(auction_id), "200") as bot:
            assert await leading(bot) == 105
            for amount in (120, 140):
                assert (await rival.post(f"/api/auctions/{auction_id}/bids", {"amount": amount}))[0] == 201
                assert amount < await leading(bot) < amount + 15
            await end_auctions(platform.database_urls["auction"], [auction_id])
            assert (await bot.rest()).splitlines()[-1] == "over: sold"


class Way:
    """A connection to the gateway that can be cut and restored."""

    def __init__(self, port: int) -> None:
        self._to, self.port = port, 0
        self._server: asyncio.Server | None = None
        self._open: list[asyncio.StreamWriter] = []

    async def lay(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for item in self._open:
            item.transport.abort()
        self._open.clear()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        self._open += [writer, back]
        with contextlib.suppress(ConnectionError):
            await asyncio.gather(self._copy(reader, back), self._copy(there, writer))

    @staticmethod
    async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(65_536):
            writer.write(piece)
            await writer.drain()
        writer.close()


async def test_bot_resumes_after_outage_and_reports_the_outcome(
    platform: Stack, seller: Browser, tmp_path: Path
) -> None:
    auction_id, way = await seller.list_auction(), Way(platform.ports.gateway)
    await way.lay()
    async with at_a_browser(platform) as owner, at_a_browser(platform) as rival:
        key = await key_of(owner, "bidding-bot.md")
        await rival.compare_tables(auction_id)
        path, address = program("bidding-bot.md", tmp_path), f"http://127.0.0.1:{way.port}"
        async with running(platform, key, path, str(auction_id), "140", WANGI=address) as bot:
            assert await leading(bot) == 105
            way.cut()
            assert (await rival.post(f"/api/auctions/{auction_id}/bids", {"amount": 120}))[0] == 201
            assert (await bot.line()).startswith("no answer, going on")
            await way.lay()
            assert 120 < await leading(bot) < 135
            await end_auctions(platform.database_urls["auction"], [auction_id])
            assert (await bot.rest()).splitlines()[-1] == "won"
    way.cut()


async def test_price_dashboard_shows_each_perfume_of_a_brand(
    platform: Stack, seller: Browser, tmp_path: Path
) -> None:
    brand = f"Tutorial {seller.id}"
    for name, price in (("Oud <b>", "100"), ("Oud <b>", "300"), ("Rose", "50")):
        status, listed = await seller.post(
            "/api/products",
            {
                "name": name, "brand": brand, "description": "Little used.", "categoryId": 2, "volume": 50,
                "price": price, "remainingPercentage": 100,
            },
        )  # fmt: skip
        assert status == 201, json.dumps(listed)
    key = await key_of(seller, "price-dashboard.md")
    path = program("price-dashboard.md", tmp_path)
    async with asyncio.timeout(PATIENCE):
        while True:  # The catalogue shows them within a second.
            async with running(platform, key, path, brand) as dashboard:
                page = await dashboard.rest()
            if page.count("<tr><td>") == 2:
                break
    assert "<tr><td>Oud &lt;b&gt;</td><td>RM 4.00 (2)</td><td>none</td></tr>" in page
    assert "<tr><td>Rose</td><td>RM 1.00 (1)</td><td>none</td></tr>" in page
