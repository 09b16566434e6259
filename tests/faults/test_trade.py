"""While people buy and sell, processes are killed: each step is done once, and all services agree (W3)."""

import asyncio
import time
from collections.abc import Callable

import aiohttp
import pytest

from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.platform import Platform
from tests.faults.test_kill import http, platform
from tests.faults.traders import STEPS, Trade

__all__ = ["http", "platform"]
pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.quiet]
# At which step which process dies, in one purchase each.
STRIKES = {
    "fixed": [
        *(
            (step, "messaging")
            for step in ("INITIATE", "CONFIRM_PAYMENT", "SHIP", "CONFIRM_DELIVERY", "REVIEW")
        ),
        ("INITIATE", "catalog"),
        ("CONFIRM_PAYMENT", "catalog"),
    ],
    "negotiable": [("ACCEPT", "messaging"), ("ACCEPT", "catalog"), ("ACCEPT", "messaging")],
    "auction": [
        ("CONFIRM_PAYMENT", "auction"),
        ("CONFIRM_PAYMENT", "messaging"),
        ("INITIATE", "messaging"),
    ],
}


@pytest.fixture(scope="module")
async def trades(platform: Platform, http: aiohttp.ClientSession) -> list[Trade]:
    """A seller and a buyer of each way of selling."""
    mail, found = platform.ports.url("mail"), []
    for way in STRIKES:
        seller, buyer = [await people.newcomer(http, mail, f"{side}{way}") for side in ("sells", "buys")]
        found.append(Trade(platform, http, seller, buyer, way))
    return found


async def test_each_step_of_a_purchase_is_done_once_whatever_is_killed(
    platform: Platform, trades: list[Trade], measured: Callable[[str], None]
) -> None:
    """P-B1, P-B2, W3: at a fixed price, by an offer, by the hammer with the payment said in the chat."""
    began, killing = time.monotonic(), asyncio.Lock()
    for trade in trades:
        trade.killing = killing
        await trade.prepare(STRIKES[trade.way])
        await until(trade.is_known)
    async with asyncio.TaskGroup() as group:
        for trade in trades:
            group.create_task(trade.run())
    for trade in trades:
        await check(trade)
    code, words = await platform.reconciles()
    assert code == 0, words
    bought, doubts = sum(len(one.done) for one in trades), sum(one.unanswered for one in trades)
    words = f"{bought} purchases, a process killed in each, {doubts} requests of unknown fate"
    measured(f"{words}: {time.monotonic() - began:.1f} s")


async def check(trade: Trade) -> None:
    """Each purchase went through each step once, and catalog and auction say the same of it."""

    async def are_sold() -> bool:
        return set(await _listings(trade)) == {("sold", 0)}

    await until(are_sold)
    for product_id, deal_id in trade.done.items():
        order = await trade.order(deal_id)
        assert order["transactionStatus"] == "COMPLETED"
        assert " ".join(line["kind"] for line in order["timeline"]) == STEPS[trade.way]
        query = "SELECT deal_id, state FROM catalog.reservations WHERE product_id = $1"
        held = [(row["deal_id"], row["state"]) for row in await trade.platform.rows(query, product_id)]
        # The lot of an auction is held by the auction itself.
        assert held == ([] if trade.way == "auction" else [(deal_id, "sold")])
        query = "SELECT s.paid FROM auction.sales s JOIN auction.auctions a ON a.id = auction_id WHERE product_id = $1"
        paid = [row["paid"] for row in await trade.platform.rows(query, product_id)]
        assert paid == ([True] if trade.way == "auction" else [])
        query = "SELECT id FROM messaging.deals WHERE product_id = $1"
        assert [row["id"] for row in await trade.platform.rows(query, product_id)] == [deal_id]


async def _listings(trade: Trade) -> list[tuple[str, int]]:
    query = "SELECT status, stock_quantity FROM catalog.products WHERE id = ANY($1::bigint[])"
    rows = await trade.platform.rows(query, list(trade.done))
    return [(row["status"], row["stock_quantity"]) for row in rows]
