import asyncio
from typing import Any
from urllib.parse import parse_qsl

import pytest

from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.tests.test_payouts import ACCOUNT, PROOF, REFUSED, Names, payouts, with_account
from services.boost.tests.till import Till, callback_of, conserved, signed
from services.boost.tests.trades import PRICE, Trade
from tests.support.staff_record import events_in

pytestmark = pytest.mark.servers


@pytest.fixture
async def trade(till: Till, monkeypatch: pytest.MonkeyPatch) -> Trade:
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    return trade


async def listed(trade: Trade, state: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        asked = {"state": state} | ({"cursor": cursor} if cursor else {})
        page = await trade.till.staff("get", "/payouts", params=asked)
        found += [payout for payout in page["payouts"] if payout["userId"] == trade.seller]
        cursor = page["next"]
    return found


REASON = {"reason": "Its owner has asked"}


async def refused(trade: Trade, verb: str, payout_id: int, who: int = 7, **form: Any) -> str:
    answer = await trade.boost.http.post(
        f"/api/admin/boost/payouts/{payout_id}/{verb}",
        headers=signed_in(who, "staff", roles=("admin",)),
        json=REASON | form,
    )
    return str(answer.json().get("code"))


async def test_staff_list_waiting_payouts_and_cannot_hurry_new_accounts(
    trade: Trade,
) -> None:
    await with_account(trade, days=0)
    await trade.accepts()
    (waiting,) = await listed(trade, "open")
    assert (waiting["status"], waiting["holderName"], waiting["step"]) == (
        "waiting", ACCOUNT["holderName"], None,
    )  # fmt: skip
    assert waiting["namedAt"] is not None
    assert ACCOUNT["accountNumber"] not in str(waiting)
    assert await refused(trade, "ask", waiting["id"]) == "payout_not_due"
    clock.forward(days=8)
    trade.till.bank.faults["payout-500"] = 1
    lost = await trade.till.staff("post", f"/payouts/{waiting['id']}/ask", json={})
    assert (lost["status"], lost["trouble"], lost["step"]) == ("sending", "away", None)
    assert [act["reason"] for act in lost["acts"]] == ["Asked without a reason"]
    acted = (await events_in(trade.boost, None, "StaffActed"))[-1]["data"]
    assert (acted["payoutId"], acted["partyIds"]) == (waiting["id"], [trade.seller])
    assert await refused(trade, "ask", waiting["id"]) == "payout_not_due"
    clock.forward(minutes=6)
    taken = await trade.till.staff("post", f"/payouts/{waiting['id']}/ask")
    assert (taken["trouble"], len(trade.till.bank.payouts.orders)) == ("taken", 1)
    await conserved(trade.boost)


async def test_failed_payout_is_retried_once_to_corrected_account(trade: Trade) -> None:
    await with_account(trade, REFUSED)
    await trade.accepts()
    await trade.pay_out()
    (under_way,) = await listed(trade, "open")
    assert await refused(trade, "retry", under_way["id"]) == "payout_not_failed"
    clock.forward(minutes=16)
    await trade.till.staff("post", f"/payouts/{under_way['id']}/ask")
    (failed,) = await listed(trade, "failed")
    assert (failed["trouble"], failed["step"], failed["holderName"]) == ("given_back", "retry", None)
    assert await refused(trade, "ask", failed["id"]) == "payout_not_due"
    await with_account(trade)
    path = f"/payouts/{failed['id']}/retry"
    made = await asyncio.gather(*(trade.till.staff("post", path) for _ in range(2)))
    assert made[0]["id"] == made[1]["id"] != failed["id"]
    assert (made[0]["amount"], made[0]["dealId"], made[0]["retryOf"]) == (PRICE, trade.deal_id, failed["id"])
    (failed,) = await listed(trade, "failed")
    assert (failed["step"], failed["retriedAs"]) == (None, made[0]["id"])
    clock.forward(minutes=1)
    await trade.pay_out()
    clock.forward(minutes=16)
    await trade.pay_out()
    assert [item["id"] for item in await listed(trade, "completed")] == [made[0]["id"]]
    assert [payout["status"] for payout in await payouts(trade)] == ["completed", "failed"]
    await conserved(trade.boost)


async def test_refused_payout_has_reason_and_needs_balance_to_retry(
    trade: Trade,
) -> None:
    await with_account(trade)
    await trade.accepts()
    trade.till.bank.faults["payout-422"] = True
    await trade.pay_out()
    trade.till.bank.faults["payout-422"] = False
    (failed,) = await listed(trade, "failed")
    assert failed["trouble"] == "refused"
    me = signed_in(trade.seller, f"person{trade.seller}") | PROOF
    path = "/api/boost/payout-account"
    assert (await trade.boost.http.delete(path, headers=me)).status_code == 204
    assert await refused(trade, "retry", failed["id"]) == "no_payout_account"
    await with_account(trade)
    asked = await trade.boost.http.post("/api/boost/payouts", json={"amount": PRICE}, headers=me)
    assert asked.status_code == 201
    assert await refused(trade, "retry", failed["id"]) == "not_enough_balance"
    await conserved(trade.boost)


async def test_mismatched_deal_payment_waits_and_is_polled_again(till: Till) -> None:
    trade = await Trade(till).opened()
    bill = await trade.bill()
    fields = dict(parse_qsl(callback_of(till, bill, is_paid=True), keep_blank_values=True))
    await till.call_back(signed(till, fields | {"amount": "1", "paid_amount": "1"}))
    await till.judge()

    async def queue() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await till.staff("get", "/bills"))["bills"]
        return [item for item in found if item["dealId"] == trade.deal_id]

    (waiting,) = await queue()
    assert (waiting["amount"], waiting["buyerId"]) == ((await trade.protection_view())["total"], trade.buyer)
    assert ["paid_amount=1" in notification["raw"] for notification in waiting["notifications"]] == [True]
    assert (await till.staff("post", f"/bills/{waiting['id']}/ask"))["found"] == "open"
    assert (await queue(), await trade.state()) == ([], "awaiting_funds")
    await till.pays(bill)
    assert (await till.staff("post", f"/bills/{waiting['id']}/ask"))["found"] == "paid"
    assert await trade.state() == "held"
    staff = signed_in(7, "staff", roles=("admin",))
    order = await till.ordered(await till.listings(1))
    await till.call_back(callback_of(till, order, is_paid=False))
    (row,) = await till.boost.rows("SELECT id FROM payments WHERE order_id = :id", id=int(order["orderId"]))
    of_an_order = await till.boost.http.post(
        f"/api/admin/boost/bills/{row['id']}/ask", headers=staff, json=REASON
    )
    assert of_an_order.status_code == 404
    await conserved(till.boost)


