import asyncio
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from libs.contracts.events.auth import UserErased
from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.tests.disputes import GIVEN, add_evidence
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import Trade
from tests.support.forgetting import finish_forgetting
from tests.support.staff_record import changes_in, events_in

pytestmark = pytest.mark.servers

ONE, OTHER = 7, 8
LARGE = 100_000


@pytest.fixture
def strict(till: Till) -> Iterator[Till]:
    state = till.boost.app.state
    own = state.settings
    state.settings = own.model_copy(update={"wangi_second_person_above": 500})
    yield till
    state.settings = own


async def refund(till: Till, order: dict[str, Any], who: int, method: str = "POST") -> httpx2.Response:
    return await till.boost.http.request(
        method,
        f"/api/admin/boost/orders/{order['orderId']}/refund",
        json={"reason": "Boosted by mistake"} if method == "POST" else None,
        headers=signed_in(who, f"staff{who}", roles=("finance",)),
    )


async def a_paid_order(till: Till) -> dict[str, Any]:
    return await till.paid(await till.listings(1))


async def a_dispute(till: Till, price: int = LARGE) -> Trade:
    trade = await Trade(till, price).opened()
    await trade.paid()
    await trade.shipped()
    await trade.does("dispute", **GIVEN)
    await add_evidence(trade)
    return trade


async def withdrawn(trade: Trade, who: int) -> Any:
    path = f"/api/admin/boost/disputes/{trade.deal_id}/decision"
    headers = signed_in(who, f"staff{who}", roles=("moderator",))
    return (await trade.boost.http.delete(path, headers=headers)).json()


async def endings(till: Till) -> list[tuple[str | None, int | None]]:
    rows = await till.boost.rows("SELECT ended_as, ended_by FROM second_person_requests ORDER BY id")
    return [(row["ended_as"], row["ended_by"]) for row in rows]


async def test_large_refund_waits_for_second_person(strict: Till) -> None:
    order = await a_paid_order(strict)
    asked = (await refund(strict, order, ONE)).json()
    waiting = asked["secondPerson"]
    assert (waiting["outcome"], waiting["askedBy"], waiting["reason"]) == (
        "refund",
        ONE,
        "Boosted by mistake",
    )
    assert (asked["order"]["status"], asked["order"]["waitsForSecondPerson"]) == ("paid", True)
    assert await strict.balance() == 0
    again = await refund(strict, order, ONE)
    assert (again.status_code, again.json()["code"]) == (409, "second_person_needed")
    done = (await refund(strict, order, OTHER)).json()
    assert (done["order"]["status"], done["secondPerson"]) == ("refunded", None)
    assert (done["refunds"][0]["staffId"], await strict.balance()) == (OTHER, 1000)
    for ending in ("SecondPersonAsked", "SecondPersonRequestEnded"):
        event = (await events_in(strict.boost, None, ending))[-1]["data"]
        assert event["partyIds"] == [strict.seller], "the audit log hides it from the seller"
    await conserved(strict.boost)


async def test_refund_up_to_limit_needs_one_person(till: Till) -> None:
    order = await a_paid_order(till)
    assert (await refund(till, order, ONE)).json()["order"]["status"] == "refunded"
    trade = await a_dispute(till, 97_000)  # 99,910 sen with the fee.
    assert (await trade.decide("refund")).json()["state"] == "refunded"


async def test_requested_refund_is_withdrawn_by_either_and_lapses(strict: Till) -> None:
    order = await a_paid_order(strict)
    for who in (ONE, OTHER):
        await refund(strict, order, ONE)
        assert (await refund(strict, order, who, "DELETE")).json()["secondPerson"] is None
        assert (await refund(strict, order, who, "DELETE")).status_code == 200, "nothing waits any more"
    await refund(strict, order, ONE)
    clock.forward(days=3, minutes=1)
    (shown,) = (await strict.staff("get", f"/orders?sellerId={strict.seller}"))["orders"]
    assert shown["waitsForSecondPerson"] is False
    assert (await refund(strict, order, OTHER)).json()["order"]["status"] == "paid", "asked for anew"
    assert (await refund(strict, order, ONE)).json()["order"]["status"] == "refunded"


async def test_concurrent_requests_make_one_request_and_one_approval(strict: Till) -> None:
    order = await a_paid_order(strict)
    answers = await asyncio.gather(*(refund(strict, order, who) for who in (ONE, OTHER)))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert sorted(answer.json()["order"]["status"] for answer in answers) == ["paid", "refunded"]
    assert await strict.balance() == 1000


async def test_large_decision_needs_two_equal_decisions(till: Till) -> None:
    trade = await a_dispute(till)
    asked = (await trade.decide("refund", ONE, code="not_received")).json()
    waiting = asked["dispute"]["secondPerson"]
    assert (asked["state"], waiting["outcome"], waiting["code"]) == ("disputed", "refund", "not_received")
    assert (await trade.protection_view())["dispute"]["secondPerson"] is None, (
        "the buyer sees no request before"
    )
    lines = (await till.staff("get", "/disputes?state=open"))["disputes"]
    assert [line["waitsForSecondPerson"] for line in lines if line["dealId"] == trade.deal_id] == [True]
    for amount in (30_000, 40_000):
        asked = (await trade.decide("split", OTHER, buyerAmount=amount)).json()
        assert asked["dispute"]["secondPerson"]["buyerAmount"] == amount
    refused = await trade.decide("split", OTHER, buyerAmount=40_000)
    assert (refused.status_code, refused.json()["code"]) == (409, "second_person_needed")
    assert await trade.balances() == (0, 0)
    done = (await trade.decide("split", ONE, buyerAmount=40_000)).json()
    assert (done["state"], done["dispute"]["secondPerson"]) == ("split", None)
    assert await trade.balances() == (40_000, LARGE - 40_000)
    assert (await endings(till))[-3:] == [("replaced", OTHER), ("replaced", OTHER), ("agreed", ONE)]
    await conserved(till.boost)


