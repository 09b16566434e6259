from datetime import timedelta
from typing import Any

import pytest
from prometheus_client import REGISTRY

from libs.kit.process import clock
from services.boost.payouts.rules import next_poll
from services.boost.tests.test_payouts import Names, as_seller, payouts, recorded_events, with_account
from services.boost.tests.test_staff_money import listed, refused
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers
REFUND: dict[str, Any] = {"outcome": "refused", "reason": "Billplz knows of no order with this reference"}
PAID: dict[str, Any] = {"outcome": "paid", "reason": "Billplz shows it as completed"}


@pytest.fixture
async def trade(till: Till, monkeypatch: pytest.MonkeyPatch) -> Trade:
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    await with_account(trade)
    await trade.accepts()
    return trade


async def unclear(trade: Trade) -> int:
    """The provider accepted it without a response, and refuses the repeat."""
    trade.till.bank.faults["payout-500"] = 1
    await trade.pay_out()
    (payout,) = await listed(trade, "open")
    assert await refused(trade, "settle", payout["id"], **REFUND) == "payout_not_unclear"
    clock.forward(minutes=6)
    trade.till.bank.faults["payout-422"] = True
    await trade.pay_out()
    trade.till.bank.faults["payout-422"] = False
    return int(payout["id"])


async def test_refusal_after_unanswered_payout_returns_no_money(trade: Trade) -> None:
    payout_id = await unclear(trade)
    (payout,) = await listed(trade, "open")
    assert (payout["status"], payout["trouble"], payout["step"]) == ("sending", "unclear", "settle")
    assert await trade.balance(trade.seller) == 0
    clock.forward(minutes=6)
    (body,) = trade.till.bank.payouts.due(clock.about_now())
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    await trade.boost.http.post("/api/boost/payouts/callback", content=body, headers=form)
    await trade.pay_out()
    (ended,) = await payouts(trade)
    assert (ended["id"], ended["status"], await recorded_events(trade, ended)) == (
        payout_id, "completed", ["PayoutSent"],
    )  # fmt: skip
    await conserved(trade.boost)


@pytest.mark.parametrize("way", ["refused", "paid"])
async def test_staff_settle_open_payout_once_with_reason(trade: Trade, way: str) -> None:
    payout_id = await unclear(trade)
    form = REFUND if way == "refused" else PAID
    assert await refused(trade, "settle", payout_id, **(form | {"reason": ""})) == "invalid_input"
    for _ in range(2):
        ended = await trade.till.staff("post", f"/payouts/{payout_id}/settle", json=form)
    assert ended["status"] == ("failed" if way == "refused" else "completed")
    assert {(act["act"], act["staffId"], act["reason"]) for act in ended["acts"]} == {
        (f"payout_settled_{way}", 7, form["reason"])
    }
    other = PAID if way == "refused" else REFUND
    assert await refused(trade, "settle", payout_id, **other) == "payout_not_unclear"
    assert await trade.balance(trade.seller) == (PRICE if way == "refused" else 0)
    clock.forward(hours=7)
    await trade.pay_out()
    (payout,) = await payouts(trade)
    assert await recorded_events(trade, payout) == ["PayoutFailed" if way == "refused" else "PayoutSent"]
    await conserved(trade.boost)


async def test_payout_paid_after_staff_refusal_raises_alarm(trade: Trade) -> None:
    payout_id = await unclear(trade)
    await trade.till.staff("post", f"/payouts/{payout_id}/settle", json=REFUND)
    clock.forward(minutes=6)
    (body,) = trade.till.bank.payouts.due(clock.about_now())
    before = alarms()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    await trade.boost.http.post("/api/boost/payouts/callback", content=body, headers=form)
    assert (alarms(), await trade.balance(trade.seller)) == (before + 1, PRICE)
    await conserved(trade.boost)


