"""Paid once, whatever comes in which order (P-E1)."""

import asyncio
import itertools
from typing import Any

import pytest

from libs.kit.process import clock
from services.boost.queries import payments
from services.boost.service import polling
from services.boost.tests.till import Till, conserved, is_paid_once

pytestmark = pytest.mark.servers


@pytest.mark.parametrize("ways", [*itertools.permutations(("callback", "redirect", "poll"))], ids="-".join)
async def test_callback_redirect_and_poll_pay_an_order_once_in_any_order(
    till: Till, ways: tuple[str, ...]
) -> None:
    """P-E1, PAY-03: each of them twice."""
    order = await till.ordered(await till.listings(1))
    fields = await till.pays(order)
    (callback,) = till.bank.due()
    clock.forward(minutes=15)
    for way in (*ways, *ways):
        if way == "callback":
            assert (await till.call_back(callback.body)).status_code == 200
            await till.judge()
        elif way == "redirect":
            told = await till.come_back(fields)
            assert told == {
                "tab": "boosted", "payment": "success", "message": "Your products are boosted.",
                "order": order["orderId"],
            }  # fmt: skip
        else:
            await till.poll()
    await is_paid_once(till, order)


async def test_all_of_them_at_once_pay_an_order_once(till: Till) -> None:
    """P-E1: four hands each, for an order of three products."""
    order = await till.ordered(await till.listings(3), 2)
    fields = await till.pays(order)
    (callback,) = till.bank.due()
    async with till.boost.database.reading() as session:
        (payment,) = await payments.of_order(session, int(order["orderId"]))
    clock.forward(minutes=15)
    hands: list[Any] = [till.call_back(callback.body) for _ in range(4)] + [till.judge() for _ in range(4)]
    hands += [till.come_back(fields) for _ in range(4)] + [
        polling.look(till.setup, payment) for _ in range(3)
    ]
    await asyncio.gather(*hands)
    await till.judge()
    await is_paid_once(till, order)


async def test_a_callback_that_comes_twice_is_kept_and_counted_once(till: Till) -> None:
    """P-E1"""
    order = await till.ordered(await till.listings(1))
    await till.pays(order, "twice")
    assert await till.deliver() == 2
    await is_paid_once(till, order)
    page = await till.staff("get", f"/orders/{order['orderId']}")
    assert [one["judgement"] for one in page["notifications"]] == ["paid"]


async def test_callbacks_that_name_the_transaction_are_understood_too(till: Till) -> None:
    """PAY-02: with "Extra Payment Completion Information" switched on at the provider."""
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


async def test_each_failed_try_is_told_though_the_provider_says_it_in_the_same_words(till: Till) -> None:
    """PAY-05"""
    order = await till.ordered(await till.listings(1))
    for _ in range(2):
        await till.pays(order, "failed")
        await till.deliver()
        assert (await till.order(order))["status"] == "failed"
        await till.post(f"/orders/{order['orderId']}/pay")
        assert (await till.order(order))["status"] == "pending"
    assert await till.told(order) == ["BoostOrdered", "BoostPaymentFailed", "BoostPaymentFailed"]


async def test_a_browser_that_comes_back_without_having_paid_is_told_so(till: Till) -> None:
    """PAY-03, PAY-04"""
    order = await till.ordered(await till.listings(1))
    told = await till.come_back(await till.pays(order, "failed"))
    assert told["payment"] == "failed"
    assert (await till.order(order))["status"] == "failed"
    await till.deliver()
    assert await till.told(order) == ["BoostOrdered", "BoostPaymentFailed"], "told once"


async def test_a_payment_is_processing_while_the_provider_does_not_answer(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    fields = await till.pays(order)
    till.bank.faults["get-500"] = 1
    told = await till.come_back(fields)
    assert (told["payment"], told["message"]) == ("success", "Processing your request")
    assert (await till.order(order))["status"] == "pending"
    await till.deliver()
    assert (await till.order(order))["status"] == "paid"


async def test_the_second_bill_of_an_order_becomes_wallet_credit(till: Till) -> None:
    """P-E1: the answer that carried the first bill was lost, and a person paid both."""
    till.bank.faults["create-500"] = 1
    products = await till.listings(1)
    await till.post("/create-order", boostPackageId=1, productIds=products)
    lost = next(iter(till.bank.bills.values()))
    order = await till.ordered(products)
    await till.pays(order)
    till.bank.pay(lost, "success", "MB2U0227")
    await till.deliver()
    assert ((await till.order(order))["status"], await till.balance()) == ("paid", 1000)
    assert await till.told(order) == ["BoostOrdered", "BoostPaid", "BoostRefunded"]
    await conserved(till.boost)


async def test_the_lost_bill_pays_the_order_if_it_is_paid_first(till: Till) -> None:
    till.bank.faults["create-500"] = 1
    products = await till.listings(1)
    await till.post("/create-order", boostPackageId=1, productIds=products)
    lost = next(iter(till.bank.bills.values()))
    fields = till.bank.pay(lost, "success", "MB2U0227")
    assert fields is not None
    told = await till.come_back(fields)
    (order,) = (await till.get("/orders"))["orders"]
    assert (told["payment"], order["status"], order["paymentUrl"]) == ("success", "paid", None)
    await till.deliver()
    await is_paid_once(till, order)


async def test_listings_that_were_sold_meanwhile_are_credited_instead_of_boosted(till: Till) -> None:
    """PAY-05: paid after the products became unboostable."""
    products = await till.listings(3)
    order = await till.ordered(products, 2)
    await till.remove(products[0])
    await till.pays(order)
    await till.deliver()
    assert ((await till.order(order))["status"], await till.balance()) == ("paid", 900)
    assert {one["id"] for one in await till.get("/seller-boosted")} == set(products[1:])
    whole = await till.ordered([products[1]])
    await till.remove(products[1])
    credit = await till.balance()
    await till.pays(whole)
    await till.deliver()
    assert ((await till.order(whole))["status"], await till.balance()) == ("refunded", credit + 1000)
    await conserved(till.boost)
