import itertools
import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import event

from deploy.local.stack import Stack
from libs.contracts.event import Event, make_envelope, uuid7
from libs.contracts.events.auth import UserBanned, UserRegistered
from libs.contracts.events.staff import AccountChangedByStaff, ChangedField
from libs.contracts.events.trades import OrderRead
from libs.kit.testing import Service, signed_in
from services.admin.audit.queries import RecordFilters, newest_entries
from services.admin.subscribers import record_events
from services.admin.tests.test_audit import record_acts
from tests.support.planning import filled
from tests.support.table_file import lines_in

pytestmark = pytest.mark.servers
ADMIN = signed_in(8_802, "boss", roles=("admin",))


async def test_audit_file_matches_its_page(admin: Service) -> None:
    await record_acts(admin, 3)
    answer = await admin.http.get("/api/admin/audit/export.csv", headers=ADMIN)
    lines = lines_in(answer)
    shown = (await admin.http.get("/api/admin/audit", params={"limit": 3}, headers=ADMIN)).json()
    assert [(int(line["id"]), line["type"], json.loads(line["data"])) for line in lines[:3]] == [
        (item["id"], item["type"], item["data"]) for item in shown
    ]
    assert all(line["hash"] for line in lines[:3])
    (event,) = await admin.recorded("export-8802")
    assert event["type"] == "wangi.admin.RecordExported.v1"
    for role in ("moderator", "finance", "support"):
        other = signed_in(8_803, "nurul", roles=(role,))
        assert (await admin.http.get("/api/admin/audit/export.csv", headers=other)).status_code == 403


AUDIT = "/api/admin/audit"
# No other test uses these days.
FIRST, SECOND, THIRD = "2021-03-01", "2021-03-02", "2021-03-03"
NUMBERS = itertools.count(1_000_000)


def at(day: int, hour: int) -> datetime:
    return datetime(2021, 3, day, hour, tzinfo=UTC)


async def write(admin: Service, *events: tuple[Event, datetime]) -> None:
    async with admin.database.transaction() as session:
        await record_events(
            [make_envelope(event, next(NUMBERS), at=moment) for event, moment in events], session
        )


def banned(user_id: int, moment: datetime) -> tuple[Event, datetime]:
    return UserBanned(user_id=user_id, by_admin_id=8_804, banned_at=moment), moment


def looked(deal_id: int, moment: datetime) -> tuple[Event, datetime]:
    return OrderRead(deal_id=deal_id, by_admin_id=8_804, read_at=moment), moment


def registered(user_id: int, moment: datetime) -> tuple[Event, datetime]:
    return UserRegistered(user_id=user_id, is_seller=True, registered_at=moment), moment


async def entries_of(admin: Service, **asked: Any) -> list[tuple[str, str]]:
    entries, following = list[tuple[str, str]](), None
    while True:
        params = None if following else asked | {"limit": 2}
        answer = await admin.http.get(following or AUDIT, params=params, headers=ADMIN)
        assert answer.status_code == 200, answer.text
        entries += [(item["type"].split(".")[-2], item["subject"]) for item in answer.json()]
        if "link" not in answer.headers:
            return entries
        following = answer.headers["link"].split(">")[0].removeprefix("<")


async def test_audit_log_is_searchable_by_day_kind_and_service(admin: Service) -> None:
    await write(
        admin,
        banned(81, at(2, 3)),
        looked(82, at(2, 4)),
        banned(83, at(1, 15)),  # 23:00 in Malaysia.
        banned(84, at(1, 16)),  # Midnight in Malaysia: the second.
        registered(85, at(2, 5)),
        banned(86, at(2, 15)),
        banned(87, at(2, 16)),  # The third.
    )
    second = [
        ("UserBanned", "86"), ("UserRegistered", "85"), ("OrderRead", "read-82"), ("UserBanned", "81"),
        ("UserBanned", "84"),
    ]  # fmt: skip
    assert await entries_of(admin, since=SECOND, until=SECOND) == second
    assert await entries_of(admin, since=FIRST, until=FIRST) == [("UserBanned", "83")]
    assert (await entries_of(admin, until=FIRST))[0] == ("UserBanned", "83"), (
        "older ones of other tests follow"
    )
    assert (await entries_of(admin, since=SECOND, until=THIRD))[0] == ("UserBanned", "87")
    bans = [item for item in second if item[0] == "UserBanned"]
    assert await entries_of(admin, since=SECOND, until=SECOND, kind="UserBanned") == bans
    assert await entries_of(admin, since=SECOND, until=SECOND, byStaff=True) == [
        item for item in second if item[0] != "UserRegistered"
    ]
    assert await entries_of(admin, since=SECOND, until=SECOND, byAdminId=8_805) == []
    assert await entries_of(admin, since=SECOND, until=SECOND, source="messaging") == [
        ("OrderRead", "read-82")
    ]
    assert await entries_of(admin, since=SECOND, until=SECOND, source="auth", subject="81") == [
        ("UserBanned", "81")
    ]


