import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit.testing import signed_in
from libs.marketplace.testing import add_person
from services.boost.boosts.rules import tax_in
from services.boost.payments.rules import Tax
from services.boost.tests.till import Till
from tests.support.staff_record import events_in, fields_of

servers = pytest.mark.servers


@given(st.integers(0, 10**8), st.integers(0, 10_000))
def test_included_tax_is_computed_from_net_price(total: int, basis_points: int) -> None:
    tax = tax_in(total, basis_points)
    assert 0 <= tax <= total
    assert abs((total - tax) * basis_points - tax * 10_000) <= 10_000


def test_tax_examples_for_zero_and_eight_percent() -> None:
    assert [tax_in(1000, 0), tax_in(1080, 800), tax_in(1000, 800)] == [0, 80, 74]


@servers
async def test_receipt_lists_purchase_and_numbers_are_gapless(till: Till) -> None:
    """PAY-05"""
    await add_person(till.boost, till.seller, username="nadia")
    orders = [await till.ordered([listing]) for listing in await till.listings(8)]
    for order in orders:
        await till.pays(order)
    bodies = [item.body for item in till.bank.due()]
    await asyncio.gather(*(till.call_back(body) for body in bodies))
    await asyncio.gather(*(till.judge() for _ in range(3)))
    await till.judge()
    numbers = [(await till.order(order))["receiptNumber"] for order in orders]
    places = sorted(int(number.rsplit("-", 1)[1]) for number in numbers)
    assert places == [*range(places[0], places[0] + 8)]
    receipt = await till.get(f"/orders/{orders[0]['orderId']}/receipt")
    assert receipt["receiptNumber"] in numbers
    del receipt["receiptNumber"], receipt["issuedAt"]
    assert receipt == {
        "seller": {"name": "nadia"},
        "lines": [
            {"description": "Standard 1, 3 days", "quantity": 1, "unitPrice": 1000, "amount": 1000},
        ],
        "subtotal": 1000,
        "tax": {"name": "SST", "ratePercent": 0.0, "amount": 0},
        "total": 1000, "creditUsed": 0, "paid": 1000, "paymentChannel": None,
        "billId": till.bill(orders[0]).id,
    }  # fmt: skip


