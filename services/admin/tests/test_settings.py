import asyncio
from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.event import EVENTS
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.admin.audit.trimming import trim_all
from tests.support.staff_record import changes_in

pytestmark = pytest.mark.servers
AISYAH, RAHIM = (signed_in(user, name, roles=("admin",)) for user, name in ((61, "aisyah"), (62, "rahim")))
WHY = "The provider is down."


async def page(admin: Service) -> dict[str, Any]:
    answer = await admin.http.get("/api/admin/settings", headers=AISYAH)
    assert answer.status_code == 200, answer.text
    read: dict[str, Any] = answer.json()
    return read


async def setting(admin: Service, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(item for item in (await page(admin))["settings"] if item["name"] == name)
    return found


async def put(admin: Service, name: str, who: dict[str, str] = AISYAH, **body: Any) -> tuple[int, Any]:
    form = {"isOn": False, "words": WHY} | body
    if "changes" not in form:
        form["changes"] = (await setting(admin, name))["changes"]
    answer = await admin.http.put(f"/api/admin/settings/{name}", json=form, headers=who)
    return answer.status_code, answer.json()


async def changes(admin: Service, name: str) -> list[tuple[bool, int]]:
    """Each version is one more than the last."""
    events = [EVENTS[event["type"]].parse(event["data"]) for event in await admin.recorded(name)]
    assert [event["version"] for event in await admin.recorded(name)] == list(range(1, len(events) + 1))
    return [(event.is_on, event.changes) for event in events]  # type: ignore[attr-defined]


async def test_pause_is_published_with_actor_and_reason_and_can_end(admin: Service) -> None:
    await add_person(admin, 61, username="aisyah")
    assert (await setting(admin, "payments"))["isOn"] is True
    status, read = await put(admin, "payments")
    assert status == 200
    assert read == await page(admin)
    assert (await setting(admin, "payments"))["last"] | {"at": ""} == {
        "name": "payments", "isOn": False, "by": {"id": 61, "username": "aisyah"}, "words": WHY, "at": "",
    }  # fmt: skip
    assert (await admin.http.get("/api/settings")).json() == {
        "auctions": True, "payments": False, "registration": True, "firstBidAtStart": False,
    }  # fmt: skip
    assert (await put(admin, "payments", RAHIM, isOn=True))[0] == 200
    assert (await admin.http.get("/api/settings")).json()["payments"] is True
    assert await changes(admin, "payments") == [(False, 1), (True, 2)]
    assert [step["isOn"] for step in (await page(admin))["steps"] if step["name"] == "payments"] == [
        True,
        False,
    ]


async def test_second_of_two_concurrent_setting_changes_gets_409(admin: Service) -> None:
    seen = (await setting(admin, "auctions"))["changes"]
    came = await asyncio.gather(
        *(put(admin, "auctions", who, changes=seen) for who in (AISYAH, RAHIM) for _ in range(3))
    )
    codes = sorted(read.get("code", "") if status == 409 else "" for status, read in came)
    # A lost response may be requested again by the same person.
    assert codes == ["", "", "", "setting_changed", "setting_changed", "setting_changed"]
    assert await changes(admin, "auctions") == [(False, seen + 1)]


async def test_unchanged_setting_is_no_change(admin: Service) -> None:
    assert (await put(admin, "registration", isOn=True))[0] == 200
    assert await changes(admin, "registration") == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": "  "},
        {"words": "x" * 501},
        {"isOn": "no"},
        {"isOn": None},
        {"changes": -1},
        {"changes": 2**31},
    ],
)
async def test_setting_change_needs_reason_and_right_type(admin: Service, wrong: dict[str, Any]) -> None:
    assert (await put(admin, "registration", **wrong))[0] == 422
    assert (await put(admin, "everything", changes=0))[0] == 422
    assert await changes(admin, "registration") == []


async def test_setting_history_expires_and_the_pause_stays(admin: Service) -> None:
    assert (await put(admin, "protected_purchase"))[0] == 200
    await trim_all(admin.database, clock.about_now() + timedelta(days=401))
    found = await setting(admin, "protected_purchase")
    assert (found["isOn"], found["changes"], found["last"]) == (False, 1, None)
    assert (await page(admin))["steps"] == []


async def test_setting_and_rule_changes_have_before_after_and_request_id(admin: Service) -> None:
    was_on = (await setting(admin, "auctions"))["isOn"]
    for is_on in (not was_on, was_on):
        form = {"isOn": is_on, "words": WHY, "changes": (await setting(admin, "auctions"))["changes"]}
        answer = await admin.http.put("/api/admin/settings/auctions", json=form, headers=AISYAH)
        assert await changes_in(admin, answer) == [("change_setting", None, {"auctions": (not is_on, is_on)})]
    rules = (await admin.http.get("/api/admin/rules", headers=AISYAH)).json()["rules"]
    was = next(rule for rule in rules if rule["name"] == "saved_searches")
    for value in (was["value"] - 1, was["value"]):
        rules = (await admin.http.get("/api/admin/rules", headers=AISYAH)).json()["rules"]
        now = next(rule for rule in rules if rule["name"] == "saved_searches")
        form = {"value": value, "words": WHY, "changes": now["changes"]}
        answer = await admin.http.put("/api/admin/rules/saved_searches", json=form, headers=AISYAH)
        expected = ("change_rule", None, {"saved_searches": (now["value"], value)})
        assert await changes_in(admin, answer) == [expected]
