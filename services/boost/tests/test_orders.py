import asyncio
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import signed_in
from libs.marketplace.testing import add_person
from services.boost.tests.till import Till

pytestmark = pytest.mark.servers


async def test_boost_is_ordered_paid_and_featured(till: Till) -> None:
    """BOOST-10, BOOST-16, PAY-01, PAY-02"""
    products = await till.listings(3)
    order = await till.ordered(products, 2)
    assert order["paymentUrl"].startswith(till.bank.base_url)
    assert order["message"] is None
    bill = till.bill(order)
    assert (bill.amount, bill.collection_id, bill.state) == (2700, "boosts01", "due")
    waiting = await till.order(order)
    assert (waiting["status"], waiting["amount"], waiting["creditUsed"]) == ("pending", 2700, 0)
    assert (waiting["paymentUrl"], waiting["receiptNumber"]) == (order["paymentUrl"], None)

    await till.pays(order)
    await till.deliver()
    paid = await till.order(order)
    assert (paid["status"], paid["paymentUrl"], paid["packageName"]) == ("paid", None, "Standard 3")
    assert [item["productId"] for item in paid["featuredUntil"]] == sorted(products)
    assert await till.recorded_events(order) == ["BoostOrdered", "BoostPaid"]
    boosted = await till.get("/seller-boosted")
    assert {item["id"] for item in boosted} == set(products)
    assert boosted[0] | {"id": 0, "boosted_until": "", "order_id": ""} == {
        "id": 0, "name": "Iris Telegram", "price": 10_000, "status": "active",
        "image_url": "/api/images/abcdef12.webp", "is_featured": True, "boost_type": "standard",
        "boost_package_id": 2, "boosted_until": "", "order_id": "", "spent": 900,
    }  # fmt: skip


REFUSED: list[tuple[dict[str, Any], int, str, str]] = [
    ({"productIds": []}, 422, "no_products_selected", "No products selected"),
    ({"boostPackageId": 99}, 422, "invalid_package", "Invalid package"),
    ({"boostPackageId": 2}, 422, "product_count_mismatch", "Product count mismatch"),
    ({"productIds": [987_654_321]}, 404, "not_your_products", "Some of these products are not yours."),
]


@pytest.mark.parametrize(("fields", "status", "code", "words"), REFUSED)
async def test_invalid_order_is_refused_with_specified_message(
    till: Till, fields: dict[str, Any], status: int, code: str, words: str
) -> None:
    """BOOST-10, BOOST-18"""
    form = {"boostPackageId": 1, "productIds": await till.listings(1)} | fields
    answer = await till.post("/create-order", **form)
    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (status, code, words)
    if code == "product_count_mismatch":
        given = "This package requires exactly 3 products. You have selected 1."
        assert answer.json()["details"] == {"description": given, "required": 3, "selected": 1}
    assert await till.get("/orders") == {"orders": [], "next": None}
    assert not till.bank.bills


async def test_only_own_active_products_can_be_boosted(till: Till) -> None:
    """BOOST-11"""
    (theirs,) = await till.listings(1, seller=till.seller + 500_000)
    (mine,) = await till.listings(1)
    answer = await till.post("/create-order", boostPackageId=1, productIds=[theirs])
    assert (answer.status_code, answer.json()["code"]) == (404, "not_your_products")
    await till.remove(mine, "archived")
    answer = await till.post("/create-order", boostPackageId=1, productIds=[mine])
    assert (answer.status_code, answer.json()["code"]) == (409, "product_not_active")
    assert answer.json()["details"] == {"productIds": [mine]}


async def test_same_open_order_is_placed_once(till: Till) -> None:
    """BOOST-16"""
    await add_person(till.boost, till.seller, username="nadia")
    products = await till.listings(3)
    orders = await asyncio.gather(*(till.ordered(products[:: (-1) ** n], 2) for n in range(3)))
    assert len({(order["orderId"], order["paymentUrl"]) for order in orders}) == 1
    assert len(till.bank.bills) == 1
    assert (await till.ordered(products, 6))["orderId"] != orders[0]["orderId"]
    listed = await till.get("/orders")
    assert [order["packageId"] for order in listed["orders"]] == [6, 2]


async def test_key_makes_one_order_even_after_payment(till: Till) -> None:
    (product, other) = await till.listings(2)
    form, headers = {"boostPackageId": 1, "productIds": [product]}, till.me | {"Idempotency-Key": "once"}
    path = "/api/boost/create-order"
    first = (await till.boost.http.post(path, json=form, headers=headers)).json()
    await till.pays(first)
    await till.deliver()
    again = (await till.boost.http.post(path, json=form, headers=headers)).json()
    assert again == {"orderId": first["orderId"], "paymentUrl": None, "message": "Processing your request"}
    mixed = await till.boost.http.post(path, json=form | {"productIds": [other]}, headers=headers)
    assert (mixed.status_code, mixed.json()["code"]) == (422, "idempotency_mismatch")
    assert (await till.ordered([product]))["orderId"] != first["orderId"], "a new wish is a new order"