@servers
async def test_receipt_exists_after_payment_with_that_days_tax(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = await till.ordered(await till.listings(1))
    there = f"/api/boost/orders/{order['orderId']}/receipt"
    refused = await till.boost.http.get(there, headers=till.me)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_paid")
    monkeypatch.setattr("services.boost.dependencies.Tax", lambda *_: Tax("SST", 800))
    await till.pays(order)
    await till.deliver()
    monkeypatch.undo()
    receipt = await till.get(f"/orders/{order['orderId']}/receipt")
    assert receipt["tax"] == {"name": "SST", "ratePercent": 8.0, "amount": 74}
    assert receipt["subtotal"] == 926


@servers
async def test_order_keeps_its_original_price(till: Till) -> None:
    """BOOST-20, U35"""
    products = await till.listings(2)
    order = await till.ordered(products[:1], 1)
    (before, *_) = await till.staff("get", "/packages")
    change = {"version": before["version"], "price": 1500, "name": "Standard One", "reason": "New prices"}
    changed = await till.staff("patch", "/packages/1", json=change)
    event = (await events_in(till.boost, None, "ChangedByStaff"))[-1]
    assert (event["data"]["act"], event["data"]["aboutId"], event["data"]["byAdminId"]) == (
        "change_package",
        1,
        7,
    )
    assert fields_of(event) == {
        "price": (1000, 1500), "version": (before["version"], before["version"] + 1), "isRenamed": (False, True),
    }  # fmt: skip
    try:
        (shown,) = (await till.boost.http.get("/api/boost/packages?id=1")).json()
        assert (shown["price"], shown["effective_price"], shown["priceSen"]) == (1500, 1500.0, 1500)
        again = await till.ordered(products[1:], 1)
        assert [till.bill(item).amount for item in (order, again)] == [1000, 1500]
        assert (await till.order(order))["packageName"] == "Standard 1"
        late = await till.boost.http.patch(
            "/api/admin/boost/packages/1", json=change, headers=signed_in(7, roles=("admin",))
        )
        assert (late.status_code, late.json()["code"]) == (409, "package_changed")
        (was, *_) = await till.staff("get", "/packages/1/history")
        assert (was["price"], was["name"], was["reason"], was["staffId"]) == (
            1000, "Standard 1", "New prices", 7,
        )  # fmt: skip
    finally:
        back = {"version": changed["version"], "price": 1000, "name": "Standard 1", "reason": "Back"}
        await till.staff("patch", "/packages/1", json=back)


@servers
async def test_deactivated_package_is_not_offered(till: Till) -> None:
    packages = await till.staff("get", "/packages")
    version = packages[7]["version"]
    off = await till.staff(
        "patch", "/packages/8", json={"version": version, "isActive": False, "reason": "Off"}
    )
    try:
        offered = (await till.boost.http.get("/api/boost/packages")).json()
        assert 8 not in [item["id"] for item in offered]
        products = await till.listings(10)
        answer = await till.post("/create-order", boostPackageId=8, productIds=products)
        assert answer.json()["code"] == "invalid_package"
    finally:
        on = {"version": off["version"], "isActive": True, "reason": "On"}
        await till.staff("patch", "/packages/8", json=on)


@servers
async def test_staff_see_order_with_bills_and_callbacks(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    await till.come_back(await till.pays(order, "failed"))
    await till.deliver()
    await till.come_back(await till.pays(order))
    await till.deliver()
    page = await till.staff("get", f"/orders/{order['orderId']}")
    assert (page["order"]["sellerId"], page["order"]["status"]) == (till.seller, "paid")
    (payment,) = page["payments"]
    assert (payment["billId"], payment["status"], payment["settledAs"]) == (
        till.bill(order).id, "paid", "order",
    )  # fmt: skip
    came = [(notification["kind"], notification["judgement"]) for notification in page["notifications"]][::-1]
    assert came == [
        ("redirect", "failed"), ("callback", "failed"), ("redirect", "paid"), ("callback", "repeated"),
    ]  # fmt: skip
    assert page["attempts"] == page["notifications"]
    assert "x_signature" in page["notifications"][0]["raw"]
    listed = await till.staff("get", f"/orders?sellerId={till.seller}&status=paid")
    assert [item["orderId"] for item in listed["orders"]] == [order["orderId"]]


@servers
async def test_staff_poll_and_refund_only_where_possible(till: Till) -> None:
    headers = signed_in(7, roles=("admin",))
    order = await till.ordered(await till.listings(1))
    for verb, body, code in (
        ("refund", {"reason": "x"}, "nothing_to_refund"),
        ("refund", {}, "invalid_input"),
    ):
        path = f"/api/admin/boost/orders/{order['orderId']}/{verb}"
        assert (await till.boost.http.post(path, json=body, headers=headers)).json()["code"] == code
    own = signed_in(till.seller, roles=("admin",))
    path = f"/api/admin/boost/orders/{order['orderId']}/refund"
    assert (await till.boost.http.post(path, json={"reason": "x"}, headers=own)).json()["code"] == "own_money"
    asked = await till.staff("post", f"/orders/{order['orderId']}/ask")
    assert (asked["status"], asked["found"]) == ("pending", ["open"])
    await till.with_credit(1000)
    free = await till.ordered(await till.listings(1), useCredit=True)
    path = f"/api/admin/boost/orders/{free['orderId']}/ask"
    assert (await till.boost.http.post(path, json={"reason": "x"}, headers=headers)).json()[
        "code"
    ] == "nothing_to_ask"
