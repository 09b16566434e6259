import pytest

from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import listed
from services.messaging.tests.makers import BUYER, SELLER, SELLING, THIRD, carry, know_people
from services.messaging.tests.offering import negotiable, offer_seen_by, offered

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


async def test_offer_below_sellers_floor_is_declined(messaging: Service, catalog: Service) -> None:
    product_id = await negotiable(catalog, messaging)
    path = f"/api/offers/floors/{product_id}"
    for person, status in ((SELLER, 200), (BUYER, 404)):
        put = await messaging.http.put(path, json={"amount": 500}, headers=signed_in(person))
        assert put.status_code == status
        assert (await messaging.http.get(path, headers=signed_in(person))).status_code == status
    undelivered = (await listed(catalog, SELLING, listingType="negotiable", price=640))["id"]
    for person, status in ((BUYER, 404), (SELLER, 200)):
        path = f"/api/offers/floors/{undelivered}"
        put = await messaging.http.put(path, json={"amount": 500}, headers=signed_in(person))
        assert put.status_code == status
    await carry(catalog, messaging, undelivered)
    assert (await messaging.http.get(path, headers=SELLING)).json() == {"amount": 500}
    for person, found in ((SELLER, {product_id, undelivered}), (BUYER, set())):
        floors = (await messaging.http.get("/api/offers/floors", headers=signed_in(person))).json()
        known = {floor["productId"] for floor in floors if floor["amount"] == 500}
        assert known & {product_id, undelivered} == found
    card = await offered(messaging, product_id, 499.99)
    declined = await offer_seen_by(messaging, BUYER, SELLER, card["id"])
    assert declined["state"] == "declined"
    assert 500 not in declined.values()
    assert (await offered(messaging, product_id, 500))["state"] == "open"


async def test_floor_above_price_declines_nothing(messaging: Service, catalog: Service) -> None:
    product_id = await negotiable(catalog, messaging)
    path = f"/api/offers/floors/{product_id}"
    assert (await messaging.http.put(path, json={"amount": 500}, headers=SELLING)).status_code == 200
    for percent, amount, state in ((-25, 400, "open"), (50, 450, "declined")):
        change = {"ids": [product_id], "action": "price", "percent": percent}
        answer = await catalog.http.post("/api/seller/products/bulk", json=change, headers=SELLING)
        assert answer.json()["done"] == [product_id], answer.text
        await carry(catalog, messaging, product_id)
        buyer = BUYER if state == "open" else THIRD
        made = await offered(messaging, product_id, amount, buyer)
        assert (await offer_seen_by(messaging, buyer, SELLER, made["id"]))["state"] == state
