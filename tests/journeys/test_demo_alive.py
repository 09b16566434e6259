import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg
import pytest

from deploy.demo.answering import Answering
from deploy.demo.bots import MAX_LATE_BIDS, SOON, WORTH, Bots, Sight, chosen, offer
from deploy.demo.held_money import ProtectedPurchases
from deploy.demo.shop import BUYERS, SELLERS, offers
from deploy.demo.shop_client import Shop, with_shop
from deploy.demo.talk import Talk
from deploy.local import environment
from deploy.local.stack import Stack
from libs.kit.testing import until

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


def sight(number: int, minutes: float, minimum: float = 60.0) -> Sight:
    return Sight(number, NOW + timedelta(minutes=minutes), 50.0, minimum, 5.0, None)


def test_demo_bidders_leave_expensive_and_late_auctions() -> None:
    dice = random.Random(1)
    near, far, dear = sight(1, 1.5), sight(2, 300), sight(3, 5, minimum=130.0)
    for _ in range(50):
        assert chosen([near, far, dear], Counter(), NOW, dice) in (near, far)
        assert chosen([near, far, dear], Counter({1: MAX_LATE_BIDS}), NOW, dice) == far
    assert chosen([dear], Counter(), NOW, dice) is None
    assert all(offer(near, dice)["amount"] in (60.0, 65.0, 70.0) for _ in range(50))


def test_demo_buyer_wins_an_auction() -> None:
    won = [(item, item.stage, item.stage.most) for item in offers() if item.stage and item.stage.most]
    for one, stage, most in won:
        terms = one.listed(NOW)["auction"]
        dearest = WORTH * terms["startingPrice"] + 5 * terms["bidIncrement"]
        assert most * terms["startingPrice"] > dearest
        assert stage.bids % len(BUYERS) == 1, "the last of the demo's bids is the first buyer's"
    assert won


