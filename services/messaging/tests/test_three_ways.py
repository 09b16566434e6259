import asyncio
import itertools
from datetime import timedelta
from typing import Any

import httpx2
import pytest

from libs.kit.process import buggify, clock
from libs.kit.testing import signed_in
from libs.marketplace.testing import add_person
from services.auction.tests.makers import run_closing
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import SELLER, SELLING, carry, confirm, for_sale, offer, stock

pytestmark = pytest.mark.servers
_buyers = itertools.count(960_000)


async def cards_of(market: Market, product_id: int, how_many: int) -> dict[int, int]:
    cards = {}
    for buyer in itertools.islice(_buyers, how_many):
        await add_person(market.messaging, buyer, username=f"buyer{buyer}")
        question = {"receiverId": SELLER, "content": "Is it still available?"}
        await market.messaging.http.post("/api/messages", json=question, headers=signed_in(buyer))
        cards[buyer] = (await offer(market.messaging, product_id, buyer))["id"]
    return cards


async def put_to_auction(market: Market, product_id: int) -> httpx2.Response:
    ends = (clock.about_now() + timedelta(days=1)).isoformat()
    terms = {"productId": product_id, "startingPrice": 100, "buyNowPrice": 300, "endsAt": ends}
    return await market.catalog.http.post("/api/auctions", json=terms, headers=SELLING)


async def sold(market: Market, product_id: int) -> list[dict[str, Any]]:
    return await market.messaging.rows(
        "SELECT buyer_id, sold_by FROM deals WHERE product_id = :id AND state = 'awaiting_payment'",
        id=product_id,
    )


async def test_bottle_is_sold_or_auctioned_never_both(market: Market) -> None:
    """P-B2, U29"""
    product = await for_sale(market.catalog, market.messaging)
    cards = await cards_of(market, product["id"], 32)
    begun, *answers = await asyncio.gather(
        put_to_auction(market, product["id"]),
        *(confirm(market.messaging, buyer, card) for buyer, card in cards.items()),
    )
    bought = [answer for answer in answers if answer.status_code == 200]
    assert (begun.status_code == 201) + len(bought) == 1, begun.text
    if bought:
        assert begun.json()["code"] == "wrong_status"
    assert len(await sold(market, product["id"])) == len(bought)


async def test_bottle_with_held_last_piece_is_not_auctioned(market: Market) -> None:
    """U29"""
    product = await for_sale(market.catalog, market.messaging)
    ((buyer, card),) = (await cards_of(market, product["id"], 1)).items()
    answer = await confirm(market.messaging, buyer, card)
    refused = await put_to_auction(market, product["id"])
    assert (refused.status_code, refused.json()["details"]) == (409, {"status": "reserved"})
    deal_id = answer.json()["transactionId"]
    await market.act(deal_id, "cancel", buyer, reason="changed_mind")
    await market.report(deal_id)
    assert (await put_to_auction(market, product["id"])).status_code == 201


@pytest.mark.parametrize(
    ("point", "is_late", "crowd"),
    [
        (None, False, 32),
        ("after-bought", False, 8),
        ("after-bought", True, 8),
        ("after-outbox-insert", True, 8),
    ],
)
async def test_of_many_buyers_by_three_ways_one_has_the_bottle(
    market: Market, point: str | None, is_late: bool, crowd: int
) -> None:
    """P-B2, C21"""
    product = await for_sale(market.catalog, market.messaging)
    product_id = product["id"]
    fixed = await cards_of(market, product_id, crowd)
    begun = await put_to_auction(market, product_id)
    assert begun.status_code == 201, begun.text
    for other in (market.auction, market.messaging):
        await carry(market.catalog, other, product_id)
    auction_id = begun.json()["id"]
    await market.bid(auction_id, 110, market.buyer)
    at_once = await cards_of(market, product_id, crowd)
    presses = list((fixed | at_once).items())
    if point is not None:
        buggify.crash_once(point)

    async def end() -> None:
        await asyncio.sleep(0.05)
        clock.forward(days=1, minutes=1)
        await run_closing(market.auction)

    pressing = [confirm(market.messaging, buyer, card) for buyer, card in presses]
    await asyncio.gather(*pressing, *([] if is_late else [end()]), return_exceptions=True)
    buggify.disarm()
    if is_late:
        await end()
    await market.deliver(auction_id)
    answers = [await confirm(market.messaging, buyer, card) for buyer, card in presses]
    assert {answer.status_code for answer in answers} <= {200, 409}
    await market.deliver(auction_id)
    ((winner, _, _),) = await market.sales(auction_id)
    deals = [deal for deal in await market.deals(auction_id) if deal[2] in ("offered", "awaiting_payment")]
    pressed = [deal for deal in deals if deal[2] == "awaiting_payment"]
    by_close = winner == market.buyer
    assert [(number, buyer) for number, buyer, _ in deals] == [(1, winner)]
    assert len(pressed) == (not by_close) == len(await sold(market, product_id))
    assert [answer.status_code for answer in answers].count(200) == (not by_close)
    await carry(market.auction, market.catalog, auction_id)
    assert await stock(market.catalog, product_id) == ("pending", 1)
