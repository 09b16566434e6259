import asyncio
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.catalog.tests.makers import a_listing, ask_about_old_reservations
from services.messaging import jobs
from services.messaging.deals import cards
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
    SELLING,
    THIRD,
    carry,
    confirm,
    for_sale,
    know_people,
    offer,
    open_card,
    paid,
    stock,
    thread,
)
from services.messaging.tests.test_three_ways import cards_of, put_to_auction

pytestmark = pytest.mark.servers


GONE, FREE = ("unavailable", "No longer available"), ("open", "Confirm Purchase")


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


async def put_right(messaging: Service) -> None:
    while await cards.follow_stock(messaging.database):
        pass


async def deliver_twice(messaging: Service, catalog: Service, product_id: int) -> None:
    for _ in range(2):
        await carry(catalog, messaging, product_id)
        await put_right(messaging)


async def newest_card(messaging: Service, buyer: int) -> tuple[str, str]:
    card = (await open_card(messaging, buyer, SELLER, "INITIATE"))["card"]
    return card["state"], card["text"]


async def changes(messaging: Service, card: dict[str, Any]) -> int:
    events = await messaging.recorded(card["conversationId"])
    return len([event for event in events if event["data"].get("messageId") == card["id"]]) - 1


async def test_other_cards_follow_stock_by_themselves(messaging: Service, catalog: Service) -> None:
    """U29"""
    product = await for_sale(catalog, messaging)
    mine, other = [await offer(messaging, product["id"], item) for item in (BUYER, THIRD)]
    await confirm(messaging, BUYER, mine["id"])
    await deliver_twice(messaging, catalog, product["id"])
    assert (await newest_card(messaging, THIRD), (await newest_card(messaging, BUYER))[0]) == (GONE, "done")
    assert await changes(messaging, other) == 1, "the browsers of both people receive one event"

    path = f"/api/transactions/{mine['card']['transactionId']}/cancel"
    await messaging.http.post(path, json={"reason": "changed_mind"}, headers=signed_in(BUYER))
    await carry(messaging, catalog, mine["card"]["transactionId"])
    await deliver_twice(messaging, catalog, product["id"])
    assert await newest_card(messaging, THIRD) == FREE
    assert await changes(messaging, other) == 2

    sold = await catalog.http.post(f"/api/products/{product['id']}/sold", headers=SELLING)
    assert sold.status_code == 200, sold.text
    await deliver_twice(messaging, catalog, product["id"])
    assert await newest_card(messaging, THIRD) == GONE


async def test_stock_event_before_purchase_changes_no_owner(messaging: Service, catalog: Service) -> None:
    """P-B2"""
    product = await for_sale(catalog, messaging)
    mine = await offer(messaging, product["id"])
    await offer(messaging, product["id"], THIRD)
    held = {"dealId": mine["card"]["transactionId"], "buyerId": BUYER, "amount": 39_000}
    client = messaging.app.state.calls["catalog"]
    assert (await client.post(f"/internal/products/{product['id']}/reservations", held)).status == 201
    await deliver_twice(messaging, catalog, product["id"])
    assert await newest_card(messaging, THIRD) == GONE
    assert (await confirm(messaging, BUYER, mine["id"])).status_code == 200
    await put_right(messaging)
    assert ((await newest_card(messaging, BUYER))[0], await newest_card(messaging, THIRD)) == ("done", GONE)


async def test_stock_held_and_released_between_runs_changes_no_card(
    messaging: Service, catalog: Service
) -> None:
    product = await for_sale(catalog, messaging)
    mine, other = [await offer(messaging, product["id"], item) for item in (BUYER, THIRD)]
    await confirm(messaging, BUYER, mine["id"])
    path = f"/api/transactions/{mine['card']['transactionId']}/cancel"
    await messaging.http.post(path, json={"reason": "changed_mind"}, headers=signed_in(BUYER))
    await carry(messaging, catalog, mine["card"]["transactionId"])
    await deliver_twice(messaging, catalog, product["id"])
    assert (await newest_card(messaging, THIRD), await changes(messaging, other)) == (FREE, 0)


