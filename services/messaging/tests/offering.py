from typing import Any

import httpx2

from libs.kit.testing import Service, signed_in
from services.messaging.tests.makers import BUYER, for_sale, thread


async def negotiable(catalog: Service, messaging: Service, **fields: Any) -> int:
    product = await for_sale(catalog, messaging, listingType="negotiable", price=640, **fields)
    return int(product["id"])


async def post(messaging: Service, person: int, path: str, **body: Any) -> httpx2.Response:
    return await messaging.http.post(f"/api/offers{path}", json=body or None, headers=signed_in(person))


async def offered(messaging: Service, product_id: int, amount: float, buyer: int = BUYER) -> dict[str, Any]:
    answer = await post(messaging, buyer, "", productId=product_id, amount=amount)
    assert answer.status_code == 201, answer.text
    card: dict[str, Any] = answer.json()["offer"]
    return card


async def offer_seen_by(messaging: Service, reader: int, other: int, offer_id: int) -> dict[str, Any]:
    cards = [message["offer"] for message in await thread(messaging, reader, other) if message["offer"]]
    return next(card for card in cards if card["id"] == offer_id)
