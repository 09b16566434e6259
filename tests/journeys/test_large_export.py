import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from deploy.local.running import Running
from deploy.local.stack import Stack
from tests.journeys.browser import Browser, rows_of
from tests.support.pace import on_this_machine

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]
BIDS = 100_000
# As Python objects the bids would take several hundred MB, as text about twenty.
MAY_GROW = 48 * 1024 * 1024
ON_THE_WAY = ("auction", "auth", "gateway")

LOT = """
    INSERT INTO auction.auctions (seller_id, starting_price, bid_increment, ends_at, original_ends_at,
        extension_window,
        extension_seconds, extension_cap, status, outcome, last_seq, created_at, updated_at, ended_at)
    VALUES ($1, 100, 100, now(), now(), 120, 120, 1800, 'cancelled', 'cancelled', $2, now(), now(), now())
        RETURNING id
"""
LOG = """
    INSERT INTO auction.bids (auction_id, seq, id, bidder_id, bidder_name, amount, is_auto, placed_at)
    SELECT $1::bigint, n, 9000000000 + n, $2::bigint, 'a***z', 100 * n, false, now()
    FROM generate_series(1, $3::int) AS n
"""


async def test_export_of_hundred_thousand_bids_is_whole_while_others_are_served(
    platform: Stack, seller: Browser, plain: Browser
) -> None:
    """U38"""
    (lot,) = await rows_of(platform, LOT, seller.id, BIDS)
    await rows_of(platform, LOG, lot["id"], plain.id, BIDS)
    async with watched(platform) as grown, besides(platform, seller) as waits:
        came = bytearray()
        async with plain.http.get(f"/api/user/{plain.id}/export", headers=plain.headers) as answer:
            assert answer.status == 200, await answer.text()
            async for piece in answer.content.iter_any():
                came += piece
    export = json.loads(came)
    assert [bid["seq"] for bid in export["auction"]["bids"]] == list(range(1, BIDS + 1))
    assert export["account"]["profile"]["id"] == plain.id
    assert max(grown.values()) < MAY_GROW, grown
    assert len(waits) > 5
    nine_tenths = sorted(waits)[len(waits) * 9 // 10]
    assert nine_tenths < on_this_machine(1.0), waits


@asynccontextmanager
async def watched(platform: Stack) -> AsyncIterator[dict[str, int]]:
    began = {name: memory_of(platform, name) for name in ON_THE_WAY}
    grown = dict.fromkeys(ON_THE_WAY, 0)

    async def look() -> None:
        while True:
            for name in ON_THE_WAY:
                grown[name] = max(grown[name], memory_of(platform, name) - began[name])
            await asyncio.sleep(0.05)

    async with beside(look):
        yield grown


@asynccontextmanager
async def besides(platform: Stack, other: Browser) -> AsyncIterator[list[float]]:
    waits: list[float] = []

    async def ask() -> None:
        while True:
            since = time.perf_counter()
            async with other.http.get("/api/auctions/mine", headers=other.headers) as answer:
                assert answer.status == 200, await answer.text()
            waits.append(time.perf_counter() - since)
            await asyncio.sleep(0.05)

    async with beside(ask):
        yield waits


@asynccontextmanager
async def beside(work: Callable[[], Coroutine[None, None, None]]) -> AsyncIterator[None]:
    doing = asyncio.create_task(work())
    yield
    if not doing.done():
        doing.cancel()
    with suppress(asyncio.CancelledError):
        await doing


def memory_of(platform: Stack, name: str) -> int:
    run = Running.read(platform.state)
    assert run is not None
    lines = Path(f"/proc/{run.children[name]}/status").read_text().splitlines()
    return 1024 * int(next(line.split()[1] for line in lines if line.startswith("VmRSS")))
