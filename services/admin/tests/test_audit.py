import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from deploy.local.stack import Stack
from libs.contracts.event import make_envelope
from libs.contracts.events.auth import UserBanned, UserRegistered
from libs.contracts.events.trades import DealCancelled
from libs.kit.db.database import Database
from libs.kit.events.dlq import DeadLetters
from libs.kit.events.inbox import Inbox, parse_message
from libs.kit.testing import Service, signed_in
from services.admin.audit.service import check_chains
from services.admin.audit.trimming import trim_all, trim_record
from services.admin.subscribers import record_events, subscriptions

pytestmark = pytest.mark.servers
ADMIN = signed_in(1, "boss", roles=("admin",))
DEAL: dict[str, Any] = {
    "transaction_id": 1, "product_id": 2, "seller_id": 3, "buyer_id": 4, "cancelled_by": "buyer", "reason": "other",
    "was_paid": False,
}  # fmt: skip


async def record_acts(admin: Service, count: int) -> None:
    for number in range(count):
        event = UserRegistered(user_id=900 + number, is_seller=True, registered_at=datetime.now(UTC))
        async with admin.database.transaction() as session:
            await record_events([make_envelope(event, 1)], session)


async def test_admin_reads_audit_log_in_pages(admin: Service) -> None:
    await record_acts(admin, 5)
    first = await admin.http.get("/api/admin/audit", params={"limit": 3}, headers=ADMIN)
    assert [entry["subject"] for entry in first.json()] == ["904", "903", "902"]
    following = first.headers["link"].split(">")[0].removeprefix("<")
    second = await admin.http.get(following, headers=ADMIN)
    assert [entry["subject"] for entry in second.json()][:2] == ["901", "900"]


async def test_audit_log_shows_current_staff_names(admin: Service) -> None:
    async with admin.database.transaction() as session:
        await session.execute(text("INSERT INTO people (user_id, username) VALUES (7301, 'nurul')"))
        for item in (7301, 7302):
            event = UserBanned(user_id=9730, by_admin_id=item, banned_at=datetime.now(UTC))
            await record_events([make_envelope(event, item)], session)
        await record_events(
            [make_envelope(UserRegistered(user_id=9730, is_seller=True, registered_at=event.banned_at), 1)],
            session,
        )
    answer = await admin.http.get("/api/admin/audit", params={"limit": 3}, headers=ADMIN)
    assert [(item["data"].get("byAdminId"), item["byName"]) for item in answer.json()] == [
        (None, ""), (7302, ""), (7301, "nurul"),
    ]  # fmt: skip


async def test_audit_log_is_searchable_by_actor_and_subject(admin: Service) -> None:
    await record_acts(admin, 2)
    now = datetime.now(UTC)
    acts = [UserBanned(user_id=900 + item, by_admin_id=item, banned_at=now) for item in (71, 72, 71)]
    async with admin.database.transaction() as session:
        await record_events([make_envelope(event, 2) for event in acts], session)

    async def found(**asked: Any) -> list[tuple[str, str]]:
        answer = await admin.http.get("/api/admin/audit", params=asked | {"limit": 2}, headers=ADMIN)
        assert answer.status_code == 200, answer.text
        shown = answer.json()
        if "link" in answer.headers:
            following = answer.headers["link"].split(">")[0].removeprefix("<")
            shown += (await admin.http.get(following, headers=ADMIN)).json()
        return [(item["type"].split(".")[-2], item["subject"]) for item in shown]

    one, other = ("UserBanned", "971"), ("UserBanned", "972")
    assert (await found(byStaff=True))[:3] == [one, other, one]
    assert await found(byAdminId=71) == [one, one]
    assert await found(byAdminId=72) == [other]
    assert set(await found(source="auth", subject="901")) == {("UserRegistered", "901")}
    assert await found(source="boost", subject="901") == []
    for wrong in (
        {"subject": "901"},
        {"source": "bank", "subject": "1"},
        {"byAdminId": 0},
        {"source": "auth", "subject": "a\0"},
    ):
        assert (await admin.http.get("/api/admin/audit", params=wrong, headers=ADMIN)).status_code == 422


