import json
from typing import Any

import httpx2

from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import listed
from services.messaging.offers import favourites
from services.messaging.tests.makers import SELLING, carry


async def favourite_listing(catalog: Service, messaging: Service, *watchers: int, **fields: Any) -> int:
    product = await listed(catalog, SELLING, listingType="negotiable", price=640, **fields)
    product_id = int(product["id"])
    await carry(catalog, messaging, product_id)
    for watcher in watchers:
        answer = await catalog.http.post(f"/api/favorites/{product_id}", headers=signed_in(watcher))
        assert answer.status_code == 200, answer.text
    return product_id


async def send(messaging: Service, product_id: int, amount: float = 560, **who: Any) -> httpx2.Response:
    body = {"productId": product_id, "amount": amount}
    return await messaging.http.post("/api/offers/favourites", json=body, headers=who.get("headers", SELLING))


async def work(messaging: Service) -> None:
    while await favourites.send_waiting(messaging.database, messaging.app.state.calls["catalog"]):
        pass


async def received(messaging: Service, person: int, product_id: int) -> dict[str, Any] | None:
    path = f"/api/offers/received/{product_id}"
    answer = await messaging.http.get(path, headers=signed_in(person))
    offer: dict[str, Any] | None = answer.json()["offer"]
    return offer


async def answer(messaging: Service, person: int, offer_id: int, reply: str) -> httpx2.Response:
    path = f"/api/offers/received/{offer_id}/{reply}"
    return await messaging.http.post(path, headers=signed_in(person))


async def offered_buyers(messaging: Service, product_id: int) -> list[int]:
    rows = await messaging.rows("SELECT payload FROM outbox WHERE key LIKE 'favourite-%'")
    events = [json.loads(row["payload"])["data"] for row in rows]
    return sorted(event["buyerId"] for event in events if event["productId"] == product_id)
