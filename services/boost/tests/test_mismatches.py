import asyncio
import itertools
from typing import Any

import pytest

from libs.contracts.events.admin import PaymentDecided
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.boost.payments import mismatches as payments_mismatches
from services.boost.payments.setup import Setup
from services.boost.tests.test_money_in_review import of_another_amount
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import Trade

pytestmark = pytest.mark.servers
_cases = itertools.count(9_700)
FINANCE, OTHER = 71, 72


async def record(till: Till) -> None:
    while await payments_mismatches.record_changes(till.boost.database):
        pass


async def events(till: Till, bill: int) -> list[dict[str, Any]]:
    await record(till)
    return await till.boost.recorded(f"mismatch-{bill}")


async def a_mismatch(till: Till, more: int = 500, package: int = 1) -> tuple[dict[str, Any], int]:
    order = await till.ordered(await till.listings(1), package)
    bill = till.bill(order)
    bill.amount += more
    till.bank.pay(bill, "success", "MB2U0227")
    await till.deliver()
    page = await till.staff("get", f"/orders/{order['orderId']}")
    return order, int(page["payments"][0]["id"])


async def decide(till: Till, bill: int, decision: Any, by: int = FINANCE) -> str:
    case = next(_cases)
    event = PaymentDecided(
        case_id=case, kind="payment", subject_id=bill, about_id=till.seller, by_admin_id=by, decision=decision,
        reason="wrong_amount", decided_at=clock.about_now(),
    )  # fmt: skip
    assert await till.boost.deliver(event) == ["handled"]
    await payments_mismatches.carry_out_due(till.setup)
    rows = await till.boost.rows("SELECT id FROM mismatch_decisions WHERE case_id = :id", id=case)
    events = [item for row in rows for item in await till.boost.recorded(f"payment-decision-{row['id']}")]
    return str(events[0]["data"]["outcome"]) if events else "waits"


async def test_payment_mismatch_is_published_once_and_read_by_finance(till: Till) -> None:
    order, bill = await a_mismatch(till)
    (event,) = await events(till, bill)
    assert await events(till, bill) == [event]
    assert event["type"] == "wangi.boost.PaymentMismatched.v1"
    assert {name: event["data"][name] for name in ("expected", "payerId", "orderId", "transactionId")} == {
        "expected": 1000, "payerId": till.seller, "orderId": int(order["orderId"]), "transactionId": None,
    }  # fmt: skip
    seen = await till.staff("get", f"/bills/{bill}")
    assert (seen["amount"], seen["stated"], seen["payerId"], seen["orderId"]) == (
        1000, [1500], till.seller, order["orderId"],
    )  # fmt: skip
    assert seen["billId"] == till.bill(order).id
    path = f"/api/admin/boost/bills/{bill}"
    moderator = signed_in(8, "mod", roles=("moderator",))
    assert (await till.boost.http.get(path, headers=moderator)).status_code == 403


async def test_finance_credits_mismatch_once(till: Till) -> None:
    _, bill = await a_mismatch(till)
    await record(till)
    assert await decide(till, bill, "credit") == "done"
    assert await decide(till, bill, "credit") == "already"
    assert await till.balance() == 1500
    assert [event["type"].split(".")[2] for event in await events(till, bill)] == [
        "PaymentMismatched", "PaymentMismatchEnded",
    ]  # fmt: skip
    assert (await events(till, bill))[-1]["data"]["endedAs"] == "credited"
    await conserved(till.boost)


