import pytest

from libs.kit.testing import signed_in
from libs.marketplace.tests.makers import paused
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import Trade

pytestmark = pytest.mark.servers


async def test_paused_payments_start_none_and_credit_late_ones(till: Till) -> None:
    open_before = await till.ordered(await till.listings(1))
    products = await till.listings(1)
    async with paused(till.boost, "payments"):
        answer = await till.post("/create-order", boostPackageId=1, productIds=products)
        assert (answer.status_code, answer.json()["code"]) == (409, "payments_paused")
        await till.pays(open_before)
        await till.deliver()
    waiting, paid = (await till.get("/orders"))["orders"]
    assert (paid["orderId"], paid["status"]) == (open_before["orderId"], "paid")
    assert waiting["status"] == "pending"
    again = await till.ordered(products)
    assert again["orderId"] == waiting["orderId"]
    await conserved(till.boost)


async def test_paused_protection_holds_no_new_money(
    till: Till,
) -> None:
    held, waiting = await Trade(till).opened(), await Trade(till).opened()
    await held.paid()
    async with paused(till.boost, "protected_purchase"):
        assert (await till.boost.http.get("/api/boost/protection")).json()["isOpen"] is False
        assert (await waiting.post("pay")).json()["code"] == "protection_closed"
        path = f"/api/boost/deals/{waiting.deal_id}"
        assert (await till.boost.http.get(path, headers=signed_in(waiting.buyer))).status_code == 404
        assert (await held.accepts())["state"] == "released"
    await waiting.paid()
    assert await waiting.state() == "held"
    await conserved(till.boost)
