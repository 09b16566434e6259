import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.admin.analytics.rules import MAX_EVENTS_A_DAY
from services.admin.analytics.service import count_days
from services.admin.audit.trimming import trim_all

pytestmark = pytest.mark.servers
STAFF = signed_in(61, "aisyah", roles=("admin",))
SESSION = "0123456789abcdef01234567"


def an_event(name: str = "view_item", **fields: Any) -> dict[str, Any]:
    usual = {
        "at": clock.about_now().isoformat(),
        "path": "/products/5",
        "params": {"item_id": 5, "price": 390},
    }
    return {"name": name} | usual | fields


async def post(admin: Service, *events: Any, session: str = SESSION) -> Any:
    return await admin.http.post("/api/events", json={"session": session, "events": list(events)})


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("page_view", id="ANA-01"), pytest.param("view_item", id="ANA-03"),
        pytest.param("bid", id="ANA-04"),
        pytest.param("boost_purchase", id="ANA-05"), pytest.param("purchase", id="ANA-06"),
        pytest.param("message", id="ANA-07"), pytest.param("page_timing", id="ANA-08"),
        pytest.param("javascript_error", id="ANA-09"), pytest.param("promise_rejection", id="ANA-09b"),
    ],
)  # fmt: skip
async def test_each_visitor_event_is_stored_and_counted_by_day(admin: Service, name: str) -> None:
    answer = await post(admin, an_event(name), an_event(name))
    assert (answer.status_code, answer.json()) == (202, {"counted": 2})
    days = (await admin.http.get("/api/admin/events?days=1", headers=STAFF)).json()
    counted = {day["name"]: day for day in days}
    assert (counted[name]["times"] >= 2, counted[name]["visits"] >= 1) == (True, True)
    assert (await admin.http.get("/api/admin/events", headers=signed_in(62))).status_code == 403


@pytest.mark.parametrize(
    "event",
    [
        an_event("login"), an_event(path="/products?email=a@b.example"), an_event(path="x"), an_event(at="yesterday"),
        an_event(params={"a": "x" * 5000}), an_event(params={str(n): n for n in range(21)}), an_event(userId=5),
        an_event(params={"a": "\x00"}), "view_item", None,
    ],
)  # fmt: skip
async def test_batch_with_invalid_event_is_refused(admin: Service, event: Any) -> None:
    """S03, S18"""
    assert (await post(admin, an_event(), event)).status_code == 422
    assert (await post(admin, *[an_event()] * 21)).status_code == 422
    assert (await post(admin, an_event(), session="me@mail.example")).status_code == 422


async def test_wrong_visitor_clock_is_corrected_and_old_events_expire(admin: Service) -> None:
    """STAT-02"""
    await post(admin, an_event(path="/clock", at="1999-01-01T00:00:00Z"))
    (row,) = await admin.rows("SELECT happened_at, received_at FROM web_events WHERE path = '/clock'")
    assert abs(row["happened_at"] - row["received_at"]) < timedelta(seconds=1)
    clock.forward(days=91)
    try:
        await trim_all(admin.database, clock.about_now())
    finally:
        clock.reset()
    assert await admin.rows("SELECT id FROM web_events WHERE path = '/clock'") == []


@pytest.mark.parametrize(
    "malformed", ["NaN", "1e999", '"\\ud800"', '{"a": ["\\ud800"]}', '{"\\u0000": 1}', "[" * 900 + "]" * 900]
)
async def test_unstorable_event_is_refused(admin: Service, malformed: str) -> None:
    """S18"""
    body = json.dumps({"session": SESSION, "events": [an_event(params={"a": "ODD"})]}).replace(
        '"ODD"', malformed
    )
    answer = await admin.http.post(
        "/api/events", content=body.encode(), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422, answer.text


async def test_full_day_accepts_no_more_events(admin: Service) -> None:
    clock.forward(days=200)
    try:
        assert (await post(admin, an_event(path="/full"))).json() == {"counted": 1}
        await change(admin, f"UPDATE web_event_days SET kept = {MAX_EVENTS_A_DAY - 1} WHERE NOT is_counted")
        answer = await post(admin, an_event(path="/full"), an_event(path="/full"))
        assert (answer.status_code, answer.json()) == (202, {"counted": 0})
        assert (await post(admin, an_event(path="/full"))).json() == {"counted": 1}
        assert len(await admin.rows("SELECT id FROM web_events WHERE path = '/full'")) == 2
    finally:
        clock.reset()


async def test_finished_day_is_counted_once(admin: Service) -> None:
    clock.forward(days=300)
    try:
        await post(admin, an_event(), an_event(), an_event("bid"))
        await post(admin, an_event(), session="f" * 24)
        today = await counts_today(admin)
        assert today == {"view_item": (3, 2), "bid": (1, 1)}
        clock.forward(days=1)
        for _ in range(2):
            await count_days(admin.database, clock.about_now())
        await change(admin, "DELETE FROM web_events WHERE received_at > now() + interval '299 days'")
        assert await counts_today(admin) == today
    finally:
        clock.reset()


async def change(admin: Service, statement: str) -> None:
    async with admin.database.transaction() as session:
        await session.execute(text(statement))


async def counts_today(admin: Service) -> dict[str, tuple[int, int]]:
    days = (await admin.http.get("/api/admin/events?days=1", headers=STAFF)).json()
    return {day["name"]: (day["times"], day["visits"]) for day in days}