async def test_many_cards_are_updated_in_batches_once(
    messaging: Service, catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cards, "CARDS_AT_ONCE", 2)
    product = await for_sale(catalog, messaging)
    buyers = range(9_820, 9_825)
    for buyer in buyers:
        await add_person(messaging, buyer, username=f"buyer{buyer}")
        question = {"receiverId": SELLER, "content": "Is it still available?"}
        await messaging.http.post("/api/messages", json=question, headers=signed_in(buyer))
    written = [await offer(messaging, product["id"], item) for item in buyers]
    await put_right(messaging)
    await confirm(messaging, buyers[0], written[0]["id"])
    await carry(catalog, messaging, product["id"])
    assert await asyncio.gather(*(cards.follow_stock(messaging.database) for _ in range(2))) == [1, 1]
    states = [(await newest_card(messaging, item))[0] for item in buyers[1:]]
    assert 2 <= states.count("unavailable") < 5
    await put_right(messaging)
    assert {await newest_card(messaging, item) for item in buyers[1:]} == {GONE}
    assert [await changes(messaging, item) for item in written[1:]] == [1] * 4


async def test_only_newest_card_of_a_buyer_returns(messaging: Service, catalog: Service) -> None:
    product = await for_sale(catalog, messaging)
    mine, first = [await offer(messaging, product["id"], item) for item in (BUYER, THIRD)]
    deal_id = mine["card"]["transactionId"]

    async def hold_and_give_back() -> None:
        held = {"dealId": deal_id, "buyerId": BUYER, "amount": 39_000}
        client = messaging.app.state.calls["catalog"]
        assert (await client.post(f"/internal/products/{product['id']}/reservations", held)).status == 201
        await deliver_twice(messaging, catalog, product["id"])
        assert await newest_card(messaging, THIRD) == GONE
        await ask_about_old_reservations(catalog)
        await carry(catalog, messaging, product["id"])

    await hold_and_give_back()
    second = await offer(messaging, product["id"], THIRD)
    assert second["id"] != first["id"]
    await put_right(messaging)
    await hold_and_give_back()
    await put_right(messaging)
    messages = await thread(messaging, THIRD, SELLER)
    states = {item["id"]: item["card"]["state"] for item in messages if item["card"]}
    assert (states[first["id"]], states[second["id"]]) == ("unavailable", "open")


async def test_committed_event_wakes_the_card_job(
    messaging: Service, catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "CARDS_PAUSE_SECONDS", 60.0)
    product = await for_sale(catalog, messaging)
    mine, _ = [await offer(messaging, product["id"], item) for item in (BUYER, THIRD)]
    job = asyncio.create_task(jobs.keep_cards(messaging.app))
    try:
        await confirm(messaging, BUYER, mine["id"])
        await carry(catalog, messaging, product["id"])
        async with asyncio.timeout(10):
            while await newest_card(messaging, THIRD) != GONE:
                continue
    finally:
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)
        messaging.database.after_commit.pop()


async def test_no_card_is_written_for_held_stock(messaging: Service, catalog: Service) -> None:
    product, _ = await paid(messaging, catalog)
    await deliver_twice(messaging, catalog, product["id"])
    body = {"receiverId": THIRD, "productId": product["id"], "actionType": "INITIATE"}
    answer = await messaging.http.post("/api/messages/action", json=body, headers=SELLING)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_for_sale")


async def test_other_buy_now_cards_end_with_the_sale(
    catalog: Service, auction: Service, messaging: Service
) -> None:
    """C21, U29"""
    market = Market(catalog, auction, messaging)
    await market.know_people()
    product = await for_sale(catalog, messaging)
    auction_id = (await put_to_auction(market, product["id"])).json()["id"]
    for other in (auction, messaging):
        await carry(catalog, other, product["id"])
    (winner, card), (loser, _) = (await cards_of(market, product["id"], 2)).items()
    await put_right(messaging)
    assert await newest_card(messaging, loser) == FREE
    assert (await confirm(messaging, winner, card)).status_code == 200
    await market.deliver(auction_id)
    await put_right(messaging)
    assert ((await newest_card(messaging, winner))[0], await newest_card(messaging, loser)) == ("done", GONE)


