import pytest

from libs.kit.process import clock
from services.boost.tests.till import Till, conserved, is_paid_once

pytestmark = pytest.mark.servers


async def test_callback_naming_the_transaction_is_understood(till: Till) -> None:
    """PAY-02"""
    till.bank.is_extra = True
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "slow")
    fields = await till.pays(order, "failed")
    assert fields["billplz[transaction_status]"] == "failed"
    assert (await till.come_back(fields))["payment"] == "failed"
    await till.deliver()
    assert (await till.order(order))["status"] == "failed"
    clock.forward(minutes=1)
    await till.deliver()
    assert (await till.order(order))["status"] == "paid"


async def test_each_failed_attempt_is_published(till: Till) -> None:
    """PAY-05"""
    order = await till.ordered(await till.listings(1))
    for _ in range(2):
        await till.pays(order, "failed")
        await till.deliver()
        assert (await till.order(order))["status"] == "failed"
        await till.post(f"/orders/{order['orderId']}/pay")
        assert (await till.order(order))["status"] == "pending"
    assert await till.recorded_events(order) == ["BoostOrdered", "BoostPaymentFailed", "BoostPaymentFailed"]


async def test_lost_bill_paid_first_pays_the_order(till: Till) -> None:
    till.bank.faults["create-500"] = 1
    products = await till.listings(1)
    await till.post("/create-order", boostPackageId=1, productIds=products)
    lost = next(iter(till.bank.bills.values()))
    fields = till.bank.pay(lost, "success", "MB2U0227")
    assert fields is not None
    result = await till.come_back(fields)
    (order,) = (await till.get("/orders"))["orders"]
    assert (result["payment"], order["status"], order["paymentUrl"]) == ("success", "paid", None)
    await till.deliver()
    await is_paid_once(till, order)


async def test_listings_sold_meanwhile_are_credited(till: Till) -> None:
    """PAY-05"""
    products = await till.listings(3)
    order = await till.ordered(products, 2)
    await till.remove(products[0])
    await till.pays(order)
    await till.deliver()
    assert ((await till.order(order))["status"], await till.balance()) == ("paid", 900)
    assert {item["id"] for item in await till.get("/seller-boosted")} == set(products[1:])
    whole = await till.ordered([products[1]])
    await till.remove(products[1])
    credit = await till.balance()
    await till.pays(whole)
    await till.deliver()
    assert ((await till.order(whole))["status"], await till.balance()) == ("refunded", credit + 1000)
    await conserved(till.boost)
