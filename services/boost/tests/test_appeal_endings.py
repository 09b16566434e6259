from typing import Any

import pytest

from libs.contracts.events.admin import RiskConfirmed, RiskFlagged
from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.tests.disputes import TOTAL, add_evidence, disputed
from services.boost.tests.moderation import Moderation
from services.boost.tests.test_appeals import ONE, OTHER, THIRD, decided, events_of
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers
TRACKING = "EH123456789MY"


async def at_staff(trade: Trade, verb: str, who: int) -> tuple[int, dict[str, Any]]:
    path = f"/api/admin/boost/disputes/{trade.deal_id}{verb}"
    method = {"": "GET", "/claim": "POST", "/decision": "DELETE"}[verb]
    headers = signed_in(who, "staff", roles=("admin",))
    answer = await trade.boost.http.request(method, path, headers=headers)
    return answer.status_code, {} if answer.status_code == 204 else answer.json()


async def sent_back_after_appeal(till: Till) -> Trade:
    trade = await decided(till, "release")
    await trade.appeal(trade.buyer)
    assert (await trade.decide("return", OTHER)).json()["state"] == "return_requested"
    return trade


@pytest.mark.parametrize("is_sent", [False, True])
async def test_overruled_staff_cannot_overturn_the_appeal(appealable: Till, is_sent: bool) -> None:
    trade = await sent_back_after_appeal(appealable)
    if is_sent:
        await trade.does("send-back", trackingNumber=TRACKING)
    before = await trade.state()
    for outcome in ("release", "refund"):
        refused = await trade.decide(outcome, ONE)
        assert (refused.status_code, refused.json()["code"]) == (409, "needs_another")
    assert (await at_staff(trade, "/claim", ONE))[1]["code"] == "needs_another"
    assert (await at_staff(trade, "", ONE))[1]["appeal"]["needsAnother"]
    assert not (await at_staff(trade, "", THIRD))[1]["appeal"]["needsAnother"]
    assert (await trade.state(), await trade.balances()) == (before, (0, 0))


@pytest.mark.parametrize("is_sent", [False, True])
async def test_new_decision_about_return_has_its_own_appeal(appealable: Till, is_sent: bool) -> None:
    trade = await sent_back_after_appeal(appealable)
    if is_sent:
        await trade.does("send-back", trackingNumber=TRACKING)
    shown = (await trade.decide("release", OTHER)).json()
    assert (shown["state"], shown["appeal"]["appealedBy"], shown["appeal"]["outcome"]) == (
        "decided", None, None,
    )  # fmt: skip
    assert await trade.balances() == (0, 0)
    assert "APPEAL" in (await trade.protection_view())["next"]
    assert (await trade.appeal(trade.buyer)).json()["state"] == "appealed"
    for who in (ONE, OTHER):
        assert (await trade.decide("release", who)).json()["code"] == "needs_another"
    assert (await trade.decide("refund", THIRD)).json()["state"] == "refunded"
    assert await trade.balances() == (TOTAL, 0)
    await conserved(trade.boost)


async def test_overruled_requester_cannot_decide_later(appealable: Till) -> None:
    state = appealable.boost.app.state
    own = state.settings
    state.settings = own.model_copy(update={"wangi_second_person_above": 500})
    try:
        trade = await disputed(appealable)
        await add_evidence(trade)
        for who in (ONE, OTHER):
            await trade.decide("release", who)
        await trade.appeal(trade.buyer)
        for who in (THIRD, 10):
            await trade.decide("return", who)
        assert await trade.state() == "return_requested"
        for who in (ONE, OTHER):
            assert (await trade.decide("release", who)).json()["code"] == "needs_another"
    finally:
        state.settings = own


async def test_sent_return_is_in_transit_again_after_appeal(appealable: Till) -> None:
    trade = await decided(appealable, "return")
    clock.forward(hours=49)
    await trade.end_due()
    await trade.does("send-back", trackingNumber=TRACKING)
    assert (await trade.decide("release", ONE)).json()["state"] == "decided"
    await trade.appeal(trade.buyer)
    shown = (await trade.decide("return", OTHER)).json()
    assert (shown["state"], shown["returnTracking"], shown["appeal"]["outcome"]) == (
        "return_sent", TRACKING, "changed",
    )  # fmt: skip
    assert [event["onAppeal"] for event in await events_of(trade, "DisputeDecided")][-1] == "changed"
    clock.forward(days=15)
    await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("returned", (TOTAL, 0))
    await conserved(trade.boost)


async def test_buyer_and_seller_do_not_see_who_decided(appealable: Till) -> None:
    trade = await decided(appealable)
    for who in (trade.buyer, trade.seller):
        actors = {item["actorId"] for item in (await trade.protection_view(who))["timeline"]}
        assert actors <= {None, trade.buyer, trade.seller}
        assert trade.buyer in actors
    _, shown = await at_staff(trade, "", THIRD)
    assert ONE in {item["actorId"] for item in shown["timeline"]}


