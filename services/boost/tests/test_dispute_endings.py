from datetime import timedelta
from typing import Any

import pytest

from libs.kit.process import clock
from services.boost.tests.disputes import GIVEN, TOTAL, add_evidence, disputed, put_out, show
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers


async def test_return_is_refunded_on_receipt_or_deadline(till: Till) -> None:
    taken, silent, kept = [await disputed(till, reason="counterfeit") for _ in range(3)]
    for item in (taken, silent, kept):
        assert (await item.decide("return")).json()["state"] == "return_requested"
    for item in (taken, silent):
        assert (await item.does("send-back", trackingNumber="EH123456789MY"))["state"] == "return_sent"
    assert (await taken.does("take-back", taken.seller))["state"] == "returned"
    clock.forward(days=9, minutes=1)
    await silent.end_due()
    assert (await kept.state(), await silent.state()) == ("released", "return_sent")
    clock.forward(days=5)
    await silent.end_due()
    assert (await silent.state(), await silent.balance(silent.buyer)) == ("returned", TOTAL)
    for item in (taken, silent):
        assert (await item.recorded_events())[-2:] == ["DisputeResolved", "FundsRefunded"]
    await conserved(till.boost)


@pytest.mark.parametrize(
    ("outcome", "balances"), [("release", (0, PRICE)), ("refund", (TOTAL, 0)), ("split", (5, PRICE - 5))]
)
async def test_seller_reporting_missing_return_reopens_evidence(
    till: Till, outcome: str, balances: tuple[int, int]
) -> None:
    trade = await disputed(till, reason="counterfeit")
    nothing: dict[str, Any] = {"words": "Only an empty box came."}
    await trade.does("object", trade.seller, **nothing)
    assert await trade.recorded_events() == ["FundsHeld", "DisputeOpened", "DisputeEvidenceAdded"], (
        "it is a statement"
    )
    await trade.decide("return")
    assert (await trade.post("object", trade.seller, **nothing)).json()["code"] == "protection_step_refused"
    await trade.does("send-back", trackingNumber="EH123456789MY")
    assert (await trade.post("object", **nothing)).json()["code"] == "not_your_step"
    assert (await trade.post("object", trade.seller, words=" ")).status_code == 422
    clock.forward(days=13)
    await trade.end_due()
    assert (await trade.protection_view(trade.seller))["next"] == ["TAKE_BACK", "OBJECT"]
    for _ in range(2):
        shown = await trade.does("object", trade.seller, **nothing)
    assert (shown["state"], shown["dueAt"], shown["next"]) == ("disputed", None, ["ADD_EVIDENCE"])
    assert shown["dispute"]["decidedAt"] is None
    assert [piece["words"] for piece in shown["dispute"]["evidence"]] == [nothing["words"]] * 2
    assert (await show(trade, trade.seller)).status_code == 201
    more = {"buyerAmount": 5} if outcome == "split" else {}
    assert (await trade.decide(outcome, **more)).json()["code"] == "dispute_still_open"
    clock.forward(days=6)
    await trade.end_due()
    assert await trade.state() == "disputed"
    await trade.does("evidence", kind="statement", words="I sent the bottle.")
    assert (await trade.decide(outcome, **more)).status_code == 200
    assert await trade.balances() == balances
    events = await trade.recorded_events()
    assert (events.count("DisputeOpened"), events.count("DisputeResolved")) == (2, 1)
    await conserved(till.boost)


async def test_staff_may_decide_again_during_return(till: Till) -> None:
    asked, sent = await disputed(till, reason="counterfeit"), await disputed(till, reason="counterfeit")
    for item in (asked, sent):
        await item.decide("return")
    await sent.does("send-back", trackingNumber="EH123456789MY")
    assert (await asked.decide("refund")).json()["state"] == "refunded"
    assert (await sent.decide("release")).json()["state"] == "released"
    await conserved(till.boost)


async def test_acceptance_or_cancellation_ends_dispute_without_staff(till: Till) -> None:
    glad, agreed = await disputed(till), await disputed(till)
    await glad.delivered()
    await agreed.cancelled()
    assert (await glad.state(), await agreed.state()) == ("released", "refunded")
    resolved = [
        row["data"]["resolvedBy"]
        for item in (glad, agreed)
        for row in await till.boost.recorded(f"deal-{item.deal_id}")
        if "resolvedBy" in row["data"]
    ]
    assert resolved == ["buyer", "cancellation"]
    await conserved(till.boost)


async def test_staff_delivery_starts_inspection_and_decides_no_dispute(
    till: Till,
) -> None:
    trade, plain = await disputed(till), await Trade(till).opened()
    await plain.paid()
    await plain.shipped()
    for _ in range(2):
        for item in (trade, plain):
            await item.delivered("staff")
    assert (await trade.state(), await plain.state()) == ("disputed", "inspection")
    await trade.cancelled("staff")
    clock.forward(hours=71)
    await plain.end_due()
    assert (await trade.state(), await plain.state()) == ("disputed", "inspection")
    clock.forward(hours=2)
    await plain.end_due()
    assert (await trade.state(), await plain.state()) == ("disputed", "released")
    assert await trade.recorded_events() == ["FundsHeld", "DisputeOpened"]
    await conserved(till.boost)


async def test_staff_shipment_is_not_shown_as_sellers(till: Till) -> None:
    """ADM-11"""
    trade = await Trade(till).opened()
    await trade.paid()
    await trade.shipped(has_tracking=False, by="staff")
    await trade.shipped(by="seller")
    shown = await trade.protection_view()
    assert (shown["state"], shown["dueAt"] is None) == ("shipped", False), "the number is the seller's"
    (line,) = [item for item in shown["timeline"] if item["state"] == "shipped"]
    assert (line["event"], line["actorId"]) == ("STAFF_SHIPPED", None)


@pytest.mark.parametrize("event", ["suspended", "banned"])
async def test_banned_people_may_finish_open_purchases(till: Till, event: str) -> None:
    """U1"""
    trade, unpaid = await Trade(till).opened(), await Trade(till).opened()
    await trade.paid()
    await trade.shipped()
    for item in (trade.buyer, trade.seller, unpaid.buyer):
        await put_out(trade, item, event)
    until = int((clock.about_now() + timedelta(days=90)).timestamp())
    trade.account_status = {"account_status": "banned"} if event == "banned" else {"suspended_until": until}
    unpaid.account_status = trade.account_status
    assert (await unpaid.post("pay")).json()["code"] == event
    await trade.does("arrived")
    clock.forward(hours=71)
    assert (await trade.does("dispute", **GIVEN))["state"] == "disputed"
    clock.forward(days=6)
    await trade.does("evidence", kind="statement", words="Look at the label.")
    await add_evidence(trade)
    assert (await trade.decide("return")).json()["state"] == "return_requested"
    clock.forward(days=8)
    await trade.end_due()
    await trade.does("send-back", trackingNumber="EH123456789MY")
    clock.forward(days=13)
    await trade.end_due()
    assert (await trade.does("take-back", trade.seller))["state"] == "returned"
    await conserved(trade.boost)