async def test_staff_cannot_act_on_own_payment_and_reason_is_stored(trade: Trade) -> None:
    await with_account(trade)
    await trade.accepts()
    (payout,) = await listed(trade, "open")
    for verb in ("ask", "retry", "settle"):
        own = await refused(
            trade, verb, payout["id"], trade.seller, **({"outcome": "paid"} if verb == "settle" else {})
        )
        assert own == "own_money"
    assert await refused(trade, "ask", payout["id"], reason="") == "invalid_input"
    assert await refused(trade, "retry", payout["id"], reason=None) == "invalid_input"
    assert await refused(trade, "settle", payout["id"], reason=None, outcome="paid") == "invalid_input"
    (bill,) = await trade.boost.rows("SELECT id FROM payments WHERE deal_id = :id", id=trade.deal_id)
    order = await trade.till.ordered(await trade.till.listings(1))
    (boost_bill,) = await trade.boost.rows(
        "SELECT id FROM payments WHERE order_id = :id", id=int(order["orderId"])
    )
    for path, who in (
        (f"bills/{bill['id']}/ask", trade.buyer),
        (f"bills/{bill['id']}/credit", trade.seller),
        (f"bills/{boost_bill['id']}/credit", trade.till.seller),
        (f"orders/{order['orderId']}/ask", trade.till.seller),
    ):
        headers = signed_in(who, "own", roles=("admin",))
        answer = await trade.boost.http.post(f"/api/admin/boost/{path}", json=REASON, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "own_money"), path
    shown = await trade.till.staff("post", f"/payouts/{payout['id']}/ask", json={"reason": "Asked by mail"})
    assert [(act["act"], act["staffId"], act["reason"]) for act in shown["acts"]] == [
        ("payout_asked", 7, "Asked by mail")
    ]
    await trade.till.staff("post", f"/orders/{order['orderId']}/ask", json={})
    page = await trade.till.staff("get", f"/orders/{order['orderId']}")
    assert [(act["act"], act["reason"]) for act in page["payments"][0]["acts"]] == [
        ("payment_asked", "Asked without a reason")
    ]
    (row,) = await trade.boost.rows("SELECT id FROM staff_acts WHERE payout_id = :id", id=payout["id"])
    (event,) = await trade.boost.recorded(f"staff-act-{row['id']}")
    assert (event["data"]["act"], event["data"]["byAdminId"]) == ("payout_asked", 7)
    assert "Asked by mail" not in str(event)