async def test_audit_log_is_filtered_by_one_service_or_kind(admin: Service) -> None:
    await write(admin, looked(91, datetime.now(UTC)))
    answer = await admin.http.get(AUDIT, params={"source": "messaging", "limit": 200}, headers=ADMIN)
    assert {item["source"] for item in answer.json()} == {"/messaging"}
    assert "read-91" in [item["subject"] for item in answer.json()]
    answer = await admin.http.get(AUDIT, params={"kind": "OrderRead", "limit": 200}, headers=ADMIN)
    assert {item["type"] for item in answer.json()} == {"wangi.messaging.OrderRead.v1"}


def changed(user_id: int, request: str, moment: datetime) -> tuple[Event, datetime]:
    return AccountChangedByStaff(
        change_id=uuid7(), act="ban", by_admin_id=8_804, about_id=user_id, party_ids=[user_id], reason=None,
        case_id=None, request_id=request, done_at=moment,
        fields=[ChangedField(name="isBanned", before=False, after=True)],
    ), moment  # fmt: skip


async def test_all_entries_of_a_request_are_found_and_exported(admin: Service) -> None:
    """P-F8"""
    at = datetime(2020, 7, 1, 3, tzinfo=UTC)
    await write(admin, changed(401, "one-request", at), changed(402, "another", at), banned(401, at))
    asked = {"requestId": "one-request"}
    (found,) = (await admin.http.get(AUDIT, params=asked, headers=ADMIN)).json()
    shown = (found["data"]["aboutId"], found["data"]["requestId"], found["data"]["fields"])
    assert shown == (401, "one-request", [{"name": "isBanned", "before": False, "after": True}])
    (line,) = lines_in(await admin.http.get(f"{AUDIT}/export.csv", params=asked, headers=ADMIN))
    assert json.loads(line["data"])["fields"] == found["data"]["fields"]
    assert (await admin.http.get(AUDIT, params=asked | {"since": "2020-07-02"}, headers=ADMIN)).json() == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"since": "yesterday"}, {"since": "1999-12-31"}, {"until": "3000-01-01"}, {"kind": "a b"},
        {"kind": "x" * 61}, {"requestId": "a b"}, {"requestId": "x" * 65},
        {"subject": "1"}, {"since": FIRST, "cursor": "WzFd"},
        {"since": FIRST, "cursor": "WyIyMDIxLTAzLTAxIiwxXQ"},
    ],
)  # fmt: skip
async def test_invalid_audit_filters_are_refused(admin: Service, wrong: dict[str, str]) -> None:
    answer = await admin.http.get(AUDIT, params=wrong, headers=ADMIN)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


async def test_audit_file_has_the_filters_of_its_page(admin: Service) -> None:
    await write(
        admin,
        banned(101, datetime(2020, 5, 1, 3, tzinfo=UTC)),
        banned(102, datetime(2020, 5, 2, 3, tzinfo=UTC)),
    )
    boss = signed_in(8_806, "boss", roles=("admin",))
    query = "since=2020-05-01&until=2020-05-01&kind=UserBanned"
    answer = await admin.http.get(f"{AUDIT}/export.csv?{query}", headers=boss)
    assert [line["about"] for line in lines_in(answer)] == ["101"]
    (event,) = await admin.recorded("export-8806")
    assert event["data"]["filters"] == ["kind", "since", "until"]
    assert (await admin.http.get(f"{AUDIT}/export.csv?subject=1", headers=boss)).status_code == 422


@pytest.mark.parametrize(
    ("filters", "index"),
    [
        (RecordFilters(since=date(2020, 6, 1), until=date(2020, 6, 2)), "ix_audit_log_time"),
        (RecordFilters(source="boost"), "ix_audit_log_source_time"),
        (RecordFilters(kind="RuleChanged"), "ix_audit_log_kind_time"),
        (RecordFilters(by_staff=True, until=date(2020, 6, 2)), "ix_audit_log_staff_time"),
        (RecordFilters(by_admin_id=77, until=date(2020, 6, 2)), "ix_audit_log_of_staff_time"),
        (RecordFilters(request_id="abc"), "ix_audit_log_request"),
    ],
)
async def test_no_audit_filter_reads_the_whole_log(
    stack: Stack, admin: Service, filters: RecordFilters, index: str
) -> None:
    asked: list[tuple[str, Any]] = []

    def catch(*args: Any) -> None:
        asked.append((args[2], args[3]))

    async with filled(stack, admin.app.state.name, [MANY], "audit_log") as session:
        place = (datetime.now(UTC), 2**62) if filters.goes_by_time else None
        connection = await session.connection()
        engine = connection.engine.sync_engine
        event.listen(engine, "before_cursor_execute", catch)
        try:
            for before in (None, place):
                await newest_entries(session, filters, before=before, most=50)
        finally:
            event.remove(engine, "before_cursor_execute", catch)
        assert len(asked) == 2
        for statement, values in asked:
            plan = [row[0] for row in await connection.exec_driver_sql(f"EXPLAIN {statement}", values)]
            assert any(index in line for line in plan), plan


MANY = """
    INSERT INTO audit_log (event_id, type, source, subject, version, happened_at, data)
    SELECT 'many-' || n, CASE WHEN n % 1000 = 0 THEN 'wangi.auth.UserBanned.v1' ELSE 'wangi.auction.BidPlaced.v1' END,
        '/auction', n::text, 1, now() - n * interval '1 h',
        CASE WHEN n % 1000 = 0 THEN jsonb_build_object('byAdminId', 1) ELSE '{}'::jsonb END
    FROM generate_series(1, 20000) AS n"""