async def test_payout_returned_after_staff_confirmation_is_credited_once(trade: Trade) -> None:
    payout_id = await unclear(trade)
    await trade.till.staff("post", f"/payouts/{payout_id}/settle", json=PAID)
    (order,) = trade.till.bank.payouts.orders.values()
    order.status = "refunded"
    (body,) = trade.till.bank.payouts.due(clock.about_now())
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    await trade.boost.http.post("/api/boost/payouts/callback", content=body, headers=form)
    for _ in range(2):
        await trade.pay_out()
        clock.forward(minutes=6)
    (payout,) = await payouts(trade)
    assert (payout["status"], await trade.balance(trade.seller)) == ("failed", PRICE)
    await conserved(trade.boost)


def alarms() -> float:
    kind = {"kind": "paid_after_its_end"}
    return REGISTRY.get_sample_value("boost_payout_callbacks_total", kind) or 0.0


async def test_payout_certainly_not_accepted_may_be_refused(trade: Trade) -> None:
    trade.till.bank.faults["payout-empty"] = 1
    await trade.pay_out()
    clock.forward(minutes=6)
    trade.till.bank.faults["payout-422"] = True
    await trade.pay_out()
    trade.till.bank.faults["payout-422"] = False
    assert [payout["status"] for payout in await payouts(trade)] == ["failed"]
    assert await trade.balance(trade.seller) == PRICE
    await conserved(trade.boost)


async def test_payout_certainly_not_accepted_may_be_cancelled(trade: Trade) -> None:
    trade.till.bank.faults["payout-empty"] = 1
    await trade.pay_out()
    (payout,) = await payouts(trade)
    assert payout["status"] == "waiting"
    assert (await as_seller(trade, "POST", f"/payouts/{payout['id']}/cancel")).status_code == 200
    clock.forward(minutes=6)
    await trade.pay_out()
    assert (trade.till.bank.payouts.orders, await trade.balance(trade.seller)) == ({}, PRICE)
    await conserved(trade.boost)


async def test_differing_payout_is_polled_with_backoff(trade: Trade) -> None:
    await trade.pay_out()
    (order,) = trade.till.bank.payouts.orders.values()
    order.fields["total"] = "1"
    clock.forward(minutes=16)
    waits = []
    for _ in range(3):
        await trade.pay_out()
        (row,) = await trade.boost.rows(
            "SELECT trouble, due_at FROM payouts WHERE user_id = :id", id=trade.seller
        )
        assert row["trouble"] == "differs"
        waits.append(round((row["due_at"] - clock.about_now()).total_seconds() / 60))
        clock.forward(minutes=waits[-1] + 1)
    assert waits == [5, 10, 20]
    assert next_poll(30) == timedelta(hours=6)
    await conserved(trade.boost)


@pytest.mark.parametrize(("form", "left"), [(REFUND, PRICE), (PAID, 0)])
async def test_staff_settle_payout_with_differing_amount(
    trade: Trade, form: dict[str, Any], left: int
) -> None:
    await trade.pay_out()
    (order,) = trade.till.bank.payouts.orders.values()
    order.fields["total"] = "1"
    clock.forward(minutes=16)
    await trade.pay_out()
    (payout,) = await listed(trade, "open")
    assert (payout["status"], payout["trouble"], payout["step"]) == ("sent", "differs", "settle")
    await trade.till.staff("post", f"/payouts/{payout['id']}/settle", json=form)
    (body,) = trade.till.bank.payouts.due(clock.about_now())
    clock.forward(hours=7)
    before, callback = alarms(), {"Content-Type": "application/x-www-form-urlencoded"}
    await trade.boost.http.post("/api/boost/payouts/callback", content=body, headers=callback)
    await trade.pay_out()
    assert (await trade.balance(trade.seller), await listed(trade, "open")) == (left, [])
    assert alarms() == before + (form is REFUND)
    await conserved(trade.boost)


async def test_payout_with_new_callback_cannot_be_settled_by_staff(trade: Trade) -> None:
    payout_id = await unclear(trade)
    (body,) = trade.till.bank.payouts.due(clock.about_now() + timedelta(minutes=6))
    callback = {"Content-Type": "application/x-www-form-urlencoded"}
    await trade.boost.http.post("/api/boost/payouts/callback", content=body, headers=callback)
    (payout,) = await listed(trade, "open")
    assert (payout["status"], payout["trouble"], payout["step"]) == ("sent", None, "ask")
    assert await refused(trade, "settle", payout_id, **REFUND) == "payout_not_unclear"
