import asyncio

import httpx2
import pytest

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.messaging.offers import favourites
from services.messaging.tests.favourites import (
    answer,
    favourite_listing,
    offered_buyers,
    received,
    send,
    work,
)
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
    SELLING,
    THIRD,
    know_people,
    order,
    stock,
    thread,
)

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


async def test_accepted_favourite_offer_buys_and_reveals_buyer(messaging: Service, catalog: Service) -> None:
    """U18"""
    watcher, silent = 915_300_001, 915_300_002  # Digits that no other number contains.
    for user_id in (watcher, silent):
        await add_person(messaging, user_id, username=f"watcher{user_id}")
    product_id = await favourite_listing(catalog, messaging, watcher, silent)
    assert (await send(messaging, product_id)).status_code == 201
    await work(messaging)
    assert not {watcher, silent} & set(await talks(messaging, SELLER))
    export = await messaging.ask(f"/internal/users/{SELLER}/export")
    assert str(silent) not in export.text
    for amount in (400, 450):
        body = {"productId": product_id, "amount": amount}
        made = await messaging.http.post("/api/offers", json=body, headers=signed_in(watcher))
        assert made.status_code == 201
        if amount == 400:
            path = f"/api/offers/{made.json()['offer']['id']}/withdraw"
            await messaging.http.post(path, headers=signed_in(watcher))
    shown = await received(messaging, watcher, product_id)
    assert shown is not None
    assert (await answer(messaging, THIRD, shown["id"], "accept")).status_code == 404
    answers = await asyncio.gather(*(answer(messaging, watcher, shown["id"], "accept") for _ in range(8)))
    assert {item.status_code for item in answers} == {200}
    (deal_id,) = {item.json()["transactionId"] for item in answers}
    assert (await order(messaging, watcher, deal_id))["total"] == 560
    assert await stock(catalog, product_id) == ("active", 0)
    offers = [message["offer"] for message in await thread(messaging, SELLER, watcher) if message["offer"]]
    assert [(offer["amount"], offer["by"], offer["state"]) for offer in offers] == [
        (400, "buyer", "withdrawn"), (450, "buyer", "withdrawn"), (560, "seller", "accepted"),
    ]  # fmt: skip
    assert await received(messaging, watcher, product_id) is None
    assert silent not in await talks(messaging, SELLER)


async def test_favourite_offer_lasts_48_hours_or_until_price_drops(
    messaging: Service, catalog: Service
) -> None:
    product_id = await favourite_listing(catalog, messaging, BUYER, THIRD)
    assert (await send(messaging, product_id)).status_code == 201
    await work(messaging)
    offer = await received(messaging, BUYER, product_id)
    assert offer is not None
    before = await thread(messaging, SELLER, BUYER)
    assert (await answer(messaging, BUYER, offer["id"], "decline")).status_code == 200
    assert await received(messaging, BUYER, product_id) is None
    refused = await answer(messaging, BUYER, offer["id"], "accept")
    assert (refused.status_code, refused.json()["details"]) == (409, {"state": "declined"})
    assert await thread(messaging, SELLER, BUYER) == before
    clock.forward(hours=47, minutes=59)
    assert await received(messaging, THIRD, product_id) is not None
    clock.forward(minutes=1)
    assert await received(messaging, THIRD, product_id) is None
    refused = await answer(messaging, THIRD, offer["id"], "accept")
    assert (refused.status_code, refused.json()["details"]) == (409, {"state": "expired"})
    clock.forward(hours=25)
    await trimmed(messaging.database)
    assert (
        await messaging.rows("SELECT 1 FROM favourite_offers WHERE campaign_id = :id", id=offer["id"]) == []
    )


async def test_seller_withdraws_favourite_offer_and_accepted_ones_stay(
    messaging: Service, catalog: Service
) -> None:
    """P-B1"""
    watcher = 915_300_003
    await add_person(messaging, watcher, username="watcher")
    product_id = await favourite_listing(catalog, messaging, watcher, THIRD, stockQuantity=2)
    assert (await take_back(messaging, product_id)).status_code == 404
    assert (await send(messaging, product_id)).status_code == 201
    assert await account_status(messaging, product_id) == 560
    await work(messaging)
    offer = await received(messaging, watcher, product_id)
    assert offer is not None
    assert (await answer(messaging, watcher, offer["id"], "accept")).status_code == 200
    assert (await take_back(messaging, product_id, signed_in(watcher))).status_code == 404
    answers = await asyncio.gather(*(take_back(messaging, product_id) for _ in range(4)))
    assert {item.status_code for item in answers} == {200}
    assert await account_status(messaging, product_id) is None
    assert await received(messaging, THIRD, product_id) is None
    refused = await answer(messaging, THIRD, offer["id"], "accept")
    assert (refused.status_code, refused.json()["details"]) == (409, {"state": "withdrawn"})
    assert (await answer(messaging, watcher, offer["id"], "accept")).status_code == 200, "done before"
    assert (await send(messaging, product_id)).json()["code"] == "offered_lately"


async def talks(messaging: Service, person: int) -> list[int]:
    found = (await messaging.http.get("/api/conversations", headers=signed_in(person))).json()
    return [item["user"]["id"] for item in found]


async def take_back(messaging: Service, product_id: int, who: dict[str, str] = SELLING) -> httpx2.Response:
    return await messaging.http.post(f"/api/offers/favourites/{product_id}/withdraw", headers=who)


async def account_status(messaging: Service, product_id: int) -> float | None:
    found = await messaging.http.get(f"/api/offers/favourites/{product_id}", headers=SELLING)
    campaign = found.json()["campaign"]
    return campaign and float(campaign["amount"])


async def trimmed(database: Database) -> None:
    while await favourites.trim_favourite_offers(database, clock.about_now()):
        pass


async def test_favourite_offer_withdrawn_before_sending_reaches_nobody(
    messaging: Service, catalog: Service
) -> None:
    product_id = await favourite_listing(catalog, messaging, BUYER)
    await send(messaging, product_id)
    assert (await take_back(messaging, product_id)).status_code == 200
    await work(messaging)
    assert await offered_buyers(messaging, product_id) == []
