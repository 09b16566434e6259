import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.tests.till import Till, conserved, signed
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers
FEE = 2_400
TOTAL = PRICE + FEE


@pytest.fixture
async def trade(till: Till) -> Trade:
    return await Trade(till).opened()


async def test_fee_is_shown_before_payment_and_money_held_once(trade: Trade) -> None:
    """PAY-01, P-E1"""
    before = await trade.protection_view()
    assert (before["state"], before["fee"], before["total"], before["next"]) == (
        "awaiting_funds", FEE, TOTAL, ["PAY"],
    )  # fmt: skip
    assert (await trade.protection_view(trade.seller))["next"] == []
    fields = await trade.paid("twice")
    assert (await trade.till.come_back_to(fields))[0] == f"/orders/{trade.deal_id}"
    await trade.till.deliver()
    (bill,) = trade.till.bank.bills.values()
    other = trade.till.bank.callback(bill, bill.transactions[-1]) | {"mobile": "60122345678"}
    await trade.till.call_back(signed(trade.till, other))  # The same payment in other words.
    await trade.till.judge()
    clock.forward(minutes=16)
    await trade.till.poll()
    shown = await trade.protection_view()
    assert (shown["state"], shown["next"]) == ("held", [])
    assert datetime.fromisoformat(shown["dueAt"]) - datetime.fromisoformat(shown["heldAt"]) == timedelta(
        days=14
    )
    assert await trade.recorded_events() == ["FundsHeld"]
    assert await trade.keys() == [f"deal-held:{trade.deal_id}"]
    assert (await trade.does("pay"))["paymentUrl"] is None
    assert await trade.balances() == (0, 0)
    await conserved(trade.boost)


@pytest.mark.parametrize("action", ["forged", "wrong_amount", "failed"])
async def test_forged_or_failed_callback_holds_nothing(trade: Trade, action: str) -> None:
    """P-E2"""
    order = await trade.bill()
    if action == "wrong_amount":
        await trade.till.pays(order, action)
        await trade.till.deliver()
    else:
        await trade.paid(action)
    assert await trade.state() == "awaiting_funds"
    assert await trade.recorded_events() == []
    assert await trade.keys() == []


async def test_crossed_callbacks_pay_only_their_own_deals(
    till: Till,
) -> None:
    """P-E2"""
    one, other = await Trade(till).opened(), await Trade(till, price=1_000).opened()
    dear, cheap = await one.bill(), await other.bill()
    await till.pays(cheap)
    fields = till.bank.callback(till.bill(cheap), till.bill(cheap).transactions[-1])
    for given in ({"id": till.bill(dear).id}, {"id": till.bill(dear).id, "amount": str(TOTAL)}):
        forged = signed(till, fields | given, key="a-wrong-key")
        await till.call_back(forged)
    await till.call_back(signed(till, fields | {"id": till.bill(dear).id}))
    await till.deliver()
    assert (await one.state(), await other.state()) == ("awaiting_funds", "held")
    await conserved(till.boost)


async def test_late_or_second_payment_becomes_buyer_credit(trade: Trade) -> None:
    first = await trade.bill()
    clock.forward(minutes=61)
    await trade.till.poll()
    second = await trade.bill()
    assert first["paymentUrl"] != second["paymentUrl"]
    for bill in (second, first):
        await trade.till.pays(bill)
        await trade.till.deliver()
    assert await trade.state() == "held"
    assert await trade.balances() == (TOTAL, 0)
    await trade.cancelled()
    assert await trade.balances() == (2 * TOTAL, 0)
    assert await trade.recorded_events() == ["FundsHeld", "FundsRefunded"]
    await conserved(trade.boost)


async def test_deal_paid_outside_or_cancelled_takes_no_payment(till: Till) -> None:
    outside, cancelled = await Trade(till).opened(), await Trade(till).opened()
    bills = [await outside.bill(), await cancelled.bill()]
    await outside.paid_outside()
    await cancelled.cancelled()
    for trade, bill in zip((outside, cancelled), bills, strict=True):
        assert (await trade.post("pay")).json()["code"] == "protection_closed"
        await till.pays(bill)
        await till.deliver()
        assert await trade.balances() == (TOTAL, 0)
        assert await trade.recorded_events() == []
    await conserved(till.boost)


async def test_only_both_sides_see_a_deal_and_take_own_steps(trade: Trade) -> None:
    stranger = 5_550_001
    for verb in ("pay", "accept", "arrived", "call-off", "take-back"):
        assert (await trade.post(verb, stranger)).status_code == 404
    for verb in ("pay", "accept", "arrived", "call-off"):
        assert (await trade.post(verb, trade.seller)).json()["code"] == "not_your_step"
    assert (await trade.post("take-back")).json()["code"] == "not_your_step"
    answer = await trade.boost.http.get(
        f"/api/boost/deals/{trade.deal_id}", headers=signed_in(stranger, "stranger")
    )
    assert answer.status_code == 404


