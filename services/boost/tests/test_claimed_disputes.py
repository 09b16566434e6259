from typing import Any

import httpx2
import pytest

from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.tests.disputes import add_evidence, disputed
from services.boost.tests.till import Till
from services.boost.tests.trades import Trade
from tests.support.staff_record import changes_in

pytestmark = pytest.mark.servers
ONE, OTHER = 7, 8


def staff(who: int, role: str = "moderator") -> dict[str, str]:
    return signed_in(who, f"staff{who}", roles=(role,))


async def claim(trade: Trade, who: int) -> httpx2.Response:
    path = f"/api/admin/boost/disputes/{trade.deal_id}/claim"
    return await trade.boost.http.post(path, headers=staff(who))


async def give_back(trade: Trade, who: int) -> httpx2.Response:
    path = f"/api/admin/boost/disputes/{trade.deal_id}/claim"
    return await trade.boost.http.delete(path, headers=staff(who))


async def decide(trade: Trade, who: int, **form: Any) -> httpx2.Response:
    usual = {"outcome": "refund", "reason": "The photograph shows another cap.", "code": "counterfeit"}
    path = f"/api/admin/boost/disputes/{trade.deal_id}/decision"
    return await trade.boost.http.post(path, json=usual | form, headers=staff(who))


async def line_of(trade: Trade) -> Any:
    page = (await trade.boost.http.get("/api/admin/boost/disputes", headers=staff(ONE))).json()
    return next(dispute for dispute in page["disputes"] if dispute["dealId"] == trade.deal_id)


async def test_assigned_dispute_is_decided_only_by_its_assignee(till: Till) -> None:
    trade = await disputed(till)
    await add_evidence(trade)
    shown = (await line_of(trade))["claim"]
    assert (shown["claimedBy"], shown["dueAt"] is not None) == (None, True)
    for _ in range(2):
        assert (await claim(trade, ONE)).status_code == 200
    events = [
        event for event in await trade.boost.recorded(f"deal-{trade.deal_id}") if "Claimed" in event["type"]
    ]
    assert [event["data"]["byAdminId"] for event in events] == [ONE]
    assert (await line_of(trade))["claim"]["claimedBy"] == ONE
    withdrawal = await trade.boost.http.delete(
        f"/api/admin/boost/disputes/{trade.deal_id}/decision", headers=staff(OTHER)
    )
    for refused in (await claim(trade, OTHER), await decide(trade, OTHER), withdrawal):
        assert (refused.status_code, refused.json()["code"], refused.json()["details"]["by"]) == (
            409, "case_taken", ONE,
        )  # fmt: skip
    clock.forward(minutes=31)
    try:
        assert (await line_of(trade))["claim"]["claimedBy"] is None
        assert (await decide(trade, OTHER)).json()["state"] == "refunded"
    finally:
        clock.reset()


async def test_decision_reason_is_published_and_ends_assignment(till: Till) -> None:
    trade = await disputed(till)
    await add_evidence(trade)
    assert (await decide(trade, ONE, code="nonsense")).status_code == 422
    await claim(trade, ONE)
    done = (await decide(trade, ONE)).json()
    assert (done["dispute"]["decisionCode"], done["claim"]) == ("counterfeit", None)
    (resolved,) = [
        event
        for event in await trade.boost.recorded(f"deal-{trade.deal_id}")
        if "DisputeResolved" in event["type"]
    ]
    assert resolved["data"]["reason"] == "counterfeit"
    assert "photograph" not in str(resolved)
    own = await trade.protection_view(trade.buyer)
    assert (own["claim"], own["dispute"]["decisionCode"]) == (None, "counterfeit")
    over = await claim(trade, ONE)
    assert (over.status_code, over.json()["code"]) == (409, "protection_step_refused")


async def test_party_cannot_be_assigned_and_non_dispute_is_404(till: Till) -> None:
    trade = await disputed(till)
    for own in (trade.buyer, trade.seller):
        assert (await claim(trade, own)).json()["code"] == "own_money"
    quiet = await Trade(till).opened()
    assert (await claim(quiet, ONE)).status_code == 404


async def test_requesting_second_person_releases_assignment(till: Till) -> None:
    state = till.boost.app.state
    before = state.settings
    state.settings = before.model_copy(update={"wangi_second_person_above": 500})
    try:
        trade = await disputed(till)
        await add_evidence(trade)
        await claim(trade, ONE)
        asked = (await decide(trade, ONE)).json()
        assert (asked["state"], asked["claim"]["claimedBy"]) == ("disputed", None)
        assert (await decide(trade, OTHER)).json()["state"] == "refunded"
    finally:
        state.settings = before


async def test_dispute_assignment_is_released_once_and_another_decides(till: Till) -> None:
    trade = await disputed(till)
    await add_evidence(trade)
    assert (await give_back(trade, ONE)).status_code == 204, "no one has it: nothing changes"
    await claim(trade, ONE)
    refused = await give_back(trade, OTHER)
    assert (refused.status_code, refused.json()["code"]) == (409, "case_taken")
    assert (await line_of(trade))["claim"]["claimedBy"] == ONE
    answers = [await give_back(trade, ONE) for _ in range(2)]
    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b"")] * 2
    assert (await line_of(trade))["claim"]["claimedBy"] is None
    ((act, about, fields),) = await changes_in(trade.boost, answers[0])
    assert (act, about, fields["claimedBy"]) == ("return_dispute", trade.deal_id, (ONE, None))
    assert await changes_in(trade.boost, answers[1]) == []
    events = await trade.boost.recorded(f"deal-{trade.deal_id}")
    steps = [
        (event["type"].split(".")[2], event["data"]["byAdminId"])
        for event in events
        if "Claim" in event["type"]
    ]
    assert steps == [("DisputeClaimed", ONE), ("DisputeClaimReturned", ONE)]
    assert (await decide(trade, OTHER)).json()["state"] == "refunded"
    assert (await give_back(trade, OTHER)).status_code == 204, "it is decided: nothing changes"


async def test_party_cannot_release_assignment(till: Till) -> None:
    trade = await disputed(till)
    await claim(trade, ONE)
    for own in (trade.buyer, trade.seller):
        assert (await give_back(trade, own)).json()["code"] == "own_money"
    assert (await line_of(trade))["claim"]["claimedBy"] == ONE
