from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from libs.contracts.events.auth import UserBanned
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.catalog.tests.pictures import a_picture
from services.messaging.privacy.queries import forget_words
from services.messaging.tests.attachments import PDF, send_file
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
    SELLING,
    THIRD,
    carry,
    confirm,
    delivered,
    for_sale,
    know_people,
    offer,
    open_card,
    order,
    paid,
)

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


async def ids(messaging: Service, person: int, query: str) -> list[int]:
    answer = await messaging.http.get(f"/api/orders{query}", headers=signed_in(person))
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()]


async def test_orders_are_listed_by_role_and_status(messaging: Service, catalog: Service) -> None:
    """PROF-09, PROF-11, PROF-12, ROLE-07, U10"""
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"])
    await confirm(messaging, BUYER, card["id"])
    pending = card["card"]["transactionId"]
    _, processing = await paid(messaging, catalog)
    for query, expected in (
        ("/user", {pending, processing}),
        ("?role=buyer&status=pending", {pending}),
        ("?role=buyer&status=processing", {processing}),
        ("?role=buyer&status=shipped", set()),
    ):
        found = set(await ids(messaging, BUYER, query))
        assert found & {pending, processing} == expected, query
    assert {pending, processing} <= set(await ids(messaging, SELLER, "?role=seller"))
    assert not {pending, processing} & set(await ids(messaging, SELLER, "/user"))
    first = await messaging.http.get("/api/orders?limit=1&status=pending", headers=signed_in(BUYER))
    assert "status=pending" in first.headers["Link"]
    wrong = await messaging.http.get("/api/orders?status=lost", headers=signed_in(BUYER))
    assert wrong.status_code == 422


async def test_purchase_is_one_row_as_transaction_and_order(messaging: Service, catalog: Service) -> None:
    """TXN-13, TXN-16, C14"""
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"])
    deal_id = card["card"]["transactionId"]
    path = f"/api/transactions/{deal_id}"
    assert (await messaging.http.get(path, headers=signed_in(BUYER))).status_code == 404
    await confirm(messaging, BUYER, card["id"])
    shown = (await messaging.http.get(path, headers=SELLING)).json()
    order_of_it = await order(messaging, BUYER, deal_id)
    assert shown.pop("updatedAt") >= shown["createdAt"]
    assert shown == {
        "id": deal_id, "productId": product["id"], "sellerId": SELLER, "buyerId": BUYER,
        "amount": order_of_it["total"], "createdAt": order_of_it["createdAt"], "status": "WAITING_PAYMENT",
    }  # fmt: skip
    assert (order_of_it["id"], order_of_it["transactionStatus"]) == (deal_id, "WAITING_PAYMENT")
    assert (await messaging.http.get(path, headers=signed_in(THIRD))).status_code == 404


async def test_order_problem_is_reported_once_with_timeline(messaging: Service, catalog: Service) -> None:
    _, deal_id = await paid(messaging, catalog)
    path, form = (
        f"/api/orders/{deal_id}/reports",
        {"reason": "counterfeit", "words": "The cap is another one."},
    )
    assert (await messaging.http.post(path, json=form, headers=signed_in(THIRD))).status_code == 404
    for _ in range(2):
        assert (await messaging.http.post(path, json=form, headers=signed_in(BUYER))).status_code == 200
    (row,) = await messaging.rows("SELECT * FROM message_reports WHERE deal_id = :id", id=deal_id)
    assert (row["reporter_id"], row["about_id"], row["reason"]) == (BUYER, SELLER, "counterfeit")
    assert [step["kind"] for step in row["context"]] == ["offered", "initiate", "confirm_payment"]
    (event,) = await messaging.recorded(f"report-{row['id']}")
    assert event["data"]["transactionId"] == deal_id
    assert "cap" not in str(event)


async def test_unfinished_purchase_blocks_account_deletion(messaging: Service, catalog: Service) -> None:
    """U38"""
    secret = {"X-Internal-Secret": messaging.app.state.settings.internal_secret.get_secret_value()}

    async def obligations(person: int) -> list[int]:
        answer = await messaging.http.get(f"/internal/users/{person}/obligations", headers=secret)
        return [
            obligation["transactionId"]
            for obligation in answer.json()["obligations"]
            if obligation["code"] == "open_purchase"
        ]

    buyer = 9141
    await add_person(messaging, buyer, username="leaver")
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"], buyer)
    deal_id = card["card"]["transactionId"]
    assert await obligations(buyer) == [], "a card that was not confirmed binds no one"
    await confirm(messaging, buyer, card["id"])
    await carry(messaging, catalog, deal_id)
    assert await obligations(buyer) == [deal_id]
    assert deal_id in await obligations(SELLER)
    cancelled = await messaging.http.post(
        f"/api/transactions/{deal_id}/cancel", json={"reason": "changed_mind"}, headers=SELLING
    )
    assert cancelled.status_code == 200
    assert await obligations(buyer) == []
    assert (await order(messaging, buyer, deal_id))["status"] == "cancelled"


