"""Payouts that were sent without an answer: only the provider's word about them, or staff, ends them."""

from datetime import timedelta
from typing import Any

import pytest
from prometheus_client import REGISTRY

from libs.kit.process import clock
from services.boost.payouts.rules import next_poll
from services.boost.tests.test_payouts import Names, as_seller, payouts, recorded_facts, with_account
from services.boost.tests.test_staff_money import listed, refused
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers
REFUND: dict[str, Any] = {"outcome": "refused", "reason": "Billplz knows of no order with this reference"}
PAID: dict[str, Any] = {"outcome": "paid", "reason": "Billplz shows it as completed"}


@pytest.fixture
async def trade(till: Till, monkeypatch: pytest.MonkeyPatch) -> Trade:
    """A seller whose payout is due."""
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    await with_account(trade)
    await trade.accepts()
    return trade


async def unclear(trade: Trade) -> int:
    """A payout that the provider took without answering, and refuses the second time in other words."""
    trade.till.bank.faults["payout-500"] = 1
    await trade.pay_out()
    (payout,) = await listed(trade, "open")
    assert await refused(trade, "settle", payout["id"], **REFUND) == "payout_not_unclear"
    clock.forward(minutes=6)
    trade.till.bank.faults["payout-422"] = True
    await trade.pay_out()
    trade.till.bank.faults["payout-422"] = False
    return int(payout["id"])


async def test_a_refusal_after_an_unanswered_sending_gives_no_money_back(trade: Trade) -> None:
    """The first one was taken and is paid: credit beside it would be the platform's loss."""
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
    assert (ended["id"], ended["status"], await recorded_facts(trade, ended)) == (
        payout_id, "completed", ["PayoutSent"],
    )  # fmt: skip
    await conserved(trade.boost)


@pytest.mark.parametrize("way", ["refused", "paid"])
async def test_staff_ends_what_the_provider_leaves_open_once_with_a_reason(trade: Trade, way: str) -> None:
    payout_id = await unclear(trade)
    form = REFUND if way == "refused" else PAID
    assert await refused(trade, "settle", payout_id, **(form | {"reason": ""})) == "invalid_input"
    for _ in range(2):
        ended = await trade.till.staff("post", f"/payouts/{payout_id}/settle", json=form)
    assert ended["status"] == ("failed" if way == "refused" else "completed")
    assert {(one["act"], one["staffId"], one["reason"]) for one in ended["acts"]} == {
        (f"payout_settled_{way}", 7, form["reason"])
    }
    other = PAID if way == "refused" else REFUND
    assert await refused(trade, "settle", payout_id, **other) == "payout_not_unclear"
    assert await trade.balance(trade.seller) == (PRICE if way == "refused" else 0)
    clock.forward(hours=7)
    await trade.pay_out()
    (payout,) = await payouts(trade)
    assert await recorded_facts(trade, payout) == ["PayoutFailed" if way == "refused" else "PayoutSent"]
    await conserved(trade.boost)


async def test_a_payout_that_was_paid_although_staff_called_it_refused_raises_an_alarm(trade: Trade) -> None:
    """Its owner has the money twice: nothing takes it back by itself, and an operator hears of it."""
    payout_id = await unclear(trade)
    await trade.till.staff("post", f"/payouts/{payout_id}/settle", json=REFUND)
    clock.forward(minutes=6)
    (body,) = trade.till.bank.payouts.due(clock.about_now())
    before = alarms()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    await trade.boost.http.post("/api/boost/payouts/callback", content=body, headers=form)
    assert (alarms(), await trade.balance(trade.seller)) == (before + 1, PRICE)
    await conserved(trade.boost)


async def test_a_payout_that_staff_called_paid_and_its_bank_gave_back_is_credit_once(trade: Trade) -> None:
    """Its number was never known: the callback names it, and the provider is asked by it."""
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
    """How many payouts were paid after their end, as the metrics say."""
    kind = {"kind": "paid_after_its_end"}
    return REGISTRY.get_sample_value("boost_payout_callbacks_total", kind) or 0.0


async def test_a_payout_that_was_surely_not_taken_may_still_be_refused(trade: Trade) -> None:
    """Our own account was empty: nothing of it is at the provider."""
    trade.till.bank.faults["payout-empty"] = 1
    await trade.pay_out()
    clock.forward(minutes=6)
    trade.till.bank.faults["payout-422"] = True
    await trade.pay_out()
    trade.till.bank.faults["payout-422"] = False
    assert [one["status"] for one in await payouts(trade)] == ["failed"]
    assert await trade.balance(trade.seller) == PRICE
    await conserved(trade.boost)


async def test_a_payout_that_was_surely_not_taken_may_be_stopped_by_its_owner(trade: Trade) -> None:
    """It waits as one that was never sent."""
    trade.till.bank.faults["payout-empty"] = 1
    await trade.pay_out()
    (payout,) = await payouts(trade)
    assert payout["status"] == "waiting"
    assert (await as_seller(trade, "POST", f"/payouts/{payout['id']}/cancel")).status_code == 200
    clock.forward(minutes=6)
    await trade.pay_out()
    assert (trade.till.bank.payouts.orders, await trade.balance(trade.seller)) == ({}, PRICE)
    await conserved(trade.boost)


async def test_a_payout_that_differs_is_asked_ever_more_seldom(trade: Trade) -> None:
    """Not every minute: after five, ten, twenty, up to six hours."""
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
async def test_staff_says_how_a_payout_ended_of_which_the_provider_names_another_amount(
    trade: Trade, form: dict[str, Any], left: int
) -> None:
    """What it says of the wrong amount afterwards moves no money; that it was paid is an alarm."""
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


async def test_what_a_callback_has_just_told_of_is_not_ended_by_staff(trade: Trade) -> None:
    """The provider says how it ended at the next look: it is unclear no more."""
    payout_id = await unclear(trade)
    (body,) = trade.till.bank.payouts.due(clock.about_now() + timedelta(minutes=6))
    callback = {"Content-Type": "application/x-www-form-urlencoded"}
    await trade.boost.http.post("/api/boost/payouts/callback", content=body, headers=callback)
    (payout,) = await listed(trade, "open")
    assert (payout["status"], payout["trouble"], payout["step"]) == ("sent", None, "ask")
    assert await refused(trade, "settle", payout_id, **REFUND) == "payout_not_unclear"