async def put_price(catalog: Service, product_id: int, price: int, **fields: Any) -> None:
    form = a_listing(price=price, **fields)
    answer = await catalog.http.put(f"/api/products/{product_id}", json=form, headers=SELLING)
    assert answer.status_code == 200, answer.text


async def shown_amount(messaging: Service, buyer: int = BUYER) -> float:
    amount: float = (await open_card(messaging, buyer, SELLER, "INITIATE"))["card"]["amount"]
    return amount


async def press(messaging: Service, card: dict[str, Any], amount: float | None = None) -> Any:
    body = {"messageId": card["id"]} | ({} if amount is None else {"amount": amount})
    return await messaging.http.post("/api/messages/action/confirm", json=body, headers=signed_in(BUYER))


async def test_card_shows_the_changed_price(messaging: Service, catalog: Service) -> None:
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"])
    await put_price(catalog, product["id"], 450)
    await deliver_twice(messaging, catalog, product["id"])
    assert await shown_amount(messaging) == 450.0
    assert await changes(messaging, card) == 1
    for amount in (390, None, None):
        old = await press(messaging, card, amount)
        assert (old.status_code, old.json()["code"], old.json()["details"]) == (
            409, "price_changed", {"price": 450.0},
        )  # fmt: skip
    assert (await press(messaging, card, 450)).json()["status"] == "WAITING_PAYMENT"


async def test_purchase_at_an_old_price_is_refused_before_the_event_arrives(
    messaging: Service, catalog: Service
) -> None:
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"])
    await put_price(catalog, product["id"], 450)
    for _ in range(2):
        refused = await press(messaging, card, 390)
        assert (refused.status_code, refused.json()["details"]) == (409, {"price": 450.0})
    assert await shown_amount(messaging) == 450.0
    assert await stock(catalog, product["id"]) == ("active", 1)
    assert (await press(messaging, card, 450)).status_code == 200
    (row,) = await catalog.rows(
        "SELECT amount FROM reservations WHERE deal_id = :id", id=card["card"]["transactionId"]
    )
    assert row["amount"] == 45_000


async def test_agreed_price_is_kept_for_two_days(messaging: Service, catalog: Service) -> None:
    product = await for_sale(catalog, messaging, listingType="negotiable")
    path = f"/api/products/{product['id']}"
    made = await messaging.http.post(
        "/api/offers", json={"productId": product["id"], "amount": 350}, headers=signed_in(BUYER)
    )
    offer_id = made.json()["offer"]["id"]
    assert (await catalog.http.post(f"{path}/archive", headers=SELLING)).status_code == 200
    accepted = await messaging.http.post(f"/api/offers/{offer_id}/accept", headers=SELLING)
    assert accepted.json()["code"] == "no_longer_available"
    assert (await catalog.http.post(f"{path}/restore", headers=SELLING)).status_code == 200
    await deliver_twice(messaging, catalog, product["id"])
    card = await open_card(messaging, BUYER, SELLER, "INITIATE")
    assert (card["card"]["state"], card["card"]["amount"]) == ("open", 350.0)
    clock.forward(hours=48, minutes=1)
    refused = await press(messaging, card, 350)
    assert (refused.json()["code"], refused.json()["details"]) == ("price_changed", {"price": 390.0})
    late = await messaging.http.post(f"/api/offers/{offer_id}/accept", headers=SELLING)
    assert (late.status_code, late.json()["code"]) == (409, "offer_not_open")
    assert await shown_amount(messaging) == 390.0
    assert (await press(messaging, card, 390)).status_code == 200