async def test_staff_see_events_per_day_in_any_arrival_order(admin: Service) -> None:
    """ADM-02"""

    async def shown() -> dict[str, tuple[int, list[int]]]:
        answer = (await admin.http.get("/api/admin/overview", params={"days": 7}, headers=ADMIN)).json()
        return {event["name"]: (event["total"], event["days"]) for event in answer["events"]}

    before, days = (await shown())["DealCancelled"]
    now = datetime.now(UTC)
    event = DealCancelled(**DEAL, cancelled_at=now)

    async def batch(*ages: float) -> None:
        events = [
            make_envelope(event, 1).model_copy(update={"time": now - timedelta(days=age)}) for age in ages
        ]
        async with admin.database.transaction() as session:
            await record_events(events, session)

    await asyncio.gather(*(batch(0, 1, 1) for _ in range(6)), batch(500), batch(3000))
    total, counted = (await shown())["DealCancelled"]
    assert total == before + 20
    assert [new - old for new, old in zip(counted, days, strict=True)] == [0, 0, 0, 0, 0, 12, 6]
    await trim_all(admin.database, now)
    assert (await shown())["DealCancelled"] == (total, counted)
    old = await admin.rows(
        "SELECT day FROM event_days WHERE name = 'DealCancelled' AND day < now() - interval '1 year'"
    )
    assert len(old) == 1
    assert (await admin.http.get("/api/admin/overview", headers=signed_in(2))).status_code == 403


async def test_only_admins_read_the_audit_log(admin: Service) -> None:
    assert (await admin.http.get("/api/admin/audit")).status_code == 401
    assert (await admin.http.get("/api/admin/audit", headers=signed_in(2))).status_code == 403


async def test_service_cannot_change_the_audit_log(admin: Service) -> None:
    await record_acts(admin, 1)
    for attempt in ("UPDATE audit_log SET subject = 'x'", "DELETE FROM audit_log"):
        with pytest.raises(DBAPIError, match="permission denied"):
            async with admin.database.transaction() as session:
                await session.execute(text(attempt))


async def test_service_replays_and_discards_parked_events_with_its_own_rights(admin: Service) -> None:
    event = UserRegistered(user_id=990, is_seller=True, registered_at=datetime.now(UTC))
    value = make_envelope(event, 1).model_dump_json().encode()
    inbox = Inbox("admin", admin.database, subscriptions)
    dead_letters = DeadLetters(admin.database, subscriptions)
    await inbox.park(parse_message("wangi.users", 0, 1, b"990", value), "a passing fault", 4)
    await inbox.park(parse_message("wangi.users", 0, 2, b"991", b"\xff" * 900_000), "unreadable", 1)
    assert await dead_letters.replay("wangi.users", "990") == 1
    assert await dead_letters.discard("wangi.users", "991") == 1
    assert len(await admin.rows("SELECT 1 FROM audit_log WHERE subject = '990'")) == 1
    assert await dead_letters.overview() == []


@pytest.mark.parametrize("cursor", ["WyJ4Il0", "Wy0xXQ", "WzE4NDQ2NzQ0MDczNzA5NTUxNjE2XQ", "!!", "W10"])
async def test_foreign_cursor_is_refused(admin: Service, cursor: str) -> None:
    answer = await admin.http.get("/api/admin/audit", params={"cursor": cursor}, headers=ADMIN)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


