import asyncio
from typing import Any
from urllib.parse import parse_qsl

import pytest

from libs.kit.process import clock
from services.boost.tests.test_payouts import Names, as_seller, payouts, recorded_events, with_account
from services.boost.tests.till import Till, callback_of, conserved, signed
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


async def of_another_amount(till: Till, bill: dict[str, Any]) -> None:
    fields = dict(parse_qsl(callback_of(till, bill, is_paid=True), keep_blank_values=True))
    await till.call_back(signed(till, fields | {"amount": "1", "paid_amount": "1"}))
    await till.judge()


@pytest.mark.parametrize("state", ["expired", "paid"])
async def test_mismatch_of_ended_order_is_visible_and_creditable(till: Till, state: str) -> None:
    till.bank.faults["create-500"] = 1 if state == "paid" else 0
    products = await till.listings(1)
    await till.post("/create-order", boostPackageId=1, productIds=products)
    first = next(iter(till.bank.bills.values()))
    order = await till.ordered(products)
    if state == "paid":
        till.bank.pay(first, "failed", "MB2U0227")
        await till.deliver()
        await till.pays(order)
        await till.deliver()
    else:
        clock.forward(minutes=61)
        await till.poll()
    first.amount += 500
    till.bank.pay(first, "success", "MB2U0227")
    await till.deliver()
    assert (await till.order(order))["status"] == state
    waiting = (await till.staff("get", f"/orders?status=review&sellerId={till.seller}"))["orders"]
    assert [item["orderId"] for item in waiting] == [order["orderId"]]
    page = await till.staff("get", f"/orders/{order['orderId']}")
    (bill,) = [payment for payment in page["payments"] if payment["status"] == "review"]
    assert bill["askAt"] is not None
    assert (await till.staff("post", f"/bills/{bill['id']}/credit"))["found"] == "credited"
    assert await till.balance() == 1500
    assert (await till.staff("get", f"/orders?status=review&sellerId={till.seller}"))["orders"] == []
    await conserved(till.boost)


async def test_expired_older_bill_ends_no_order_in_review(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    clock.forward(minutes=61)
    await till.poll()
    again = await till.post(f"/orders/{order['orderId']}/pay")
    await of_another_amount(till, again.json())
    clock.forward(minutes=125)
    await till.poll()
    assert (await till.order(order))["status"] == "review"


async def test_polling_one_bill_keeps_another_open_bill_in_review(till: Till) -> None:
    trade = await Trade(till).opened()
    bill = await trade.bill()
    await of_another_amount(till, bill)
    newer = await trade.bill()
    assert newer["paymentUrl"] != bill["paymentUrl"]
    (waiting,) = [
        item for item in (await till.staff("get", "/bills"))["bills"] if item["dealId"] == trade.deal_id
    ]
    assert (await till.staff("post", f"/bills/{waiting['id']}/ask", json={}))["found"] == "review"
    acts = [
        (act["act"], act["reason"])
        for item in (await till.staff("get", "/bills"))["bills"]
        if item["id"] == waiting["id"]
        for act in item["acts"]
    ]
    assert acts == [("payment_asked", "Asked without a reason")]
    clock.forward(minutes=61)
    while await till.poll():
        pass
    assert till.bill(bill).state == "deleted"


async def test_concurrent_requests_with_one_key_make_one_payout(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    await trade.accepts()
    await with_account(trade)
    key = {"Idempotency-Key": "at-once"}
    send = [as_seller(trade, "POST", "/payouts", json={"amount": 10_000}, headers=key) for _ in range(6)]
    answers = await asyncio.gather(*send)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1


async def test_payout_returned_after_arrival_is_credited_once(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    await with_account(trade)
    await trade.accepts()
    await trade.pay_out()
    clock.forward(minutes=16)
    await trade.pay_out()
    (payout,) = await payouts(trade)
    assert payout["status"] == "completed"
    (order,) = till.bank.payouts.orders.values()
    order.status = "refunded"
    body = till.bank.payouts.callback(order, clock.about_now())
    for _ in range(2):
        answer = await till.boost.http.post("/api/boost/payouts/callback", content=body, headers=FORM)
        assert answer.status_code == 200
        await trade.pay_out()
    (payout,) = await payouts(trade)
    assert (payout["status"], await trade.balance(trade.seller)) == ("failed", PRICE)
    assert await recorded_events(trade, payout) == ["PayoutSent", "PayoutFailed"]
    await conserved(till.boost)


async def test_answer_about_another_payout_is_ignored(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    first, second = [await Trade(till).opened() for _ in range(2)]
    for trade in (first, second):
        await trade.paid()
    await with_account(first)
    await first.accepts()
    await first.pay_out()
    (sent,) = till.bank.payouts.orders.values()
    make = till.bank.payouts.make

    def confused(*args: Any) -> Any:
        made = make(*args)
        made.id = sent.id
        return made

    monkeypatch.setattr(till.bank.payouts, "make", confused)
    await second.accepts()
    await second.pay_out()
    (row,) = await till.boost.rows("SELECT trouble, ref FROM payouts WHERE deal_id = :id", id=second.deal_id)
    assert (row["trouble"], row["ref"]) == ("differs", None)