async def test_wallet_credit_pays_a_part(till: Till) -> None:
    """BOOST-17, C33"""
    await till.with_credit(1000)
    products = await till.listings(3)
    order = await till.ordered(products, 2, useCredit=True)
    assert (till.bill(order).amount, await till.balance()) == (1700, 0)
    await till.pays(order)
    await till.deliver()
    shown = await till.order(order)
    assert (shown["status"], shown["amount"], shown["creditUsed"]) == ("paid", 2700, 1000)


async def test_wallet_credit_pays_whole_order_without_bill(till: Till) -> None:
    """BOOST-17, C33"""
    await till.with_credit(3000)
    bills, products = len(till.bank.bills), await till.listings(3)
    order = await till.ordered(products, 2, useCredit=True)
    assert (order["paymentUrl"], order["message"]) == (None, "Processing your request")
    assert (await till.order(order))["status"] == "paid"
    assert (len(till.bank.bills), await till.balance()) == (bills, 300)
    assert await till.recorded_events(order) == ["BoostOrdered", "BoostPaid"]


async def test_concurrent_orders_spend_credit_once(till: Till) -> None:
    await till.with_credit(1000)
    products = await till.listings(4)
    orders = await asyncio.gather(*(till.ordered([product], useCredit=True) for product in products))
    assert sum(order["paymentUrl"] is None for order in orders) == 1
    assert await till.balance() == 0


async def test_changed_credit_wish_replaces_order_without_loss(till: Till) -> None:
    await till.with_credit(1000)
    products = await till.listings(3)
    first = await till.ordered(products, 2, useCredit=True)
    second = await till.ordered(products, 2)
    assert second["orderId"] != first["orderId"]
    assert ((await till.order(first))["status"], await till.balance()) == ("cancelled", 1000)
    await till.pays(first)  # The old page was still open.
    await till.deliver()
    assert ((await till.order(first))["status"], await till.balance()) == ("cancelled", 2700)
    assert (await till.order(second))["status"] == "pending"


async def test_failed_payment_is_retried_with_same_bill(till: Till) -> None:
    """PAY-05"""
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "failed")
    await till.deliver()
    assert (await till.order(order))["status"] == "failed"
    again = await till.post(f"/orders/{order['orderId']}/pay")
    assert again.json() == {"orderId": order["orderId"], "paymentUrl": order["paymentUrl"]}
    assert (await till.order(order))["status"] == "pending"
    await till.pays(order)
    await till.deliver()
    assert (await till.order(order))["status"] == "paid"
    assert await till.recorded_events(order) == ["BoostOrdered", "BoostPaymentFailed", "BoostPaid"]
    refused = await till.post(f"/orders/{order['orderId']}/pay")
    assert (refused.status_code, refused.json()["code"]) == (409, "order_not_payable")


async def test_expired_order_is_paid_with_new_bill(till: Till) -> None:
    await till.with_credit(1000)
    products = await till.listings(3)
    order = await till.ordered(products, 2, useCredit=True)
    clock.forward(minutes=61)
    await till.poll()
    assert ((await till.order(order))["status"], await till.balance()) == ("expired", 1000)
    again = (await till.post(f"/orders/{order['orderId']}/pay")).json()
    assert again["paymentUrl"] != order["paymentUrl"]
    assert (till.bill(again).amount, await till.balance()) == (1700, 0)
    await till.pays(again)
    await till.deliver()
    assert (await till.order(order))["status"] == "paid"


async def test_expired_order_yields_to_newer_one(till: Till) -> None:
    products = await till.listings(1)
    old = await till.ordered(products)
    clock.forward(minutes=61)
    await till.poll()
    new = await till.ordered(products)
    refused = await till.post(f"/orders/{old['orderId']}/pay")
    assert (refused.status_code, refused.json()["code"]) == (409, "order_replaced")
    assert refused.json()["details"] == {"orderId": new["orderId"]}


@pytest.mark.parametrize("fault", ["create-422", "create-500"])
async def test_failing_provider_leaves_order_payable(till: Till, fault: str) -> None:
    till.bank.faults[fault] = 1
    products = await till.listings(1)
    answer = await till.post("/create-order", boostPackageId=1, productIds=products)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    order = await till.ordered(products)
    assert len((await till.get("/orders"))["orders"]) == 1
    await till.pays(order)
    await till.deliver()
    assert (await till.order(order))["status"] == "paid"


async def test_seller_has_at_most_twenty_open_orders(till: Till) -> None:
    products = await till.listings(21)
    for product in products[:20]:
        await till.ordered([product])
    answer = await till.post("/create-order", boostPackageId=1, productIds=products[20:])
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_open_orders")
    first = await till.get("/orders")
    rest = await till.get(f"/orders?cursor={first['next']}")
    assert (len(first["orders"]), rest) == (20, {"orders": [], "next": None})


async def test_order_and_receipt_are_private(till: Till) -> None:
    order = await till.paid(await till.listings(1))
    for path in ("", "/receipt"):
        there = f"/api/boost/orders/{order['orderId']}{path}"
        for roles in ((), ("finance",), ("admin",)):
            other = await till.boost.http.get(there, headers=signed_in(till.seller + 1, roles=roles))
            assert other.status_code == 404
    there = f"/api/boost/orders/{order['orderId']}/pay"
    assert (await till.boost.http.post(there, headers=signed_in(till.seller + 1))).status_code == 404