async def test_missing_or_changed_audit_entry_is_detected(admin: Service, owner: Database) -> None:
    """P-F8"""

    async def found() -> list[str]:
        answer = (await admin.http.get("/api/admin/audit/chain", headers=ADMIN)).json()
        assert answer["isWhole"] == (answer["faults"] == [])
        faults: list[str] = answer["faults"]
        return faults

    await record_acts(admin, 6)
    assert await found() == []
    (newest,) = await admin.rows("SELECT max(number) AS n FROM audit_log WHERE chain = 'accounts'")
    for act, restored, fault in (
        ("UPDATE audit_log SET subject = '1' || subject", "UPDATE audit_log SET subject = substr(subject, 2)",
         "accounts: {} was changed"),
        ("UPDATE audit_log SET number = -number", "UPDATE audit_log SET number = -number",
         "accounts: {} to {} are missing"),
    ):  # fmt: skip
        for place in (newest["n"], newest["n"] - 2):
            await change(owner, f"{act} WHERE chain = 'accounts' AND number = {place}")
            assert await found() == [fault.format(place, place)]
            sign = "-" if "number" in act else ""
            await change(owner, f"{restored} WHERE chain = 'accounts' AND number = {sign}{place}")
            assert await found() == []
    for attempt in ("UPDATE audit_beginnings SET first = 9", "DELETE FROM audit_chains"):
        with pytest.raises(DBAPIError, match="permission denied"):
            async with admin.database.transaction() as session:
                await session.execute(text(attempt))


async def test_concurrent_batches_form_one_chain_that_can_be_trimmed(admin: Service, owner: Database) -> None:
    event = DealCancelled(**DEAL, cancelled_at=datetime.now(UTC))

    async def batch(age: float) -> None:
        at = datetime.now(UTC) - timedelta(days=age)
        events = [make_envelope(event, 1).model_copy(update={"time": at}) for _ in range(50)]
        async with admin.database.transaction() as session:
            await record_events(events, session)

    await asyncio.gather(*(batch(0) for _ in range(8)))
    assert (await check_chains(admin.database)).faults == []
    first, upto = await beginning(admin), await beginning(admin) + 20
    await change(
        owner,
        "UPDATE audit_log SET happened_at = happened_at - interval '401 days' "
        f"WHERE chain = 'rest' AND number < {upto}",
    )
    assert await trim_record(admin.database) >= 20
    assert await beginning(admin) >= upto > first
    assert (await check_chains(admin.database)).faults == []
    await change(owner, "UPDATE audit_beginnings SET before = '1' || before WHERE chain = 'rest'")
    place = await beginning(admin)
    assert (await check_chains(admin.database)).faults == [f"rest: {place} does not follow the one before"]
    await change(owner, "UPDATE audit_beginnings SET before = substr(before, 2) WHERE chain = 'rest'")


async def beginning(admin: Service) -> int:
    (row,) = await admin.rows("SELECT first FROM audit_beginnings WHERE chain = 'rest'")
    return int(row["first"])


@pytest.fixture
async def owner(stack: Stack) -> AsyncIterator[Database]:
    database = Database(stack.database_urls["migrator"], "admin", pool_size=1)
    yield database
    await database.close()


async def change(owner: Database, statement: str) -> None:
    async with owner.transaction() as session:
        await session.execute(text(statement))


@pytest.mark.slow
async def test_old_audit_entries_expire_by_retention(admin: Service) -> None:
    fill = text(
        "INSERT INTO audit_log (event_id, type, source, subject, version, happened_at, data) "
        "SELECT 'old-' || CAST(:source AS text) || g, 't', CAST(:source AS text), g::text, 1, "
        "clock_timestamp() - make_interval(days => :days), '{}' FROM generate_series(1, :many) g"
    )
    before = len(await admin.rows("SELECT 1 FROM audit_log"))
    rows = [
        ("/auction", 500, 400_000),
        ("/auth", 500, 1_000),
        ("/auth", 3_000, 30_000),
        ("/boost", 399, 1_000),
    ]
    async with admin.database.transaction() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        for number, (source, days, many) in enumerate(rows):
            answered = {"source": source, "days": days, "many": many}
            await session.execute(text(str(fill).replace("'old-'", f"'old-{number}-'")), answered)
    assert await trim_record(admin.database) == 430_000
    left = await admin.rows(
        "SELECT source, count(*) AS n FROM audit_log WHERE event_id LIKE 'old-%' GROUP BY 1"
    )
    assert {row["source"]: row["n"] for row in left} == {"/auth": 1_000, "/boost": 1_000}
    assert len(await admin.rows("SELECT 1 FROM audit_log")) == before + 2_000
    assert await trim_record(admin.database) == 0
