import asyncio
from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.events.auth import UserErased
from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.tests.disputes import TOTAL, add_evidence, disputed
from services.boost.tests.moderation import Moderation
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers
ONE, OTHER, THIRD = 7, 8, 9


async def decided(till: Till, outcome: str = "refund", **more: Any) -> Trade:
    trade = await disputed(till)
    await add_evidence(trade)
    answer = await trade.decide(outcome, ONE, **more)
    assert (answer.status_code, answer.json()["state"]) == (200, "decided")
    return trade


async def events_of(trade: Trade, name: str) -> list[dict[str, Any]]:
    events = await trade.boost.recorded(f"deal-{trade.deal_id}")
    return [event["data"] for event in events if event["type"].split(".")[2] == name]


async def listed(till: Till, state: str) -> list[int]:
    return [
        dispute["dealId"] for dispute in (await till.staff("get", f"/disputes?state={state}"))["disputes"]
    ]


async def appeal_until(trade: Trade) -> Any:
    lines = (await trade.till.staff("get", "/disputes?state=decided"))["disputes"]
    return next(line["appealUntil"] for line in lines if line["dealId"] == trade.deal_id)


async def test_decision_moves_money_after_two_days(appealable: Till) -> None:
    trade = await decided(appealable, code="counterfeit")
    assert await trade.balances() == (0, 0)
    (event,) = await events_of(trade, "DisputeDecided")
    assert (event["outcome"], event["returnedToBuyer"], event["reason"]) == ("refunded", TOTAL, "counterfeit")
    shown = await trade.protection_view(trade.seller)
    assert (shown["appeal"]["decision"], shown["sellerAmount"], shown["next"]) == ("refund", 0, ["APPEAL"])
    assert (await trade.protection_view())["next"] == ["ACCEPTED"], "who wins has nothing to appeal"
    assert await appeal_until(trade) == shown["appeal"]["until"]
    clock.forward(hours=47)
    await trade.end_due()
    assert await trade.state() == "decided"
    clock.forward(hours=1, minutes=1)
    assert await appeal_until(trade) is None, "the list of staff says it no longer"
    late = await trade.appeal(trade.seller)
    assert (late.status_code, late.json()["code"]) == (409, "appeal_too_late")
    await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("refunded", (TOTAL, 0))
    (resolved,) = await events_of(trade, "DisputeResolved")
    assert (resolved["outcome"], resolved["reason"], resolved["onAppeal"]) == (
        "refunded",
        "counterfeit",
        None,
    )
    assert (await trade.appeal(trade.seller)).json()["code"] == "appeal_too_late"
    await conserved(trade.boost)


async def test_appeal_stops_the_clock_and_another_staff_member_decides(
    appealable: Till,
) -> None:
    trade = await decided(appealable)
    assert (await trade.appeal(trade.seller)).json()["state"] == "appealed"
    assert (await trade.appeal(trade.seller)).status_code == 200, "the same again changes nothing"
    (event,) = await events_of(trade, "DisputeAppealed")
    assert event["appealedBy"] == "seller"
    again = await trade.appeal(trade.seller, "And another thing.")
    assert (again.status_code, again.json()["code"]) == (409, "appealed_already")
    clock.forward(days=30)
    await trade.end_due()
    assert await trade.state() == "appealed", "no clock runs"
    same = await trade.decide("release", ONE)
    assert (same.status_code, same.json()["code"]) == (409, "needs_another")
    assert (await trade.decide("refund", ONE)).json()["code"] == "needs_another"
    done = (await trade.decide("release", OTHER, code="as_described")).json()
    assert (done["state"], done["appeal"]["outcome"]) == ("released", "changed")
    assert await trade.balances() == (0, PRICE)
    (resolved,) = await events_of(trade, "DisputeResolved")
    assert (resolved["outcome"], resolved["onAppeal"]) == ("released", "changed")
    assert "photograph" not in str(await trade.boost.recorded(f"deal-{trade.deal_id}"))
    assert (await trade.appeal(trade.buyer)).json()["code"] == "appealed_already"
    assert (await trade.decide("refund", THIRD)).json()["code"] == "protection_step_refused"
    await conserved(trade.boost)


