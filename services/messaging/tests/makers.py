from typing import Any

import httpx2

from libs.contracts.event import Envelope
from libs.kit.events.inbox import Inbox
from libs.kit.testing import Service, as_message, signed_in
from libs.marketplace.testing import add_person
from services.catalog.tests.makers import listed

SELLER, BUYER, THIRD = 9101, 9102, 9103
SELLING = signed_in(SELLER, "siti", roles=("seller",))


async def know_people(messaging: Service) -> None:
    for user_id, name in ((SELLER, "siti"), (BUYER, "amir"), (THIRD, "raj")):
        await add_person(messaging, user_id, username=name)


async def carry(source: Service, target: Service, key: int) -> None:
    """Without events already handled."""
    inbox = Inbox(target.app.state.name, target.database, target.app.state.subscriptions)
    for row in await source.recorded(key):
        envelope = Envelope.model_validate(row)
        if envelope.event().topic in ("wangi.messages", "wangi.users"):
            continue
        await inbox.handle(as_message(envelope))


async def deal_events(messaging: Service, deal_id: int) -> list[dict[str, Any]]:
    """A conversation may have the same number."""
    return [row for row in await messaging.recorded(deal_id) if "transactionId" in row["data"]]


async def for_sale(catalog: Service, messaging: Service, **fields: Any) -> dict[str, Any]:
    product = await listed(catalog, SELLING, **fields)
    await carry(catalog, messaging, product["id"])
    return product


async def offer(
    messaging: Service, product_id: int, buyer: int = BUYER, seller: dict[str, str] = SELLING
) -> dict[str, Any]:
    body = {"receiverId": buyer, "productId": product_id, "actionType": "INITIATE"}
    answer = await messaging.http.post("/api/messages/action", json=body, headers=seller)
    assert answer.status_code == 201, answer.text
    card: dict[str, Any] = answer.json()
    return card


async def confirm(messaging: Service, person: int, message_id: int) -> httpx2.Response:
    body = {"messageId": message_id}
    return await messaging.http.post("/api/messages/action/confirm", json=body, headers=signed_in(person))


async def thread(messaging: Service, reader: int, other: int) -> list[dict[str, Any]]:
    answer = await messaging.http.get(f"/api/messages/conversation/{other}", headers=signed_in(reader))
    messages: list[dict[str, Any]] = answer.json()
    return messages


async def open_card(messaging: Service, reader: int, other: int, action: str) -> dict[str, Any]:
    return [message for message in await thread(messaging, reader, other) if message["actionType"] == action][
        -1
    ]


async def order(messaging: Service, person: int, deal_id: int) -> dict[str, Any]:
    answer = await messaging.http.get(f"/api/orders/{deal_id}", headers=signed_in(person))
    shown: dict[str, Any] = answer.json()
    return shown


async def stock(catalog: Service, product_id: int) -> tuple[str, int]:
    (row,) = await catalog.rows("SELECT status, stock_quantity FROM products WHERE id = :id", id=product_id)
    return row["status"], row["stock_quantity"]


async def paid(messaging: Service, catalog: Service) -> tuple[dict[str, Any], int]:
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"])
    deal_id = card["card"]["transactionId"]
    assert (await confirm(messaging, BUYER, card["id"])).status_code == 200
    payment = await open_card(messaging, SELLER, BUYER, "CONFIRM_PAYMENT")
    assert (await confirm(messaging, SELLER, payment["id"])).status_code == 200
    return product, deal_id


async def delivered(messaging: Service, catalog: Service) -> tuple[int, int]:
    _, deal_id = await paid(messaging, catalog)
    delivery = await open_card(messaging, BUYER, SELLER, "CONFIRM_DELIVERY")
    assert (await confirm(messaging, BUYER, delivery["id"])).status_code == 200
    return deal_id, (await open_card(messaging, BUYER, SELLER, "REVIEW"))["id"]