async def test_decider_cannot_take_or_withdraw_the_appeal(
    appealable: Till,
) -> None:
    state = appealable.boost.app.state
    own = state.settings
    trade = await decided(appealable, "refund")
    await trade.appeal(trade.seller)
    assert (await at_staff(trade, "/claim", ONE))[1]["code"] == "needs_another"
    state.settings = own.model_copy(update={"wangi_second_person_above": 500})
    try:
        asked = (await trade.decide("release", OTHER)).json()
        assert asked["dispute"]["secondPerson"]["askedBy"] == OTHER
        assert (await at_staff(trade, "/decision", ONE))[1]["code"] == "needs_another"
        assert (await trade.decide("release", THIRD)).json()["state"] == "released"
    finally:
        state.settings = own


@pytest.mark.parametrize("how", ["taken back", "time", "withheld"])
async def test_appeal_decision_is_published_once(appealable: Till, how: str) -> None:
    trade = await sent_back_after_appeal(appealable)
    assert [event["onAppeal"] for event in await events_of(trade, "DisputeDecided")] == [None, "changed"]
    if how == "time":
        clock.forward(days=10)
        await trade.end_due()
    elif how == "withheld":
        moderation = Moderation(trade)
        await moderation.flags()
        assert (await trade.accepts())["state"] == "withheld"
        await moderation.confirms()
        await trade.decide("refund", THIRD)
    else:
        await trade.does("send-back", trackingNumber=TRACKING)
        await trade.does("take-back", trade.seller)
    (resolved,) = await events_of(trade, "DisputeResolved")
    assert (resolved["outcome"], resolved["onAppeal"]) == (await trade.state(), None)


async def test_both_sides_learn_return_deadline_when_it_starts(appealable: Till) -> None:
    trade = await decided(appealable, "return")
    clock.forward(hours=49)
    await trade.end_due()
    shown = await trade.protection_view()
    waits, begun = await events_of(trade, "DisputeDecided")
    assert (waits["sendBackUntil"], begun["appealUntil"], begun["onAppeal"]) == (None, None, None)
    assert (shown["state"], begun["sendBackUntil"]) == ("return_requested", shown["dueAt"])


async def test_voided_decision_is_hidden_and_evidence_reopens(
    appealable: Till,
) -> None:
    trade = await decided(appealable, "release", code="as_described")
    clock.forward(days=8)
    await Moderation(trade).confirms()
    await trade.end_due()
    shown = await trade.protection_view()
    (event,) = await events_of(trade, "DisputeReopened")
    assert (shown["state"], event["evidenceUntil"]) == ("disputed", shown["dispute"]["evidenceUntil"])
    assert (shown["decisionWords"], shown["dispute"]["decisionWords"]) == ("", "")
    assert (shown["dispute"]["decisionCode"], shown["dispute"]["decidedAt"]) == (None, None)
    assert (await trade.decide("release", ONE)).json()["code"] == "dispute_still_open"
    for who in (trade.buyer, trade.seller):
        assert "ADD_EVIDENCE" in (await trade.protection_view(who))["next"]
        await trade.does("evidence", who, kind="statement", words="I know nothing of it.")
    assert (await trade.decide("refund", ONE)).json()["state"] == "decided"


async def test_decision_made_with_known_risk_stays_after_later_score(
    appealable: Till,
) -> None:
    trade = await disputed(appealable)
    moderation = Moderation(trade)
    await moderation.confirms()
    await add_evidence(trade)
    clock.forward(hours=1)
    assert (await trade.decide("release", ONE)).json()["state"] == "decided"
    clock.forward(hours=1)
    await moderation.flags()
    clock.forward(hours=48)
    await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("released", (0, PRICE))


async def test_risk_confirmation_counts_from_when_it_was_made(appealable: Till) -> None:
    trade = await disputed(appealable)
    confirmed_at = clock.about_now()
    moderation = Moderation(trade)
    await add_evidence(trade)
    clock.forward(hours=1)
    await trade.decide("release", ONE)
    clock.forward(hours=1)
    ids: dict[str, Any] = {"pair_id": moderation.pair_id, **moderation.ids}
    flagged = RiskFlagged(**ids, score_percent=90, level="hold", reasons=[], flagged_at=confirmed_at, step=1)
    await trade.boost.deliver(flagged, version=1)
    late = RiskConfirmed(**ids, by_admin_id=61, decided_at=confirmed_at, step=2)
    await trade.boost.deliver(late, version=2)
    clock.forward(hours=48)
    await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("released", (0, PRICE))
