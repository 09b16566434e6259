"""Disputes: no clock, evidence of both until its deadline, a decision of staff with a reason (beyond 6.2)."""

import io
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from PIL import Image

from libs.contracts.events.auth import UserBanned, UserFact, UserSuspended
from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.routes.dependencies import store_in
from services.boost.service import evidence
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers
TOTAL = PRICE + 2_400
GIVEN: dict[str, Any] = {"reason": "not_as_described", "words": "Half as full as it was."}


@pytest.fixture
async def trade(till: Till) -> Trade:
    """A parcel that its buyer disputes."""
    return await disputed(till)


async def disputed(till: Till, **given: str) -> Trade:
    trade = await Trade(till).opened()
    await trade.paid()
    await trade.shipped()
    await trade.does("dispute", **(GIVEN | given))
    return trade


async def answered(trade: Trade) -> None:
    await trade.does("evidence", trade.seller, kind="statement", words="I sent it full.")


def a_photograph() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (900, 600), "red").save(written, "JPEG")
    return written.getvalue()


async def show(trade: Trade, who: int) -> httpx2.Response:
    """Add a photograph."""
    return await trade.boost.http.post(
        f"/api/boost/deals/{trade.deal_id}/evidence/photograph",
        files={"image": ("p.jpg", a_photograph(), "image/jpeg")},
        headers=signed_in(who, f"person{who}"),
    )


async def test_a_dispute_is_for_the_buyer_of_a_shipped_parcel_and_stops_every_clock(till: Till) -> None:
    """Openbazaar-go #1039: timers never fire on a disputed order."""
    trade = await Trade(till).opened()
    for step in ("pay", "ship"):
        assert (await trade.post("dispute", **GIVEN)).json()["code"] == "protection_step_refused"
        await (trade.paid() if step == "pay" else trade.shipped())
    assert (await trade.post("dispute", trade.seller, **GIVEN)).json()["code"] == "not_your_step"
    for _ in range(2):
        shown = await trade.does("dispute", **GIVEN)
    assert (shown["state"], shown["dueAt"], shown["dispute"]["words"]) == ("disputed", None, GIVEN["words"])
    clock.forward(days=400)
    await trade.end_due()
    assert await trade.state() == "disputed"
    assert await trade.told() == ["FundsHeld", "DisputeOpened"]
    assert "words" not in str((await trade.boost.recorded(f"deal-{trade.deal_id}"))[-1]["data"])


async def test_both_add_evidence_until_its_deadline_and_not_more_than_can_be_read(trade: Trade) -> None:
    await answered(trade)
    await trade.does("evidence", kind="tracking", words="EH123456789MY")
    for who in (trade.buyer, trade.seller):
        assert (await show(trade, who)).status_code == 201
    assert (await show(trade, 5_550_002)).status_code == 404
    shown = (await trade.shown(trade.seller))["dispute"]["evidence"]
    assert [(one["author"], one["kind"]) for one in shown] == [
        ("seller", "statement"), ("buyer", "tracking"), ("buyer", "photograph"), ("seller", "photograph"),
    ]  # fmt: skip
    await answered(trade)
    assert len((await trade.shown())["dispute"]["evidence"]) == 4, "the same words again are said once"
    for number in range(17):
        await trade.does("evidence", trade.seller, kind="statement", words=f"Once more, {number}.")
    assert (await show(trade, trade.seller)).status_code == 201
    refused = await trade.post("evidence", trade.seller, kind="statement", words="And more.")
    assert refused.json()["code"] == "too_much_evidence"
    clock.forward(days=7)
    refused = await trade.post("evidence", kind="statement", words="Too late.")
    assert refused.json()["code"] == "evidence_closed"
    assert (await show(trade, trade.buyer)).json()["code"] == "evidence_closed"