async def test_request_lapses_when_deal_moves_on(till: Till) -> None:
    trade = await a_dispute(till)
    await trade.decide("return", ONE)
    assert (await withdrawn(trade, OTHER))["dispute"]["secondPerson"] is None
    for who in (ONE, OTHER):
        await trade.decide("return", who)
    await trade.does("send-back", trackingNumber="EH123456789MY")
    await trade.decide("refund", ONE)
    await trade.does("object", trade.seller, words="Only an empty box came.")
    await trade.does("evidence", kind="statement", words="I sent the bottle.")
    assert (await trade.decide("refund", OTHER)).json()["state"] == "disputed"
    assert (await endings(till))[-2:] == [("lapsed", None), (None, None)]
    assert (await trade.decide("refund", ONE)).json()["state"] == "refunded"


async def test_events_name_requester_and_outcome_without_reason(strict: Till) -> None:
    order = await a_paid_order(strict)
    await refund(strict, order, ONE)
    await refund(strict, order, OTHER)
    (row,) = await strict.boost.rows("SELECT max(id) AS id FROM second_person_requests")
    asked, ended = await strict.boost.recorded(f"second-person-{row['id']}")
    assert (asked["data"]["byAdminId"], asked["data"]["orderId"]) == (ONE, int(order["orderId"]))
    assert (ended["data"]["endedAs"], ended["data"]["byAdminId"]) == ("agreed", OTHER)
    assert "mistake" not in str((asked, ended))


async def test_erased_seller_is_not_named_in_requests(strict: Till) -> None:
    order = await a_paid_order(strict)
    await refund(strict, order, ONE)
    await strict.boost.deliver(UserErased(user_id=strict.seller, erased_at=clock.about_now()))
    await finish_forgetting(strict.boost)
    rows = await strict.boost.rows(
        "SELECT reason FROM second_person_requests WHERE order_id = :id", id=int(order["orderId"])
    )
    assert [row["reason"] for row in rows] == [""]


async def test_staff_see_amount_of_open_work(strict: Till) -> None:
    async def waiting() -> dict[str, Any]:
        found = await strict.staff("get", "/waiting")
        return {item["what"]: (item["count"], item["since"]) for item in found}

    before = await waiting()
    order, trade = await a_paid_order(strict), await a_dispute(strict)
    asked = (await refund(strict, order, ONE)).json()["secondPerson"]
    await trade.decide("refund", ONE)
    shown = await waiting()
    assert {item: shown[item][0] - before[item][0] for item in before} == {
        "disputes": 1, "withheld": 0, "payments": 0, "payouts": 0, "refunds": 1, "decisions": 1,
        "dispute_appeals": 0,
    }  # fmt: skip
    assert shown["refunds"][1] <= asked["askedAt"]
    await refund(strict, order, OTHER)
    assert (await waiting())["refunds"] == before["refunds"]
    clock.forward(days=4)
    assert (await waiting())["decisions"][0] == 0, "what has lapsed waits no more"


async def test_requested_refund_lapses_after_partial_refund(strict: Till) -> None:
    products = await strict.listings(3)
    order = await strict.paid(products, 2)
    await refund(strict, order, ONE)
    await strict.remove(products[0])
    listed = await strict.staff("get", f"/orders?sellerId={strict.seller}&status=asked")
    assert listed["orders"] == []
    shown = (await refund(strict, order, OTHER)).json()
    assert (shown["order"]["status"], shown["secondPerson"]["askedBy"]) == ("paid", OTHER), "asked for anew"
    listed = await strict.staff("get", f"/orders?sellerId={strict.seller}&status=asked")
    assert [item["orderId"] for item in listed["orders"]] == [order["orderId"]]


async def test_staff_list_disputes_awaiting_second_person(till: Till) -> None:
    trade = await a_dispute(till)
    await trade.decide("return", ONE)
    asked = (await till.staff("get", "/disputes?state=asked"))["disputes"]
    assert trade.deal_id in [item["dealId"] for item in asked]
    await trade.decide("return", OTHER)
    await trade.decide("refund", ONE)
    asked = (await till.staff("get", "/disputes?state=asked"))["disputes"]
    assert trade.deal_id in [item["dealId"] for item in asked], "also of one that goes back"


async def test_lapsed_request_is_not_reported_as_withdrawn(strict: Till) -> None:
    order = await a_paid_order(strict)
    await refund(strict, order, ONE)
    clock.forward(days=4)
    await refund(strict, order, OTHER, "DELETE")
    assert (await endings(strict))[-1] == ("lapsed", None)


async def test_requests_and_outcomes_are_published_with_before_and_after(strict: Till) -> None:
    order = await a_paid_order(strict)
    number = int(order["orderId"])
    asked = await refund(strict, order, ONE)
    waits = {"asked": (False, True)}
    assert await changes_in(strict.boost, asked) == [("ask_refund", number, waits)]
    back = await refund(strict, order, OTHER, "DELETE")
    assert await changes_in(strict.boost, back) == [("withdraw_refund", number, {"asked": (True, False)})]
    await refund(strict, order, ONE)
    agreed = await refund(strict, order, OTHER)
    done = {"status": ("paid", "refunded"), "refunded": (0, 1000)}
    assert await changes_in(strict.boost, agreed) == [("refund", number, done)]
