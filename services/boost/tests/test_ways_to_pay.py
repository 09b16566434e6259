"""While an operator has turned a way to pay off, no payment begins in it, and none that began is lost."""

import pytest

from libs.marketplace.tests.makers import paused, ruled
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import Trade

pytestmark = pytest.mark.servers
OFF = (409, "payment_way_off")


async def refused(till: Till, **form: object) -> tuple[int, str, dict[str, str]]:
    answer = await till.post("/create-order", **form)
    told = answer.json()
    return answer.status_code, told.get("code"), told.get("details")


async def test_no_bill_is_made_at_a_provider_that_is_off_and_the_old_ones_are_finished(till: Till) -> None:
    begun = await till.ordered(await till.listings(1))
    products = await till.listings(1)
    bills = len(till.bank.bills)
    async with ruled(till.boost, pay_billplz=0):
        assert (await till.get("/wallet"))["ways"] == ["wallet"]
        assert await refused(till, boostPackageId=1, productIds=products) == (*OFF, {"way": "billplz"})
        assert len(till.bank.bills) == bills
        again = await till.post(f"/orders/{begun['orderId']}/pay")
        assert again.json()["paymentUrl"] == begun["paymentUrl"]
        await till.pays(begun)
        await till.deliver()
    waiting, paid = (await till.get("/orders"))["orders"]
    assert (paid["orderId"], paid["status"]) == (begun["orderId"], "paid")
    assert (await till.ordered(products))["orderId"] == waiting["orderId"]
    await conserved(till.boost)


async def test_the_switch_of_another_provider_turns_nothing_off_here(till: Till) -> None:
    async with ruled(till.boost, pay_toyyibpay=0):
        assert (await till.get("/wallet"))["ways"] == ["wallet", "bill"]
        assert (await till.ordered(await till.listings(1)))["paymentUrl"]


async def test_no_bill_is_offered_while_payments_are_paused(till: Till) -> None:
    async with paused(till.boost, "payments"):
        assert (await till.get("/wallet"))["ways"] == ["wallet"]


async def test_while_the_wallet_is_off_orders_are_paid_by_a_bill_only(till: Till) -> None:
    await till.with_credit(1000)
    products = await till.listings(1)
    async with ruled(till.boost, pay_wallet=0):
        assert (await till.get("/wallet"))["ways"] == ["bill"]
        form = {"boostPackageId": 1, "productIds": products}
        assert await refused(till, **form, useCredit=True) == (*OFF, {"way": "wallet"})
        assert (await till.get("/wallet"))["balance"] == 1000
        assert (await till.ordered(products))["paymentUrl"]
    await conserved(till.boost)


async def test_a_purchase_whose_bill_was_made_is_paid_though_the_provider_is_off(till: Till) -> None:
    begun, waiting = await Trade(till).opened(), await Trade(till).opened()
    address = (await begun.post("pay")).json()["paymentUrl"]
    async with ruled(till.boost, pay_billplz=0):
        assert (await waiting.post("pay")).json()["code"] == "payment_way_off"
        assert (await begun.post("pay")).json()["paymentUrl"] == address
        await begun.paid()
    assert await begun.state() == "held"
    await waiting.paid()
    await conserved(till.boost)