async def test_a_photograph_is_read_at_an_address_made_for_one_reader(trade: Trade) -> None:
    await show(trade, trade.buyer)
    (shown,) = (await trade.shown(trade.seller))["dispute"]["evidence"]
    http = trade.boost.http
    whole, small = await http.get(shown["url"]), await http.get(shown["smallUrl"])
    assert (whole.status_code, whole.headers["content-type"]) == (200, "image/webp")
    assert len(small.content) < len(whole.content)
    place = urlsplit(shown["url"])
    assert (await http.get(f"{place.path}?{place.query.replace('for=', 'for=1')}")).status_code == 404
    clock.forward(days=2)
    store = store_in(trade.boost.app)
    await store.put("f" * 32, b"left by a process that died")
    await evidence.sweep(trade.boost.database, store, clock.about_now())
    assert await store.get("f" * 32) is None
    assert await store.get(place.path.rsplit("/", 1)[1]) is not None


@pytest.mark.parametrize(
    ("outcome", "state", "balances"),
    [("release", "released", (0, PRICE)), ("refund", "refunded", (TOTAL, 0))],
)
async def test_staff_decides_once_both_were_heard_with_a_reason_and_the_money_moves_once(
    trade: Trade, outcome: str, state: str, balances: tuple[int, int]
) -> None:
    refused = await trade.decide(outcome)
    assert refused.json()["code"] == "dispute_still_open"
    await answered(trade)
    assert (await trade.decide(outcome, reason=" ")).status_code == 422
    for own in (trade.buyer, trade.seller):
        assert (await trade.decide(outcome, who=own)).json()["code"] == "own_money"
    for _ in range(2):
        assert (await trade.decide(outcome)).json()["state"] == state
    assert (await trade.decide("split", buyerAmount=5)).json()["code"] == "protection_step_refused"
    shown = await trade.shown()
    assert shown["dispute"]["decisionWords"] == "As both have shown it"
    assert await trade.balances() == balances
    told = await trade.told()
    assert told[-2:] == ["DisputeResolved", "FundsReleased" if outcome == "release" else "FundsRefunded"]
    await conserved(trade.boost)


async def test_a_split_gives_each_a_part_and_no_sen_is_lost(trade: Trade) -> None:
    await answered(trade)
    for wrong in (PRICE, PRICE + 1):
        assert (await trade.decide("split", buyerAmount=wrong)).json()["code"] == "invalid_split"
    assert (await trade.decide("split")).status_code == 422
    shown = (await trade.decide("split", buyerAmount=12_345)).json()
    assert (shown["state"], shown["refunded"], shown["sellerAmount"]) == ("split", 12_345, PRICE - 12_345)
    assert await trade.balances() == (12_345, PRICE - 12_345)
    assert await trade.keys() == [f"deal-held:{trade.deal_id}", f"deal-ended:{trade.deal_id}"]
    await conserved(trade.boost)


async def test_what_goes_back_is_refunded_when_its_seller_has_it_or_the_time_is_over(till: Till) -> None:
    taken, silent, kept = [await disputed(till, reason="counterfeit") for _ in range(3)]
    for one in (taken, silent, kept):
        assert (await one.decide("return")).json()["state"] == "return_requested"
    for one in (taken, silent):
        assert (await one.does("send-back", trackingNumber="EH123456789MY"))["state"] == "return_sent"
    assert (await taken.does("take-back", taken.seller))["state"] == "returned"
    clock.forward(days=9, minutes=1)
    await silent.end_due()
    assert (await kept.state(), await silent.state()) == ("released", "return_sent")
    clock.forward(days=5)
    await silent.end_due()
    assert (await silent.state(), await silent.balance(silent.buyer)) == ("returned", TOTAL)
    for one in (taken, silent):
        assert (await one.told())[-2:] == ["DisputeResolved", "FundsRefunded"]
    await conserved(till.boost)


