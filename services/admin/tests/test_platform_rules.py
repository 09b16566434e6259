import asyncio
from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.event import EVENTS
from libs.contracts.events.admin import RuleChanged
from libs.contracts.rules import RULES
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.admin.audit.trimming import trim_all

pytestmark = pytest.mark.servers
AISYAH, RAHIM = (signed_in(user, name, roles=("admin",)) for user, name in ((61, "aisyah"), (62, "rahim")))
WHY = "Dealers fill the lists."


async def page(admin: Service) -> dict[str, Any]:
    answer = await admin.http.get("/api/admin/rules", headers=AISYAH)
    assert answer.status_code == 200, answer.text
    read: dict[str, Any] = answer.json()
    return read


async def rule(admin: Service, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(item for item in (await page(admin))["rules"] if item["name"] == name)
    return found


async def put(admin: Service, name: str, who: dict[str, str] = AISYAH, **body: Any) -> tuple[int, Any]:
    form = {"words": WHY} | body
    if "changes" not in form:
        form["changes"] = (await rule(admin, name))["changes"]
    answer = await admin.http.put(f"/api/admin/rules/{name}", json=form, headers=who)
    return answer.status_code, answer.json()


async def changes(admin: Service, name: str) -> list[tuple[int, int, int]]:
    """Each version is one more than the last."""
    recorded = await admin.recorded(name)
    assert [event["version"] for event in recorded] == list(range(1, len(recorded) + 1))
    events = [EVENTS[event["type"]].parse(event["data"]) for event in recorded]
    return [(event.before, event.value, event.changes) for event in events if isinstance(event, RuleChanged)]


async def test_all_rules_are_shown_with_defaults_and_bounds(admin: Service) -> None:
    shown = {item["name"]: item for item in (await page(admin))["rules"]}
    assert list(shown) == list(RULES)
    assert shown["saved_searches"] == {
        "name": "saved_searches", "kind": "limit", "value": 20, "default": 20, "least": 1, "most": 50,
        "changes": 0, "last": None,
    }  # fmt: skip


async def test_changed_rule_is_published_with_before_after_actor_and_reason(admin: Service) -> None:
    await add_person(admin, 61, username="aisyah")
    status, read = await put(admin, "listings_for_sale", value=400)
    assert status == 200
    assert read == await page(admin)
    shown = await rule(admin, "listings_for_sale")
    assert (shown["value"], shown["default"], shown["changes"]) == (400, 5_000, 1)
    assert shown["last"] | {"at": ""} == {
        "name": "listings_for_sale", "before": 5_000, "value": 400, "by": {"id": 61, "username": "aisyah"},
        "words": WHY, "at": "",
    }  # fmt: skip
    assert (await put(admin, "listings_for_sale", RAHIM, value=600))[0] == 200
    assert await changes(admin, "listings_for_sale") == [(5_000, 400, 1), (400, 600, 2)]
    steps = [step["value"] for step in (await page(admin))["steps"] if step["name"] == "listings_for_sale"]
    assert steps == [600, 400]


async def test_second_of_two_concurrent_rule_changes_gets_409(admin: Service) -> None:
    seen = (await rule(admin, "listings_a_day"))["changes"]
    wishes = [(AISYAH, 100)] * 3 + [(RAHIM, 200)] * 3
    came = await asyncio.gather(
        *(put(admin, "listings_a_day", who, value=value, changes=seen) for who, value in wishes)
    )
    codes = sorted(read.get("code", "") if status == 409 else "" for status, read in came)
    # A lost response may be requested again by the same person.
    assert codes == ["", "", "", "setting_changed", "setting_changed", "setting_changed"]
    assert len(await changes(admin, "listings_a_day")) == 1


async def test_unchanged_rule_is_no_change(admin: Service) -> None:
    assert (await put(admin, "pay_toyyibpay", value=1))[0] == 200
    assert await changes(admin, "pay_toyyibpay") == []


@pytest.mark.parametrize("name", list(RULES))
async def test_rule_stays_within_its_bounds(admin: Service, name: str) -> None:
    least, most = (await rule(admin, name))["least"], (await rule(admin, name))["most"]
    before = (await rule(admin, name))["value"]
    for value in (least - 1, most + 1):
        assert (await put(admin, name, value=value))[0] == 422
    assert (await rule(admin, name))["value"] == before
    for value in (least, most):
        assert (await put(admin, name, value=value))[0] == 200
        assert (await rule(admin, name))["value"] == value


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": "  "},
        {"words": "x" * 501},
        {"value": "30"},
        {"value": 30.5},
        {"value": True},
        {"value": None},
        {"changes": -1},
        {"changes": 2**31},
    ],
)
async def test_rule_change_needs_reason_and_right_type(admin: Service, wrong: dict[str, Any]) -> None:
    before = await changes(admin, "saved_searches")
    assert (await put(admin, "saved_searches", **({"value": 30} | wrong)))[0] == 422
    assert (await put(admin, "everything", value=1, changes=0))[0] == 422
    assert await changes(admin, "saved_searches") == before


async def test_only_admins_see_and_change_rules(admin: Service) -> None:
    finance = signed_in(63, "farah", roles=("finance",))
    assert (await admin.http.get("/api/admin/rules", headers=finance)).status_code == 403
    assert (await put(admin, "saved_searches", finance, value=30))[0] == 403


async def test_everyone_reads_the_first_bid_rule(admin: Service) -> None:
    for value in (1, 0):
        assert (await put(admin, "first_bid", value=value))[0] == 200
        assert (await admin.http.get("/api/settings")).json()["firstBidAtStart"] is (value == 1)


async def test_rule_history_expires_and_the_rule_stays(admin: Service) -> None:
    assert (await put(admin, "offers_for_a_listing", value=5))[0] == 200
    await trim_all(admin.database, clock.about_now() + timedelta(days=401))
    found = await rule(admin, "offers_for_a_listing")
    assert (found["value"], found["last"]) == (5, None)
    assert (await page(admin))["steps"] == []