async def test_disabled_protection_takes_no_payment_and_keeps_held_money(till: Till) -> None:
    """C36"""
    held, waiting = await Trade(till).opened(), await Trade(till).opened()
    await held.paid()
    off = till.boost.app.state.settings.model_copy(update={"wangi_protected_purchase": False})
    till.boost.app.state.settings = off  # Restored by the till.
    terms = (await till.boost.http.get("/api/boost/protection")).json()
    assert terms["isOpen"] is False
    assert (await waiting.post("pay")).json()["code"] == "protection_closed"
    path = f"/api/boost/deals/{waiting.deal_id}"
    assert (await till.boost.http.get(path, headers=signed_in(waiting.buyer))).status_code == 404
    assert (await held.accepts())["state"] == "released"
    await conserved(till.boost)


async def test_buyers_acceptance_releases_money(till: Till) -> None:
    here, chat = await Trade(till).opened(), await Trade(till).opened()
    await here.paid()
    await here.shipped()
    await here.does("arrived")
    for _ in range(2):
        shown = await here.accepts()
    assert (shown["state"], shown["sellerAmount"], shown["next"]) == ("released", PRICE, [])
    await chat.paid()
    await chat.delivered()
    assert await chat.state() == "released"
    assert await chat.balances() == (0, 2 * PRICE)
    for item in (here, chat):
        assert await item.recorded_events() == ["FundsHeld", "FundsReleased"]
    await conserved(till.boost)


async def test_money_is_released_72_hours_after_delivery(
    trade: Trade,
) -> None:
    await trade.paid()
    await trade.shipped()
    clock.forward(days=13, hours=23)
    await trade.end_due()
    assert await trade.state() == "shipped"
    clock.forward(hours=2)
    await trade.end_due()
    assert await trade.state() == "inspection"
    clock.forward(hours=71)
    await trade.end_due()
    assert await trade.state() == "inspection"
    clock.forward(hours=2)
    await trade.end_due()
    await trade.end_due()
    assert await trade.state() == "released"
    assert await trade.balances() == (0, PRICE)
    assert await trade.recorded_events() == ["FundsHeld", "FundsReleased"]
    await conserved(trade.boost)


async def test_untracked_parcel_is_never_delivered_by_time(trade: Trade) -> None:
    await trade.paid()
    await trade.shipped(has_tracking=False)
    clock.forward(days=60)
    await trade.end_due()
    assert (await trade.state(), (await trade.protection_view())["dueAt"]) == ("shipped", None)
    await trade.shipped()
    clock.forward(days=14, minutes=1)
    await trade.end_due()
    assert await trade.state() == "inspection"


async def test_unshipped_deal_can_be_cancelled_after_three_working_days(
    till: Till,
) -> None:
    early, late = await Trade(till).opened(), await Trade(till).opened()
    await early.paid()
    await late.paid()
    refused = await early.post("call-off")
    assert refused.json()["code"] == "ship_by_open"
    clock.forward(days=6)
    assert "CALL_OFF" in (await early.protection_view())["next"]
    assert (await early.does("call-off"))["refunded"] == TOTAL
    assert (await early.does("call-off"))["state"] == "refunded"
    clock.forward(days=8, minutes=1)
    await late.end_due()
    await late.shipped()
    for item in (early, late):
        assert (await item.state(), await item.balance(item.buyer)) == ("refunded", TOTAL)
        assert await item.recorded_events() == ["FundsHeld", "FundsRefunded"]
    await conserved(till.boost)


def _moves(events: list[dict[str, Any]]) -> list[Any]:
    return [event["data"]["reason"] for event in events if "reason" in event["data"]]


async def test_deal_events_have_ids_and_amounts_only(trade: Trade) -> None:
    await trade.paid()
    await trade.accepts()
    held, released = await trade.boost.recorded(f"deal-{trade.deal_id}")
    assert (held["data"]["amount"], held["data"]["fee"]) == (PRICE, FEE)
    assert (released["data"]["amount"], _moves([released])) == (PRICE, ["accepted"])


async def test_concurrent_endings_move_money_once(trade: Trade) -> None:
    """P-E1"""
    await trade.paid()
    clock.forward(days=14, minutes=1)
    await asyncio.gather(
        trade.post("accept"),
        trade.post("call-off"),
        trade.end_due(),
        trade.cancelled(),
        trade.delivered(),
        return_exceptions=True,
    )
    assert await trade.state() in ("released", "refunded")
    assert await trade.keys() == [f"deal-held:{trade.deal_id}", f"deal-ended:{trade.deal_id}"]
    assert len(await trade.recorded_events()) == 2
    await conserved(trade.boost)
