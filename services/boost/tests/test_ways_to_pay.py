import pytest

from libs.marketplace.tests.makers import paused, ruled
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import Trade

pytestmark = pytest.mark.servers
OFF = (409, "payment_way_off")


async def refused(till: Till, **form: object) -> tuple[int, str, dict[str, str]]:
    answer = await till.post("/create-order", **form)
    body = answer.json()
    return answer.status_code, body.get("code"), body.get("details")


async def test_disabled_provider_makes_no_bill_and_finishes_old_ones(till: Till) -> None:
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


async def test_switch_of_another_provider_has_no_effect(till: Till) -> None:
    async with ruled(till.boost, pay_toyyibpay=0):
        assert (await till.get("/wallet"))["ways"] == ["wallet", "bill"]
        assert (await till.ordered(await till.listings(1)))["paymentUrl"]


async def test_paused_payments_offer_no_bill(till: Till) -> None:
    async with paused(till.boost, "payments"):
        assert (await till.get("/wallet"))["ways"] == ["wallet"]


async def test_disabled_wallet_leaves_bills_only(till: Till) -> None:
    await till.with_credit(1000)
    products = await till.listings(1)
    async with ruled(till.boost, pay_wallet=0):
        assert (await till.get("/wallet"))["ways"] == ["bill"]
        form = {"boostPackageId": 1, "productIds": products}
        assert await refused(till, **form, useCredit=True) == (*OFF, {"way": "wallet"})
        assert (await till.get("/wallet"))["balance"] == 1000
        assert (await till.ordered(products))["paymentUrl"]
    await conserved(till.boost)


async def test_purchase_with_bill_is_payable_after_provider_is_disabled(till: Till) -> None:
    begun, waiting = await Trade(till).opened(), await Trade(till).opened()
    address = (await begun.post("pay")).json()["paymentUrl"]
    async with ruled(till.boost, pay_billplz=0):
        assert (await waiting.post("pay")).json()["code"] == "payment_way_off"
        assert (await begun.post("pay")).json()["paymentUrl"] == address
        await begun.paid()
    assert await begun.state() == "held"
    await waiting.paid()
    await conserved(till.boost)