@pytest.mark.parametrize("of", ["order", "deal"])
async def test_staff_credit_received_amount_of_mismatch_once(till: Till, of: str) -> None:
    trade = await Trade(till).opened()
    made = await till.ordered(await till.listings(1)) if of == "order" else await trade.bill()
    bill = till.bill(made)
    column, number = ("order_id", int(made["orderId"])) if of == "order" else ("deal_id", trade.deal_id)
    (row,) = await till.boost.rows(f"SELECT id FROM payments WHERE {column} = :id", id=number)
    path = f"/bills/{row['id']}/credit"
    staff = signed_in(7, "staff", roles=("admin",))

    async def code() -> str:
        answer = await till.boost.http.post(f"/api/admin/boost{path}", json=REASON, headers=staff)
        return str(answer.json()["code"])

    assert await code() == "nothing_to_credit"
    bill.amount += 500
    came = bill.amount
    await till.pays(made)
    await till.deliver()
    payer = till.seller if of == "order" else trade.buyer

    async def obligations() -> list[str]:
        found = (await till.boost.ask(f"/internal/users/{payer}/obligations")).json()["obligations"]
        return [item["code"] for item in found]

    assert await obligations() == ["payment_in_review"], "else it would be credited to somebody who has left"
    for _ in range(2):
        assert (await till.staff("post", path))["found"] == "credited"
    assert (await trade.balance(payer), await obligations()) == (came, ["wallet_credit"])
    if of == "order":
        assert (await till.order(made))["status"] == "expired"
        again = await till.post(f"/orders/{made['orderId']}/pay")
        assert again.status_code == 200, again.text
    else:
        assert await trade.state() == "awaiting_funds"
    acts = await till.boost.rows("SELECT act, reason FROM staff_acts WHERE payment_id = :id", id=row["id"])
    assert [(act["act"], act["reason"]) for act in acts] == [("payment_credited", REASON["reason"])]
    await conserved(till.boost)


async def test_reserved_credit_blocks_account_deletion(
    till: Till,
) -> None:
    await till.with_credit(1000)
    order = await till.ordered(await till.listings(3), package=2, useCredit=True)
    assert order["paymentUrl"]
    found = (await till.boost.ask(f"/internal/users/{till.seller}/obligations")).json()["obligations"]
    assert [(item["code"], item["amount"]) for item in found] == [("set_aside_credit", 1000)]


async def test_open_money_blocks_account_deletion(trade: Trade) -> None:
    """U38"""

    async def obligations(who: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await trade.boost.ask(f"/internal/users/{who}/obligations")).json()[
            "obligations"
        ]
        return [{name: value for name, value in item.items() if value is not None} for item in found]

    held = [{"code": "held_money", "transactionId": trade.deal_id}]
    assert [await obligations(item) for item in (trade.buyer, trade.seller, 1)] == [held, held, []]
    await with_account(trade)
    await trade.accepts()
    assert await obligations(trade.buyer) == []
    assert await obligations(trade.seller) == [{"code": "unpaid_payout", "amount": PRICE}]
    trade.till.bank.faults["payout-422"] = True
    await trade.pay_out()
    assert await obligations(trade.seller) == [{"code": "wallet_credit", "amount": PRICE}]


async def test_payment_method_is_confirmed_once(trade: Trade) -> None:
    """U13"""

    async def confirmed(who: int) -> list[str]:
        events = await trade.boost.recorded(f"payment-method-{who}")
        return [event["data"]["confirmedBy"] for event in events]

    assert (await confirmed(trade.buyer), await confirmed(trade.seller)) == (["payment"], [])
    for _ in range(2):
        await with_account(trade, days=0)
    await trade.till.pays(order := await trade.till.ordered(await trade.till.listings(1)))
    await trade.till.deliver()
    assert (await trade.till.order(order))["status"] == "paid"
    assert await confirmed(trade.seller) == ["bank_account"]