@pytest.mark.servers
async def test_demo_visitor_can_bid_on_an_auction_ending_soon(
    platform: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.environment_of_part(platform.state, "setup").items():
        monkeypatch.setenv(name, value)
    seen: list[int] = []

    async def a_while(shop: Shop) -> None:
        bots = Bots(shop, random.Random(3))
        for _ in range(8):
            await bots.turn()
        seen.extend(await shop.running_auctions())

    await with_shop(a_while)
    async with (
        aiohttp.ClientSession(platform.ports.base_url) as http,
        http.get(f"/api/auctions/{seen[0]}") as answer,
    ):
        first = await answer.json()
    assert datetime.fromisoformat(first["effectiveEndsAt"]) - datetime.now(UTC) <= SOON
    assert first["bidCount"] >= 2
    assert len({bid["bidderId"] for bid in first["bids"]}) >= 2, "they bid against each other"


@pytest.mark.servers
async def test_demo_sellers_have_boosts(platform: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment.environment_of_part(platform.state, "setup").items():
        monkeypatch.setenv(name, value)
    seen = dict[str, Any]()

    async def look(shop: Shop) -> None:
        seller = SELLERS[0].username
        await shop.stay_signed_in(seller)
        for path in ("seller-boosted", "orders", "wallet", "wallet/entries"):
            _, seen[path] = await shop.post("boost", f"/api/boost/{path}", None, seller, method="GET")
        (premium,) = [item["id"] for item in seen["seller-boosted"] if item["boost_type"] == "premium"]
        path = f"/api/seller/boost-report?productId={premium}"
        _, seen["report"] = await shop.post("catalog", path, None, seller, method="GET")
        seen["home"] = await shop.get_as_guest("catalog", "/api/products/featured")

    await with_shop(look)
    orders = seen["orders"]["orders"]
    assert sorted(order["status"] for order in orders) == ["failed", "paid", "paid", "paid", "refunded"]
    assert sum(order["receiptNumber"] is not None for order in orders) == 4
    assert len(seen["seller-boosted"]) == 4
    assert seen["wallet"]["balance"] > 0
    assert {entry["kind"] for entry in seen["wallet/entries"]["entries"]} == {"credit", "debit"}
    days = seen["report"]["days"]
    assert len(days) > 3
    # No views yet right after midnight.
    assert sum(day["shown"] > 0 for day in days) >= len(days) - 1
    boosted = {item["id"] for item in seen["seller-boosted"]}
    assert boosted & {item["id"] for item in seen["home"]}, "the home page shows what boost knows"


NEWCOMER, ANSWERS = "demo_bidder", SELLERS[0].username


async def trade(shop: Shop, talk: Talk, answering: Answering) -> None:
    bottle = next(item for item in offers() if item.stage is None and item.seller is SELLERS[0])
    product = await shop.list_one(replace(bottle, number=-1))
    await talk.write(NEWCOMER, ANSWERS, "Is it still there?", product["id"])
    await answering.turn()
    last = (await talk.thread(NEWCOMER, shop.ids[ANSWERS]))[-1]
    assert last["content"].startswith("Hello! Yes, it is still here.")
    await talk.write(NEWCOMER, ANSWERS, "I would like to buy it")
    await answering.turn()
    await talk.confirm(NEWCOMER, ANSWERS, "INITIATE")
    await answering.turn()
    (card,) = [
        message
        for message in await talk.thread(NEWCOMER, shop.ids[ANSWERS])
        if message["actionType"] == "INITIATE"
    ]
    deal, held = card["card"]["transactionId"], ProtectedPurchases(shop, talk)
    await held.pay(NEWCOMER, deal)
    await answering.turn()
    await held.wait_for(NEWCOMER, deal, "shipped")
    await talk.confirm(NEWCOMER, ANSWERS, "CONFIRM_DELIVERY")
    await held.wait_for(NEWCOMER, deal, "released")
    card = (await talk.thread(NEWCOMER, shop.ids[ANSWERS]))[-1]
    assert card["actionType"] == "REVIEW"
    await answering.turn()
    stars = {"rating": 5, "comment": "As described."}
    await shop.post_until_known("messaging", f"/api/messages/submit-review/{card['id']}", stars, NEWCOMER)
    path = f"/api/sellers/{shop.ids[ANSWERS]}/reviews"
    public = (await shop.get_as_guest("messaging", path))["reviews"]
    assert public[0]["comment"] == "As described.", "the seller wrote theirs too, so both are public at once"
    await bargain(shop, talk, answering)


async def bargain(shop: Shop, talk: Talk, answering: Answering) -> None:
    bottle = next(item for item in offers() if item.stage is None and item.seller is SELLERS[0])
    form = bottle.form | {"listingType": "negotiable", "price": 200}
    product = await shop.list_one(replace(bottle, number=-2, form=form))
    await talk.write(NEWCOMER, ANSWERS, "And this one?", product["id"])
    await shop.post("messaging", "/api/offers", {"productId": product["id"], "amount": 100}, NEWCOMER)
    await answering.turn()
    counter = (await talk.thread(NEWCOMER, shop.ids[ANSWERS]))[-1]["offer"]
    assert (counter["amount"], counter["isOwn"], counter["state"]) == (150, False, "open")
    path = f"/api/offers/{counter['id']}/counter"
    await shop.post("messaging", path, {"amount": 185}, NEWCOMER)
    await answering.turn()
    last = (await talk.thread(NEWCOMER, shop.ids[ANSWERS]))[-1]
    assert (last["actionType"], last["card"]["amount"]) == ("CONFIRM_PAYMENT", 185)


@pytest.mark.servers
async def test_demo_seller_answers_and_completes_a_purchase(
    platform: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = environment.environment_of_part(platform.state, "setup")
    for name, value in setup.items():
        monkeypatch.setenv(name, value)
    buyer, seller = NEWCOMER, ANSWERS

    async def buy(shop: Shop) -> None:
        await shop.account(buyer, "Hui Min", "Chong")
        await shop.let_in()
        for name in (buyer, seller):
            await shop.stay_signed_in(name)
        messaging = await asyncpg.connect(setup["MESSAGING_DATABASE_URL"])
        try:
            await trade(shop, Talk(shop), Answering(shop, messaging))
        finally:
            await messaging.close()

    await with_shop(buy)


@pytest.mark.servers
async def test_two_demo_sellers_are_verified_everywhere(platform: Stack) -> None:
    """U13, SELP-09, C8"""
    async with aiohttp.ClientSession(platform.ports.base_url) as http:

        async def shown(path: str) -> Any:
            async with http.get(path) as answer:
                return await answer.json()

        async def verified() -> set[int]:
            cards = await shown("/api/products?verified=true&limit=100")
            assert all(card["seller"]["isVerified"] and card["seller"]["is_verified"] for card in cards)
            return {card["sellerId"] for card in cards}

        await until(lambda: _are_two(verified))
        for seller_id in await verified():
            panel = await shown(f"/api/sellers/{seller_id}/verification")
            numbers = {item["name"]: item["now"] for item in panel["criteria"]}
            assert (panel["isVerified"], numbers["identity"]) == (True, 1)
            assert (numbers["delivered"] >= 5, numbers["buyers"] >= 3) == (True, True)
            assert (await shown(f"/api/sellers/{seller_id}"))["isVerified"] is True
            reviews = (await shown(f"/api/sellers/{seller_id}/reviews"))["reviews"]
            assert any(review["pictures"] for review in reviews)


async def _are_two(verified: Callable[[], Awaitable[set[int]]]) -> bool:
    return len(await verified()) == 2


@pytest.mark.servers
def test_reconcile_finds_no_difference_after_demo(platform: Stack) -> None:
    addresses = environment.environment_of_part(platform.state, "setup")
    command = [str(Path(sys.executable).with_name("wangi")), "reconcile", "--stored"]
    done = subprocess.run(command, env=os.environ | addresses, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
