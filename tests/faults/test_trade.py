import asyncio
import random
import time
from collections.abc import Callable

import aiohttp
import pytest

from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.platform import Platform
from tests.faults.screens import bought_while
from tests.faults.traders import BOTTLE, BUTTONS, STEPS, Trade
from tests.journeys.beside import NO_PACKAGES

# A connection that a kill cut is left to the garbage collector.
pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.quiet,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
WAYS = ("fixed", "negotiable", "auction")
# Each round sells a bottle in each way, and kills the process at each button.
ROUNDS = (
    ("messaging", "messaging", "messaging", "messaging", "messaging"),
    ("catalog", "auction", "postgres", "gateway", "kafka"),
    ("postgres", "catalog", None, None, None),
)
UNDER_BUTTONS = {
    "offer": "gateway",
    "buy": "messaging",
    "paid": "catalog",
    "ship": "postgres",
    "delivered": "kafka",
}
# About the duration of a request, in seconds.
A_PRESS = 0.03


@pytest.fixture(scope="module")
async def trades(platform: Platform, http: aiohttp.ClientSession) -> list[Trade]:
    mail, found = platform.ports.url("mail"), []
    for way in WAYS:
        seller, buyer = [await people.newcomer(http, mail, f"{side}{way}") for side in ("sells", "buys")]
        found.append(Trade(platform, http, seller, buyer, way))
    return found


async def test_each_purchase_step_happens_once_whatever_is_killed(
    platform: Platform, trades: list[Trade], measured: Callable[[str], None]
) -> None:
    """P-B1, P-B2, W3"""
    began = time.monotonic()
    for trade in trades:
        await trade.prepare(len(ROUNDS))
    for trade in trades:
        await trade.become_known()
    for number, parts in enumerate(ROUNDS):
        for button, part in zip(BUTTONS, parts, strict=True):
            await pressed(platform, trades, number, button, part)
    for trade in trades:
        await check(trade, STEPS[trade.way])
    code, words = await platform.wangi("reconcile")
    assert code == 0, words
    kills = sum(part is not None for parts in ROUNDS for part in parts)
    bought, doubts = len(ROUNDS) * len(trades), sum(item.unanswered for item in trades)
    words = f"{bought} purchases, {kills} processes killed under them, {doubts} requests of unknown fate"
    measured(f"{words}: {time.monotonic() - began:.1f} s")


async def pressed(platform: Platform, trades: list[Trade], number: int, name: str, part: str | None) -> None:
    opened = [(trade, trade.listings[number]) for trade in trades]
    buttons = await asyncio.gather(*(trade.open(product_id, name) for trade, product_id in opened))
    async with asyncio.TaskGroup() as group:
        if part is not None:
            group.create_task(kill_within_a_press(platform, part))
        for (trade, product_id), button in zip(opened, buttons, strict=True):
            group.create_task(trade.press(product_id, button))


async def kill_within_a_press(platform: Platform, part: str) -> None:
    await asyncio.sleep(random.uniform(0.0, A_PRESS))
    await platform.kill(part)


async def check(trade: Trade, steps: str) -> None:
    async def are_sold() -> bool:
        return set(await _listings(trade)) == {("sold", 0)}

    await until(are_sold)
    for product_id, deal_id in trade.deals.items():
        order = await trade.order(deal_id)
        assert order["transactionStatus"] == "COMPLETED"
        assert " ".join(line["kind"] for line in order["timeline"]) == steps
        query = "SELECT deal_id, state FROM catalog.reservations WHERE product_id = $1"
        held = [(row["deal_id"], row["state"]) for row in await trade.platform.rows(query, product_id)]
        # The auction itself reserves its bottle.
        assert held == ([] if trade.way == "auction" else [(deal_id, "sold")])
        query = "SELECT s.paid FROM auction.sales s JOIN auction.auctions a ON a.id = auction_id WHERE product_id = $1"
        paid = [row["paid"] for row in await trade.platform.rows(query, product_id)]
        assert paid == ([True] if trade.way == "auction" else [])
        query = "SELECT id FROM messaging.deals WHERE product_id = $1"
        assert [row["id"] for row in await trade.platform.rows(query, product_id)] == [deal_id]


async def _listings(trade: Trade) -> list[tuple[str, int]]:
    query = "SELECT status, stock_quantity FROM catalog.products WHERE id = ANY($1::bigint[])"
    rows = await trade.platform.rows(query, trade.listings)
    return [(row["status"], row["stock_quantity"]) for row in rows]


@pytest.mark.skipif(NO_PACKAGES, reason="the web app's packages are not installed (npm ci in frontend)")
async def test_two_browsers_show_each_purchase_step_once(
    platform: Platform, http: aiohttp.ClientSession, measured: Callable[[str], None]
) -> None:
    """P-B1, W3"""
    mail = platform.ports.url("mail")
    seller, buyer = [await people.newcomer(http, mail, f"{side}screens") for side in ("sells", "buys")]
    trade = Trade(platform, http, seller, buyer, "fixed")
    await trade.prepare(1)
    await trade.become_known()
    began = time.monotonic()
    await bought_while(platform, [seller, buyer], BOTTLE["name"], UNDER_BUTTONS)
    query = "SELECT product_id, id FROM messaging.deals WHERE product_id = ANY($1::bigint[])"
    trade.deals = {row["product_id"]: row["id"] for row in await platform.rows(query, trade.listings)}
    assert len(trade.deals) == 1
    await check(trade, f"{STEPS[trade.way]} buyer_rated")
    words = f"a purchase in two browsers, {len(UNDER_BUTTONS)} processes killed under its buttons"
    measured(f"{words}: {time.monotonic() - began:.1f} s")
