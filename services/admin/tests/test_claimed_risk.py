from datetime import datetime

import pytest

from libs.contracts.events.admin import RiskClaimed, RiskConfirmed
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.assignments import CLAIMED_FOR
from services.admin.tests.accounts import OWNER, robbed
from services.admin.tests.auctions import SELLER, ring
from services.admin.tests.test_cases import AISYAH, RAHIM
from services.admin.tests.test_risk import bring, decide, events_of, forget_all, pairs

pytestmark = pytest.mark.servers
KAMAL = 3_402


async def claim(admin: Service, pair: int, who: dict[str, str] = AISYAH) -> tuple[int, object]:
    answer = await admin.http.post(f"/api/admin/risk/{pair}/claim", headers=who)
    return answer.status_code, answer.json()


@pytest.fixture(autouse=True)
async def _nothing_known(admin: Service) -> None:
    await forget_all(admin)


async def test_risk_pair_is_assigned_for_half_an_hour(admin: Service) -> None:
    await bring(admin, ring(shill=KAMAL))
    (pair,) = await pairs(admin)
    assert (pair["claimedBy"], pair["dueAt"] > pair["flaggedAt"]) == (None, True)
    status, claimed = await claim(admin, pair["id"])
    assert status == 200
    for _ in range(2):
        assert (await claim(admin, pair["id"]))[0] == 200, "claimed again it is theirs as before"
    (shown,) = await pairs(admin)
    events = [event for event in await events_of(admin, pair["id"]) if isinstance(event, RiskClaimed)]
    assert [(item.by_admin_id, item.until - item.claimed_at) for item in events] == [(61, CLAIMED_FOR)]
    assert shown["claimedBy"]["id"] == 61
    assert datetime.fromisoformat(shown["claimedUntil"]) == events[0].until
    for refused in (
        await admin.http.post(f"/api/admin/risk/{pair['id']}/claim", headers=RAHIM),
        await decide(admin, pair["id"], RAHIM),
    ):
        assert (refused.status_code, refused.json()["code"], refused.json()["details"]["by"]) == (
            409, "case_taken", 61,
        )  # fmt: skip
    assert (await pairs(admin))[0]["state"] == "open"
    clock.forward(minutes=31)
    try:
        assert (await pairs(admin))[0]["claimedBy"] is None
        assert (await decide(admin, pair["id"], RAHIM)).status_code == 200
        assert (await claim(admin, pair["id"]))[0] == 409
    finally:
        clock.reset()


async def test_staff_cannot_be_assigned_a_pair_with_themselves(admin: Service) -> None:
    await bring(admin, ring(shill=KAMAL))
    (pair,) = await pairs(admin)
    for own in (SELLER, KAMAL):
        answer = await admin.http.post(
            f"/api/admin/risk/{pair['id']}/claim", headers=signed_in(own, "staff", roles=("moderator",))
        )
        assert answer.json()["code"] == "own_case"
    assert (await claim(admin, 10**12))[0] == 404


async def test_risk_decision_needs_a_fitting_reason_code(admin: Service) -> None:
    await bring(admin, ring(shill=KAMAL))
    (pair,) = await pairs(admin)
    for reason in ("owner_confirmed", "known_to_each_other"):
        refused = await decide(admin, pair["id"], decision="confirm", reason=reason)
        assert (refused.status_code, refused.json()["code"]) == (422, "wrong_decision")
    done = await decide(admin, pair["id"], decision="confirm", reason="same_person")
    assert done.json()["decided"]["reason"] == "same_person"
    event = (await events_of(admin, pair["id"]))[-1]
    assert isinstance(event, RiskConfirmed)
    assert event.reason == "same_person"
    await bring(admin, robbed())
    account = next(item for item in await pairs(admin) if item["kind"] == "takeover")
    assert account["bidder"]["id"] == OWNER
    assert (await decide(admin, account["id"], reason="known_to_each_other")).status_code == 422
    assert (await decide(admin, account["id"], reason="owner_confirmed")).status_code == 200
