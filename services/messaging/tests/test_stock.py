import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserErased
from libs.contracts.events.trades import ActionConfirmed, DealCancelled, DealEvent, DealOpened
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.catalog.tests.makers import ask_about_old_reservations, listed
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
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
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


async def test_64_buyers_buy_exactly_the_stock(messaging: Service, catalog: Service) -> None:
    """P-B2, U29"""
    product = await for_sale(catalog, messaging, stockQuantity=2)
    buyers = range(9200, 9264)
    cards = {}
    for buyer in buyers:
        await add_person(messaging, buyer, username=f"buyer{buyer}")
        question = {"receiverId": SELLER, "content": "Is it still available?"}
        await messaging.http.post("/api/messages", json=question, headers=signed_in(buyer))
        cards[buyer] = await offer(messaging, product["id"], buyer)
    answers = await asyncio.gather(*(confirm(messaging, item, cards[item]["id"]) for item in buyers))
    assert sorted(answer.status_code for answer in answers) == [200] * 2 + [409] * 62
    refused = [answer.json()["message"] for answer in answers if answer.status_code == 409]
    assert set(refused) == {"No longer available"}
    assert await stock(catalog, product["id"]) == ("active", 0)
    loser = next(one for one, answer in zip(buyers, answers, strict=True) if answer.status_code == 409)
    card = await open_card(messaging, loser, SELLER, "INITIATE")
    assert (card["card"]["state"], card["card"]["text"]) == ("unavailable", "No longer available")


KEPT = ("provisional", "firm", "sold", "released")
REACTIONS = {
    "DealOpened": (("firm", "firm", "sold", "released"), 0),
    "ActionConfirmed": (("sold", "sold", "sold", "released"), 0),
    "DealCancelled": (("released",) * 4, 3),
}


@pytest.mark.parametrize("name", REACTIONS)
async def test_each_deal_event_moves_stock_or_changes_nothing(
    catalog: Service, messaging: Service, name: str
) -> None:
    """U29"""
    product, now = await for_sale(catalog, messaging, stockQuantity=5), datetime.now(UTC)
    deals = [product["id"] * 100 + number for number in range(len(KEPT))]
    insert = text(
        "INSERT INTO reservations (deal_id, product_id, buyer_id, amount, state, created_at) "
        "VALUES (:deal, :product, :buyer, 1000, :state, now())"
    )
    async with catalog.database.transaction() as session:
        for deal, state in zip(deals, KEPT, strict=True):
            await session.execute(
                insert, {"deal": deal, "product": product["id"], "buyer": BUYER, "state": state}
            )
    after, given_back = REACTIONS[name]
    for deal in deals:
        ids = {"transaction_id": deal, "product_id": product["id"], "seller_id": SELLER, "buyer_id": BUYER}
        event: DealEvent = {
            "DealOpened": DealOpened(
                **ids, conversation_id=1, sold_by="fixed", auction_id=None, amount=1000, opened_at=now
            ),
            "ActionConfirmed": ActionConfirmed(
                **ids, message_id=1, action_type="CONFIRM_PAYMENT", actor_id=SELLER, confirmed_at=now
            ),
            "DealCancelled": DealCancelled(
                **ids, cancelled_by="buyer", reason="other", was_paid=False, cancelled_at=now
            ),
        }[name]
        assert await catalog.deliver(event, event) == ["handled"] * 2
    rows = await catalog.rows(
        "SELECT state FROM reservations WHERE product_id = :id ORDER BY deal_id", id=product["id"]
    )
    assert tuple(row["state"] for row in rows) == after
    assert await stock(catalog, product["id"]) == ("active", 5 + given_back)


async def test_paid_bottle_is_sold_and_cancelled_one_is_for_sale(
    messaging: Service, catalog: Service
) -> None:
    """TXN-15, U29"""
    product, deal_id = await paid(messaging, catalog)
    for _ in range(2):
        await carry(messaging, catalog, deal_id)
    assert await stock(catalog, product["id"]) == ("sold", 0)

    other = await for_sale(catalog, messaging)
    card = await offer(messaging, other["id"])
    await confirm(messaging, BUYER, card["id"])
    second = card["card"]["transactionId"]
    path = f"/api/transactions/{second}/cancel"
    gone = await messaging.http.post(path, json={"reason": "changed_mind"}, headers=signed_in(BUYER))
    assert gone.json()["status"] == "cancelled"
    for _ in range(2):
        await carry(messaging, catalog, second)
    assert await stock(catalog, other["id"]) == ("active", 1)


async def test_reservation_without_deal_is_released(messaging: Service, catalog: Service) -> None:
    """P-B2"""
    product = await for_sale(catalog, messaging, stockQuantity=2)
    card = await offer(messaging, product["id"])
    await confirm(messaging, BUYER, card["id"])
    lost = {"dealId": 999_999_001, "buyerId": BUYER, "amount": 39_000}
    path = f"/internal/products/{product['id']}/reservations"
    assert (await messaging.app.state.calls["catalog"].post(path, lost)).status == 201
    assert await stock(catalog, product["id"]) == ("active", 0)
    await ask_about_old_reservations(catalog)
    assert await stock(catalog, product["id"]) == ("active", 1)
    rows = await catalog.rows(
        "SELECT deal_id, state FROM reservations WHERE product_id = :id ORDER BY deal_id", id=product["id"]
    )
    assert [row["state"] for row in rows] == ["firm", "released"]


async def test_buyer_retrying_after_lost_answer_gets_the_bottle(messaging: Service, catalog: Service) -> None:
    """P-B2"""
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"])
    held = {"dealId": card["card"]["transactionId"], "buyerId": BUYER, "amount": 39_000}
    path = f"/internal/products/{product['id']}/reservations"
    client = messaging.app.state.calls["catalog"]
    assert (await client.post(path, held)).status == 201  # Messaging died before it stored the deal.
    await ask_about_old_reservations(catalog)
    assert await stock(catalog, product["id"]) == ("active", 1)
    assert (await confirm(messaging, BUYER, card["id"])).status_code == 200
    assert await stock(catalog, product["id"]) == ("active", 0)

    other = await for_sale(catalog, messaging)
    held = {"dealId": 999_999_002, "buyerId": BUYER, "amount": 39_000}
    path = f"/internal/products/{other['id']}/reservations"
    await client.post(path, held)

    async def press_again() -> None:
        assert (await client.post(path, held)).status == 201

    await ask_about_old_reservations(catalog, meanwhile=press_again)
    assert await stock(catalog, other["id"]) == ("active", 0)


async def test_erased_seller_leaves_no_words_in_deals(messaging: Service, catalog: Service) -> None:
    """U38"""
    await add_person(messaging, 9301, username="gone")
    gone = signed_in(9301, "gone", roles=("seller",))
    product = await listed(catalog, gone, name="Qanarybottle")
    await carry(catalog, messaging, product["id"])
    card = await offer(messaging, product["id"], seller=gone)
    await confirm(messaging, BUYER, card["id"])
    await messaging.deliver(UserErased(user_id=9301, erased_at=datetime.now(UTC)))
    await finish_forgetting(messaging)
    for table in ("messages", "deals", "deal_events", "product_replicas"):
        left = await messaging.rows(f"SELECT 1 FROM {table} AS t WHERE lower(t::text) LIKE '%qanarybottle%'")
        assert left == [], table
    texts = [
        message["content"]
        for message in await thread(messaging, BUYER, 9301)
        if message["messageType"] == "TEXT"
    ]
    assert texts == ["I have confirmed the purchase."]
