"""What an appeal has decided stays: no clock, no fact of moderation and none who was overruled changes it."""

from typing import Any

import pytest

from libs.contracts.events.admin import RiskConfirmed, RiskFlagged
from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.tests.disputes import TOTAL, add_evidence, disputed
from services.boost.tests.moderation import Moderation
from services.boost.tests.test_appeals import ONE, OTHER, THIRD, decided, facts_of
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
    """One decided for the seller, another on appeal that the parcel goes back."""
    trade = await decided(till, "release")
    await trade.appeal(trade.buyer)
    assert (await trade.decide("return", OTHER)).json()["state"] == "return_requested"
    return trade


@pytest.mark.parametrize("is_sent", [False, True])
async def test_who_was_overruled_does_not_overturn_what_the_appeal_has_decided(
    appealable: Till, is_sent: bool
) -> None:
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
async def test_a_new_decision_about_what_goes_back_waits_for_an_appeal_of_its_own(
    appealable: Till, is_sent: bool
) -> None:
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


async def test_one_who_had_asked_for_what_was_overruled_does_not_decide_it_later(appealable: Till) -> None:
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


async def test_a_parcel_on_its_way_back_is_so_again_when_its_appeal_is_decided(appealable: Till) -> None:
    """The buyer has sent it long ago, and no clock gives the seller both the bottle and the money."""
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
    assert [one["onAppeal"] for one in await facts_of(trade, "DisputeDecided")][-1] == "changed"
    clock.forward(days=15)
    await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("returned", (TOTAL, 0))
    await conserved(trade.boost)


async def test_the_two_do_not_see_who_of_staff_has_decided(appealable: Till) -> None:
    trade = await decided(appealable)
    for who in (trade.buyer, trade.seller):
        actors = {one["actorId"] for one in (await trade.protection_view(who))["timeline"]}
        assert actors <= {None, trade.buyer, trade.seller}
        assert trade.buyer in actors
    _, shown = await at_staff(trade, "", THIRD)
    assert ONE in {one["actorId"] for one in shown["timeline"]}


async def test_who_decided_neither_claims_the_appeal_nor_takes_back_what_another_asks_for(
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
async def test_that_an_appeal_was_decided_is_told_once(appealable: Till, how: str) -> None:
    trade = await sent_back_after_appeal(appealable)
    assert [one["onAppeal"] for one in await facts_of(trade, "DisputeDecided")] == [None, "changed"]
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
    (resolved,) = await facts_of(trade, "DisputeResolved")
    assert (resolved["outcome"], resolved["onAppeal"]) == (await trade.state(), None)


async def test_both_hear_until_when_a_parcel_goes_back_when_its_clock_begins(appealable: Till) -> None:
    trade = await decided(appealable, "return")
    clock.forward(hours=49)
    await trade.end_due()
    shown = await trade.protection_view()
    waits, begun = await facts_of(trade, "DisputeDecided")
    assert (waits["sendBackUntil"], begun["appealUntil"], begun["onAppeal"]) == (None, None, None)
    assert (shown["state"], begun["sendBackUntil"]) == ("return_requested", shown["dueAt"])


async def test_a_decision_that_moderators_made_void_is_shown_no_more_and_both_are_heard_again(
    appealable: Till,
) -> None:
    trade = await decided(appealable, "release", code="as_described")
    clock.forward(days=8)
    await Moderation(trade).confirms()
    await trade.end_due()
    shown = await trade.protection_view()
    (fact,) = await facts_of(trade, "DisputeReopened")
    assert (shown["state"], fact["evidenceUntil"]) == ("disputed", shown["dispute"]["evidenceUntil"])
    assert (shown["decisionWords"], shown["dispute"]["decisionWords"]) == ("", "")
    assert (shown["dispute"]["decisionCode"], shown["dispute"]["decidedAt"]) == (None, None)
    assert (await trade.decide("release", ONE)).json()["code"] == "dispute_still_open"
    for who in (trade.buyer, trade.seller):
        assert "ADD_EVIDENCE" in (await trade.protection_view(who))["next"]
        await trade.does("evidence", who, kind="statement", words="I know nothing of it.")
    assert (await trade.decide("refund", ONE)).json()["state"] == "decided"


async def test_what_was_decided_knowing_of_the_confirmation_stays_after_a_further_score(
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


async def test_when_moderators_confirmed_counts_and_not_when_that_was_heard(appealable: Till) -> None:
    trade = await disputed(appealable)
    confirmed_at = clock.about_now()
    moderation = Moderation(trade)
    await add_evidence(trade)
    clock.forward(hours=1)
    await trade.decide("release", ONE)
    clock.forward(hours=1)
    ids: dict[str, Any] = {"pair_id": moderation.pair_id, **moderation.ids}
    flagged = RiskFlagged(**ids, score_percent=90, level="hold", reasons=[], flagged_at=confirmed_at, step=1)
    await trade.boost.hear(flagged, version=1)
    late = RiskConfirmed(**ids, by_admin_id=61, decided_at=confirmed_at, step=2)
    await trade.boost.hear(late, version=2)
    clock.forward(hours=48)
    await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("released", (0, PRICE))