OUT: dict[str, dict[str, Any]] = {
    "banned": {"account_status": "banned", "roles": ()},
    "suspended": {"suspended_until": int((datetime.now(UTC) + timedelta(days=30)).timestamp())},
}


@pytest.mark.parametrize("code", OUT)
async def test_banned_person_finishes_purchases_and_starts_none(
    messaging: Service, catalog: Service, code: str
) -> None:
    """U1"""
    _, deal_id = await paid(messaging, catalog)
    parcel = {"courier": "poslaju", "trackingNumber": "EH123456789MY"}
    seller, buyer = (signed_in(item, **OUT[code]) for item in (SELLER, BUYER))
    answer = await messaging.http.post(f"/api/transactions/{deal_id}/ship", json=parcel, headers=seller)
    assert (answer.status_code, answer.json()["status"]) == (200, "shipped")
    card = {"messageId": (await open_card(messaging, BUYER, SELLER, "CONFIRM_DELIVERY"))["id"]}
    answer = await messaging.http.post("/api/messages/action/confirm", json=card, headers=buyer)
    assert (answer.status_code, answer.json()["status"]) == (200, "WAITING_REVIEW")
    product = await for_sale(catalog, messaging)
    card = {"messageId": (await offer(messaging, product["id"]))["id"]}
    answer = await messaging.http.post("/api/messages/action/confirm", json=card, headers=buyer)
    assert (answer.status_code, answer.json()["code"]) == (403, code)
    held = "SELECT 1 FROM reservations WHERE product_id = :id"
    assert await catalog.rows(held, id=product["id"]) == []


async def test_ban_unknown_to_token_is_seen_before_reserving(messaging: Service, catalog: Service) -> None:
    """U1"""
    buyer = 98_771
    await add_person(messaging, buyer, username="lately")
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"], buyer)
    await messaging.deliver(UserBanned(user_id=buyer, by_admin_id=7, banned_at=datetime.now(UTC)), version=2)
    answer = await confirm(messaging, buyer, card["id"])
    assert (answer.status_code, answer.json()["code"]) == (403, "banned")
    held = "SELECT 1 FROM reservations WHERE product_id = :id"
    assert await catalog.rows(held, id=product["id"]) == []


async def test_staff_words_about_order_are_erased_with_either_person(
    messaging: Service, catalog: Service
) -> None:
    _, deal_id = await paid(messaging, catalog)
    body = {"status": "shipped", "reason": "other", "words": "Amir from Ipoh called us."}
    staff = signed_in(1, roles=("admin",))
    path = f"/api/admin/orders/{deal_id}/status"
    assert (await messaging.http.patch(path, json=body, headers=staff)).status_code == 200
    async with messaging.database.transaction() as session:
        while await forget_words(session, BUYER):
            pass
    details = (await order(messaging, SELLER, deal_id))["timeline"][-1]["details"]
    assert (details["staffReason"], "words" in details) == ("other", False)


async def test_order_has_documents_sent_during_it(messaging: Service, catalog: Service) -> None:
    await send_file(messaging, PDF, "before.pdf", sender=BUYER, receiver=SELLER)
    deal_id, review = await delivered(messaging, catalog)
    await send_file(messaging, PDF, "receipt.pdf", sender=BUYER, receiver=SELLER)
    await send_file(messaging, a_picture("PNG"), "parcel.png", sender=SELLER, receiver=BUYER)
    await send_file(messaging, PDF, "other.pdf", sender=BUYER, receiver=THIRD)
    wrong = await send_file(messaging, PDF, "wrong.pdf", sender=BUYER, receiver=SELLER)
    gone = await messaging.http.delete(f"/api/messages/{wrong['id']}", headers=signed_in(BUYER))
    assert gone.status_code < 300, gone.text
    review_path = f"/api/messages/submit-review/{review}"
    await messaging.http.post(review_path, json={"rating": 5}, headers=signed_in(BUYER))
    await send_file(messaging, PDF, "after.pdf", sender=BUYER, receiver=SELLER)
    for reader in (BUYER, SELLER):
        documents = (await order(messaging, reader, deal_id))["documents"]
        assert [(document["name"], document["senderId"]) for document in documents] == [
            ("receipt.pdf", BUYER), ("parcel.webp", SELLER),
        ]  # fmt: skip
        file = await messaging.http.get(documents[0]["url"])
        assert (file.status_code, file.content) == (200, PDF)
        forged = documents[0]["url"].replace(f"for={reader}", f"for={THIRD}")
        assert (await messaging.http.get(forged)).status_code == 404
    assert (await messaging.http.get(f"/api/orders/{deal_id}", headers=signed_in(THIRD))).status_code == 404