@pytest.mark.parametrize(
    ("outcome", "balances"), [("release", (0, PRICE)), ("refund", (TOTAL, 0)), ("split", (5, PRICE - 5))]
)
async def test_a_seller_to_whom_nothing_came_back_is_heard_and_staff_decides_again(
    till: Till, outcome: str, balances: tuple[int, int]
) -> None:
    """A tracking number alone pays no one back: the clock stops, both show more, also photographs."""
    trade = await disputed(till, reason="counterfeit")
    nothing: dict[str, Any] = {"words": "Only an empty box came."}
    await trade.does("object", trade.seller, **nothing)
    assert await trade.told() == ["FundsHeld", "DisputeOpened", "DisputeEvidenceAdded"], "it is a statement"
    await trade.decide("return")
    assert (await trade.post("object", trade.seller, **nothing)).json()["code"] == "protection_step_refused"
    await trade.does("send-back", trackingNumber="EH123456789MY")
    assert (await trade.post("object", **nothing)).json()["code"] == "not_your_step"
    assert (await trade.post("object", trade.seller, words=" ")).status_code == 422
    clock.forward(days=13)
    await trade.end_due()
    assert (await trade.shown(trade.seller))["next"] == ["TAKE_BACK", "OBJECT"]
    for _ in range(2):
        shown = await trade.does("object", trade.seller, **nothing)
    assert (shown["state"], shown["dueAt"], shown["next"]) == ("disputed", None, ["ADD_EVIDENCE"])
    assert shown["dispute"]["decidedAt"] is None
    assert [one["words"] for one in shown["dispute"]["evidence"]] == [nothing["words"]] * 2
    assert (await show(trade, trade.seller)).status_code == 201
    more = {"buyerAmount": 5} if outcome == "split" else {}
    assert (await trade.decide(outcome, **more)).json()["code"] == "dispute_still_open"
    clock.forward(days=6)
    await trade.end_due()
    assert await trade.state() == "disputed"
    await trade.does("evidence", kind="statement", words="I sent the bottle.")
    assert (await trade.decide(outcome, **more)).status_code == 200
    assert await trade.balances() == balances
    told = await trade.told()
    assert (told.count("DisputeOpened"), told.count("DisputeResolved")) == (2, 1)
    await conserved(till.boost)


async def test_staff_may_decide_anew_what_is_to_go_back_or_is_on_its_way(till: Till) -> None:
    asked, sent = await disputed(till, reason="counterfeit"), await disputed(till, reason="counterfeit")
    for one in (asked, sent):
        await one.decide("return")
    await sent.does("send-back", trackingNumber="EH123456789MY")
    assert (await asked.decide("refund")).json()["state"] == "refunded"
    assert (await sent.decide("release")).json()["state"] == "released"
    await conserved(till.boost)


async def test_a_buyer_who_accepts_or_a_cancelled_deal_ends_a_dispute_without_staff(till: Till) -> None:
    glad, agreed = await disputed(till), await disputed(till)
    await glad.delivered()
    await agreed.cancelled()
    assert (await glad.state(), await agreed.state()) == ("released", "refunded")
    resolved = [
        row["data"]["resolvedBy"]
        for one in (glad, agreed)
        for row in await till.boost.recorded(f"deal-{one.deal_id}")
        if "resolvedBy" in row["data"]
    ]
    assert resolved == ["buyer", "cancellation"]
    await conserved(till.boost)


async def test_staffs_word_about_the_order_decides_no_dispute_and_begins_the_72_hours_else(
    till: Till,
) -> None:
    """Only the buyer's own word releases the money at once."""
    trade, plain = await disputed(till), await Trade(till).opened()
    await plain.paid()
    await plain.shipped()
    for _ in range(2):
        for one in (trade, plain):
            await one.delivered("staff")
    assert (await trade.state(), await plain.state()) == ("disputed", "inspection")
    await trade.cancelled("staff")
    clock.forward(hours=71)
    await plain.end_due()
    assert (await trade.state(), await plain.state()) == ("disputed", "inspection")
    clock.forward(hours=2)
    await plain.end_due()
    assert (await trade.state(), await plain.state()) == ("disputed", "released")
    assert await trade.told() == ["FundsHeld", "DisputeOpened"]
    await conserved(till.boost)


