"""Ordering a boost: what is refused, what is the same order, and what it costs."""

import asyncio
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.tests.till import Till

pytestmark = pytest.mark.servers


async def test_a_boost_is_ordered_paid_and_features_its_products(till: Till) -> None:
    """BOOST-10, BOOST-16, PAY-01, PAY-02: the browser goes to the bill, and the callback pays the order."""
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
    assert [one["productId"] for one in paid["featuredUntil"]] == sorted(products)
    assert await till.told(order) == ["BoostOrdered", "BoostPaid"]
    boosted = await till.get("/seller-boosted")
    assert {one["id"] for one in boosted} == set(products)
    assert boosted[0] | {"id": 0, "boosted_until": "", "order_id": ""} == {
        "id": 0, "name": "Iris Telegram", "price": 10_000, "status": "active",
        "image_url": "/api/images/abcdef12.webp", "is_featured": True, "boost_type": "standard",
        "boost_package_id": 2, "boosted_until": "", "order_id": "",
    }  # fmt: skip