async def test_mismatch_ends_when_provider_agrees(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    await of_another_amount(till, order)
    page = await till.staff("get", f"/orders/{order['orderId']}")
    bill = page["payments"][0]["id"]
    await record(till)
    till.bank.pay(till.bill(order), "success", "MB2U0227")
    await till.deliver()
    assert (await till.order(order))["status"] == "paid"
    assert (await events(till, bill))[-1]["data"]["endedAs"] == "paid"
    assert await decide(till, bill, "credit") == "already"
    await conserved(till.boost)


async def test_finance_polls_or_writes_off_a_mismatch(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    await of_another_amount(till, order)
    bill = (await till.staff("get", f"/orders/{order['orderId']}"))["payments"][0]["id"]
    assert await decide(till, bill, "credit") == "refused"
    assert await decide(till, bill, "write_off") == "done"
    assert till.bill(order).state == "deleted"
    assert (await till.order(order))["status"] == "expired"
    acts = (await till.staff("get", f"/bills/{bill}"))["acts"]
    assert [(act["act"], act["staffId"]) for act in acts] == [("payment_written_off", FINANCE)]
    matched = await till.ordered(await till.listings(1))
    await of_another_amount(till, matched)
    bill = (await till.staff("get", f"/orders/{matched['orderId']}"))["payments"][0]["id"]
    till.bank.pay(till.bill(matched), "success", "MB2U0227")
    assert await decide(till, bill, "write_off") == "refused"
    assert await decide(till, bill, "match") == "done"
    assert (await till.order(matched))["status"] == "paid"
    await conserved(till.boost)


async def test_large_credit_needs_two_equal_decisions(till: Till) -> None:
    till.boost.app.state.settings = till.boost.app.state.settings.model_copy(
        update={"wangi_second_person_above": 1_200}
    )
    _, bill = await a_mismatch(till)
    assert [await decide(till, bill, "credit") for _ in range(2)] == ["asked", "asked"]
    assert await till.balance() == 0
    seen = (await till.staff("get", f"/bills/{bill}"))["secondPerson"]
    assert (seen["amount"], seen["askedBy"]) == (1500, FINANCE)
    assert await decide(till, bill, "credit", OTHER) == "done"
    assert await till.balance() == 1500
    await conserved(till.boost)


async def test_own_payment_is_excluded_and_unavailable_provider_retried(till: Till) -> None:
    _, bill = await a_mismatch(till)
    assert await decide(till, bill, "credit", till.seller) == "refused"
    till.bank.faults["get-500"] = 3
    assert await decide(till, bill, "credit") == "waits"
    till.bank.faults["get-500"] = 0
    clock.forward(minutes=2)
    await payments_mismatches.carry_out_due(till.setup)
    assert await till.balance() == 1500
    await conserved(till.boost)


async def test_decision_is_stored_once_while_provider_is_unavailable(
    till: Till,
) -> None:
    _, bill = await a_mismatch(till)
    till.bank.faults["get-500"] = 9
    assert await decide(till, bill, "match") == "waits"
    for _ in range(2):
        clock.forward(minutes=2)
        await payments_mismatches.carry_out_due(till.setup)
    till.bank.faults["get-500"] = 0
    clock.forward(minutes=2)
    await payments_mismatches.carry_out_due(till.setup)
    query = "SELECT 1 FROM staff_acts WHERE act = 'payment_asked' AND payment_id = :id"
    assert len(await till.boost.rows(query, id=bill)) == 1


async def test_undeletable_bill_returns_to_finance(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    order = await till.ordered(await till.listings(1))
    await of_another_amount(till, order)
    bill = (await till.staff("get", f"/orders/{order['orderId']}"))["payments"][0]["id"]
    await record(till)
    clock.forward(minutes=70)

    async def keep(_: str) -> bool:
        return False

    monkeypatch.setattr(till.setup.provider, "cancel", keep)
    assert await decide(till, bill, "match") == "refused"


async def test_failing_decision_blocks_no_other_and_expires(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, broken = await a_mismatch(till)
    _, other = await a_mismatch(till)
    look = Setup.ask

    async def ask(setup: Setup, ref: str, *share: Any) -> Any:
        if ref == broken_ref:
            raise RuntimeError("unforeseen")
        return await look(setup, ref, *share)

    broken_ref = (await till.boost.rows("SELECT bill_id FROM payments WHERE id = :id", id=broken))[0][
        "bill_id"
    ]
    monkeypatch.setattr(Setup, "ask", ask)
    assert await decide(till, broken, "credit") == "waits"
    assert await decide(till, other, "credit") == "done"
    monkeypatch.undo()
    till.bank.faults["get-500"] = 99
    clock.forward(hours=25)
    await payments_mismatches.carry_out_due(till.setup)
    till.bank.faults["get-500"] = 0
    query = "SELECT outcome FROM mismatch_decisions WHERE payment_id = :id"
    assert await till.boost.rows(query, id=broken) == [{"outcome": "refused"}]


async def test_two_workers_apply_a_decision_once(till: Till) -> None:
    trade = await Trade(till).opened()
    bill = await trade.bill()
    await of_another_amount(till, bill)
    (waiting,) = [
        item for item in (await till.staff("get", "/bills"))["bills"] if item["dealId"] == trade.deal_id
    ]
    till.bill(bill).amount += 500
    till.bank.pay(till.bill(bill), "success", "MB2U0227")
    event = PaymentDecided(
        case_id=next(_cases), kind="payment", subject_id=waiting["id"], about_id=trade.buyer, by_admin_id=FINANCE,
        decision="credit", reason="wrong_amount", decided_at=clock.about_now(),
    )  # fmt: skip
    await till.boost.deliver(event)
    await asyncio.gather(*(payments_mismatches.carry_out_due(till.setup) for _ in range(4)))
    query = "SELECT id FROM mismatch_decisions WHERE payment_id = :id"
    (row,) = await till.boost.rows(query, id=waiting["id"])
    (decision,) = await till.boost.recorded(f"payment-decision-{row['id']}")
    assert (decision["data"]["outcome"], decision["data"]["payerId"]) == ("done", trade.buyer)
    entries = await till.boost.rows(
        "SELECT 1 FROM ledger_entries WHERE key = :key", key=f"late:{waiting['id']}"
    )
    assert len(entries) == 1
    await conserved(till.boost)


async def test_unknown_payment_is_404(boost: Service) -> None:
    finance = signed_in(9, "fin", roles=("finance",))
    assert (await boost.http.get("/api/admin/boost/bills/999999999", headers=finance)).status_code == 404
