import asyncio

import pytest

from services.boost.payments.queries import Signed
from services.boost.tests.till import Till, callback_of, conserved

pytestmark = pytest.mark.servers


async def test_burst_of_callbacks_is_stored_once_each_and_judged(till: Till) -> None:
    """PAY-03"""
    orders = [await till.ordered([listing]) for listing in await till.listings(5)]
    for order in orders:
        await till.pays(order)
    bodies = [callback_of(till, order) for order in orders]
    answers = await asyncio.gather(*(till.call_back(body) for body in (*bodies, bodies[0])))
    assert [answer.status_code for answer in answers] == [200] * 6
    bills = [till.bill(order).id for order in orders]
    kept = await till.boost.rows(
        "SELECT bill_id FROM payment_notifications WHERE bill_id = ANY(:ids)", ids=bills
    )
    assert sorted(item["bill_id"] for item in kept) == sorted(bills)
    await till.judge()
    assert {(await till.order(order))["status"] for order in orders} == {"paid"}
    await conserved(till.boost)


async def test_judging_yields_to_new_callbacks(till: Till) -> None:
    queue = till.setup.incoming
    coming = asyncio.create_task(
        queue.store(Signed("callback", b"raw", f"rush{till.seller}", f"s{till.seller}"))
    )
    await asyncio.sleep(0)
    await queue.wait_until_quiet(5)
    query = "SELECT id FROM payment_notifications WHERE bill_id = :bill_id"
    assert await till.boost.rows(query, bill_id=f"rush{till.seller}")
    await coming
    await queue.wait_until_quiet(0)