@pytest.mark.parametrize(
    ("outcome", "who", "code"),
    [
        ("refund", "buyer", "not_your_step"),
        ("release", "seller", "not_your_step"),
        ("refund", "stranger", "not_found"),
        ("split", "buyer", None),
        ("split", "seller", None),
        ("return", "buyer", None),
        ("return", "seller", None),
    ],
)
async def test_only_disadvantaged_side_may_appeal(
    appealable: Till, outcome: str, who: str, code: str | None
) -> None:
    more = {"buyerAmount": 30_000} if outcome == "split" else {}
    trade = await decided(appealable, outcome, **more)
    person = {"buyer": trade.buyer, "seller": trade.seller, "stranger": 990_001}[who]
    answer = await trade.appeal(person)
    assert (answer.json().get("code"), await trade.state()) == (code, "decided" if code else "appealed")
    if code is None:
        done = (await trade.decide(outcome, OTHER, **more)).json()
        assert done["appeal"]["outcome"] == "upheld"
        assert done["state"] == ("split" if outcome == "split" else "return_requested")
    await conserved(trade.boost)


async def test_undecided_dispute_cannot_be_appealed(appealable: Till) -> None:
    trade = await disputed(appealable)
    for who in (trade.buyer, trade.seller):
        answer = await trade.appeal(who)
        assert (answer.status_code, answer.json()["code"]) == (409, "protection_step_refused")


async def test_concurrent_appeal_decisions_apply_once(appealable: Till) -> None:
    trade = await decided(appealable)
    await trade.appeal(trade.seller)
    answers = await asyncio.gather(trade.decide("release", OTHER), trade.decide("refund", THIRD))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert (await trade.recorded_events()).count("DisputeResolved") == 1
    assert sorted(await trade.balances()) in ([0, PRICE], [0, TOTAL])
    await conserved(trade.boost)


async def test_appeal_at_its_deadline_either_counts_or_is_late(appealable: Till) -> None:
    trade = await decided(appealable)
    clock.forward(hours=48)
    answer, _ = await asyncio.gather(trade.appeal(trade.seller), trade.end_due())
    assert (answer.status_code == 200) == (await trade.state() == "appealed")
    await conserved(trade.boost)


async def test_both_deciders_of_large_amount_are_excluded_and_one_upholds(
    appealable: Till,
) -> None:
    state = appealable.boost.app.state
    own = state.settings
    state.settings = own.model_copy(update={"wangi_second_person_above": 500})
    try:
        trade = await disputed(appealable)
        await add_evidence(trade)
        await trade.decide("refund", ONE)
        assert (await trade.decide("refund", OTHER)).json()["state"] == "decided"
        await trade.appeal(trade.seller)
        for who in (ONE, OTHER):
            page = f"/api/admin/boost/disputes/{trade.deal_id}"
            staff = signed_in(who, "staff", roles=("moderator",))
            assert (await trade.boost.http.get(page, headers=staff)).json()["appeal"]["needsAnother"]
            assert (await trade.decide("release", who)).json()["code"] == "needs_another"
        asked = (await trade.decide("release", THIRD)).json()
        assert (asked["state"], asked["dispute"]["secondPerson"]["askedBy"]) == ("appealed", THIRD)
        assert (await trade.decide("refund", THIRD)).json()["state"] == "refunded"
    finally:
        state.settings = own
    await conserved(trade.boost)


async def test_repeated_decision_changes_nothing_and_other_is_refused(appealable: Till) -> None:
    trade = await decided(appealable)
    assert (await trade.decide("refund", OTHER)).json()["state"] == "decided"
    refused = await trade.decide("release", OTHER)
    assert (refused.status_code, refused.json()["code"]) == (409, "protection_step_refused")
    assert len(await events_of(trade, "DisputeDecided")) == 1


async def test_decided_dispute_ends_by_acceptance_and_never_by_cancellation(appealable: Till) -> None:
    trade = await decided(appealable, "split", buyerAmount=30_000)
    assert (await trade.accepts())["state"] == "released"
    assert await trade.balances() == (0, PRICE), "all of it, not the part that was decided"
    assert (await trade.appeal(trade.seller)).json()["code"] == "protection_step_refused"
    other = await decided(appealable, "release")
    for state in ("decided", "appealed"):
        for by in ("staff", "agreement"):
            await other.cancelled(by)
            assert await other.state() == state
        await other.appeal(other.buyer)
    assert await other.balance(other.buyer) == 0
    await conserved(trade.boost)


