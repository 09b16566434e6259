import asyncio
from datetime import timedelta

import pytest

from libs.kit.process import clock
from libs.kit.testing import until
from services.boost.boosts import queries as boosts_queries
from services.boost.payments.polling import expire_unbilled
from services.boost.payments.queries import get_live
from services.boost.tests.till import Till, is_paid_once

pytestmark = pytest.mark.servers


async def test_bill_paid_during_callback_outage_is_found_in_fifteen_minutes(till: Till) -> None:
    """P-E3, PAY-05"""
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "lost")
    clock.forward(minutes=14)
    assert await till.poll() == 0
    clock.forward(minutes=1)
    await asyncio.gather(till.poll(), till.poll())
    await is_paid_once(till, order)
    await till.poll()
    page = await till.staff("get", f"/orders/{order['orderId']}")
    assert page["payments"][0]["channel"] == "FPX"
    receipt = await till.get(f"/orders/{order['orderId']}/receipt")
    assert receipt["paymentChannel"] == "FPX"


async def test_bill_paid_late_is_found_at_next_quarter(till: Till) -> None:
    """P-E3"""
    order = await till.ordered(await till.listings(1))
    clock.forward(minutes=16)
    await till.poll()
    await till.pays(order, "lost")
    clock.forward(minutes=15)
    await till.poll()
    await is_paid_once(till, order)


@pytest.mark.parametrize("meanwhile", ["another hour", "a bill"])
async def test_order_paid_again_while_expiring_stays_open(till: Till, meanwhile: str) -> None:
    till.bank.faults["create-422"] = 1
    await till.post("/create-order", boostPackageId=1, productIds=await till.listings(1))
    order_id = int((await till.get("/orders"))["orders"][0]["orderId"])
    clock.forward(minutes=61)
    async with till.boost.database.transaction() as session:
        order = await boosts_queries.lock_order(session, order_id)
        job = asyncio.create_task(expire_unbilled(till.setup))
        await until(lambda: _waits(till))
        if meanwhile == "another hour":
            order.expires_at += timedelta(hours=2)
        else:
            payment = await get_live(session, order_id)
            assert payment is not None
            payment.status, payment.bill_id, payment.url = "open", f"b{order_id}", "http://127.0.0.1/b"
    await job
    assert (await till.order({"orderId": order_id}))["status"] == "pending"


async def _waits(till: Till) -> bool:
    query = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%boost_orders%'"
    return bool(await till.boost.rows(query))


async def test_order_without_bill_expires(till: Till) -> None:
    await till.with_credit(1000)
    till.bank.faults["create-422"] = 1
    products = await till.listings(3)
    await till.post("/create-order", boostPackageId=2, productIds=products, useCredit=True)
    assert await till.balance() == 0
    clock.forward(minutes=61)
    while await expire_unbilled(till.setup):
        pass
    order = (await till.get("/orders"))["orders"][0]
    assert (order["status"], await till.balance()) == ("expired", 1000)