async def test_what_staff_says_was_sent_is_not_written_as_the_sellers_act(till: Till) -> None:
    """ADM-11: the person who judges a dispute reads who said that the parcel went."""
    trade = await Trade(till).opened()
    await trade.paid()
    await trade.shipped(has_tracking=False, by="staff")
    await trade.shipped(by="seller")
    shown = await trade.shown()
    assert (shown["state"], shown["dueAt"] is None) == ("shipped", False), "the number is the seller's"
    (line,) = [one for one in shown["timeline"] if one["state"] == "shipped"]
    assert (line["event"], line["actorId"]) == ("STAFF_SHIPPED", None)


@pytest.mark.parametrize("fact", ["suspended", "banned"])
async def test_who_may_not_trade_does_what_an_open_purchase_asks_before_its_time_is_over(
    till: Till, fact: str
) -> None:
    """U1: no clock runs against a person who may do nothing; a new payment and a payout are refused."""
    trade, unpaid = await Trade(till).opened(), await Trade(till).opened()
    await trade.paid()
    await trade.shipped()
    for one in (trade.buyer, trade.seller, unpaid.buyer):
        await put_out(trade, one, fact)
    until = int((clock.about_now() + timedelta(days=90)).timestamp())
    trade.standing = {"standing": "banned"} if fact == "banned" else {"suspended_until": until}
    unpaid.standing = trade.standing
    assert (await unpaid.post("pay")).json()["code"] == fact
    await trade.does("arrived")
    clock.forward(hours=71)
    assert (await trade.does("dispute", **GIVEN))["state"] == "disputed"
    clock.forward(days=6)
    await trade.does("evidence", kind="statement", words="Look at the label.")
    await answered(trade)
    assert (await trade.decide("return")).json()["state"] == "return_requested"
    clock.forward(days=8)
    await trade.end_due()
    await trade.does("send-back", trackingNumber="EH123456789MY")
    clock.forward(days=13)
    await trade.end_due()
    assert (await trade.does("take-back", trade.seller))["state"] == "returned"
    await conserved(trade.boost)


async def put_out(trade: Trade, user: int, how: str) -> None:
    """Staff bans or suspends a person, as boost hears it."""
    now = clock.about_now()
    fact: UserFact = UserSuspended(user_id=user, until=now + timedelta(days=90), suspended_at=now)
    if how == "banned":
        fact = UserBanned(user_id=user, by_admin_id=7, banned_at=now)
    await trade.boost.hear(fact, version=2)


async def test_staff_sees_open_disputes_the_oldest_first_and_those_that_were_decided(till: Till) -> None:
    first, second = await disputed(till), await disputed(till, reason="counterfeit")
    headers = signed_in(7, "staff", roles=("admin",))
    answer = await till.boost.http.get("/api/admin/boost/disputes", headers=headers)
    own = {one["dealId"]: one["isEscalated"] for one in answer.json()["disputes"]}
    while (following := answer.json()["next"]) is not None:
        answer = await till.boost.http.get(f"/api/admin/boost/disputes?cursor={following}", headers=headers)
        own |= {one["dealId"]: one["isEscalated"] for one in answer.json()["disputes"]}
    assert (own[first.deal_id], own[second.deal_id]) == (False, True)
    await second.decide("refund")
    decided = await till.boost.http.get("/api/admin/boost/disputes?state=decided", headers=headers)
    (line,) = [one for one in decided.json()["disputes"] if one["dealId"] == second.deal_id]
    assert line["outcome"] == "refunded"
    page = await till.boost.http.get(f"/api/admin/boost/disputes/{first.deal_id}", headers=headers)
    assert (page.json()["role"], page.json()["next"]) == ("staff", [])