async def test_return_waits_for_appeal_and_wrong_return_is_appealable(
    appealable: Till,
) -> None:
    trade = await decided(appealable, "return")
    clock.forward(hours=49)
    await trade.end_due()
    assert await trade.state() == "return_requested"
    await trade.does("send-back", trackingNumber="EH123456789MY")
    assert (await trade.does("object", trade.seller, words="An empty box came."))["appeal"] is None
    await trade.does("evidence", kind="statement", words="I sent the bottle.")
    assert (await trade.decide("release", ONE)).json()["state"] == "decided"
    assert (await trade.appeal(trade.buyer)).json()["state"] == "appealed"
    assert (await trade.decide("return", OTHER)).json()["state"] == "return_requested"
    outcomes = [event["onAppeal"] for event in await events_of(trade, "DisputeDecided")]
    assert outcomes == [None, None, None, "changed"], "decided, carried out, decided anew, and on appeal"
    await conserved(trade.boost)


async def test_pending_risk_review_blocks_paying_the_seller(appealable: Till) -> None:
    trade = await decided(appealable, "release")
    moderation = Moderation(trade)
    await moderation.flags()
    clock.forward(hours=49)
    await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("decided", (0, 0))
    await moderation.clears()
    await trade.end_due()
    assert await trade.balances() == (0, PRICE)


async def test_risk_confirmed_after_decision_reopens_it(appealable: Till) -> None:
    trade = await decided(appealable, "release")
    await Moderation(trade).confirms()
    clock.forward(hours=49)
    await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("disputed", (0, 0))
    await add_evidence(trade)
    assert (await trade.decide("release", ONE)).json()["state"] == "decided"
    clock.forward(hours=49)
    await trade.end_due()
    assert await trade.balances() == (0, PRICE), "decided by one who knew it"
    await conserved(trade.boost)


async def test_staff_list_appeals_separately_and_see_them_waiting(appealable: Till) -> None:
    trade = await decided(appealable)
    assert trade.deal_id in await listed(appealable, "decided")
    before = {member["what"]: member["count"] for member in await appealable.staff("get", "/waiting")}
    await trade.appeal(trade.seller)
    clock.forward(hours=1)
    lines = (await appealable.staff("get", "/disputes?state=appealed"))["disputes"]
    (line,) = [item for item in lines if item["dealId"] == trade.deal_id]
    assert trade.deal_id not in await listed(appealable, "decided"), "it is decided no more"
    assert (line["state"], line["claim"]["claimedBy"], line["claim"]["dueAt"] is not None) == (
        "appealed", None, True,
    )  # fmt: skip
    after = {member["what"]: member["count"] for member in await appealable.staff("get", "/waiting")}
    assert after["dispute_appeals"] == before["dispute_appeals"] + 1
    claim = f"/api/admin/boost/disputes/{trade.deal_id}/claim"
    headers = signed_in(OTHER, "staff", roles=("moderator",))
    assert (await trade.boost.http.post(claim, headers=headers)).status_code == 200
    assert (await trade.decide("refund", THIRD)).json()["code"] == "case_taken"


async def test_appeal_deadline_is_in_events_and_page(appealable: Till) -> None:
    before = clock.about_now()
    trade = await decided(appealable)
    shown = await trade.protection_view()
    assert shown["appeal"]["until"] == shown["dueAt"]
    (event,) = await events_of(trade, "DisputeDecided")
    lasts = clock.about_now() + timedelta(hours=48, minutes=1)
    assert before.isoformat() < str(event["appealUntil"]) < lasts.isoformat()


async def test_appeal_words_are_exported_to_writer_and_erased(
    appealable: Till,
) -> None:
    """P-G2"""
    trade = await decided(appealable)
    mark = f"qanary{trade.buyer}"
    await trade.appeal(trade.seller, mark)
    own = (await trade.boost.ask(f"/internal/users/{trade.seller}/export")).json()
    assert [dispute_appeal["appeal_words"] for dispute_appeal in own["dispute_appeals"]] == [mark]
    other = (await trade.boost.ask(f"/internal/users/{trade.buyer}/export")).json()
    assert mark not in str(other)
    assert "decision_asked_by" not in other["deals_bought"][0]
    await trade.decide("refund", OTHER)
    await trade.boost.deliver(UserErased(user_id=trade.seller, erased_at=clock.about_now()))
    await finish_forgetting(trade.boost)
    (row,) = await trade.boost.rows("SELECT * FROM protections WHERE deal_id = :id", id=trade.deal_id)
    assert (row["appeal_words"], row["appeal_outcome"]) == ("", "upheld")
