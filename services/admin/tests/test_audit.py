"""The audit log holds every published fact once, and no role can change it."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from libs.contracts.events.auth import UserRegistered
from libs.contracts.fact import seal
from libs.kit.events.dlq import DeadLetters
from libs.kit.events.inbox import Inbox, read
from libs.kit.testing import Service, signed_in
from services.admin import service
from services.admin.subscribers import subscriptions, write_down

pytestmark = pytest.mark.servers
ADMIN = signed_in(1, "boss", roles=("admin",))


async def tell(admin: Service, count: int) -> None:
    for number in range(count):
        fact = UserRegistered(user_id=900 + number, is_seller=True, registered_at=datetime.now(UTC))
        async with admin.database.transaction() as session:
            await write_down([seal(fact, 1)], session)


async def test_an_admin_reads_the_record_page_by_page(admin: Service) -> None:
    await tell(admin, 5)
    first = await admin.http.get("/api/admin/audit", params={"limit": 3}, headers=ADMIN)
    assert [entry["subject"] for entry in first.json()] == ["904", "903", "902"]
    following = first.headers["link"].split(">")[0].removeprefix("<")
    second = await admin.http.get(following, headers=ADMIN)
    assert [entry["subject"] for entry in second.json()][:2] == ["901", "900"]


async def test_only_admins_read_the_audit(admin: Service) -> None:
    assert (await admin.http.get("/api/admin/audit")).status_code == 401
    assert (await admin.http.get("/api/admin/audit", headers=signed_in(2))).status_code == 403


async def test_the_service_itself_cannot_change_the_record(admin: Service) -> None:
    await tell(admin, 1)
    for attempt in ("UPDATE audit_log SET subject = 'x'", "DELETE FROM audit_log"):
        with pytest.raises(DBAPIError, match="permission denied"):
            async with admin.database.transaction() as session:
                await session.execute(text(attempt))


async def test_a_service_replays_and_discards_what_it_parked_with_its_own_rights(admin: Service) -> None:
    fact = UserRegistered(user_id=990, is_seller=True, registered_at=datetime.now(UTC))
    value = seal(fact, 1).model_dump_json().encode()
    inbox = Inbox("admin", admin.database, subscriptions)
    dead_letters = DeadLetters(admin.database, subscriptions)
    await inbox.park(read("wangi.users", 0, 1, b"990", value), "a passing fault", 4)
    await inbox.park(read("wangi.users", 0, 2, b"991", b"\xff" * 900_000), "unreadable", 1)
    assert await dead_letters.replay("wangi.users", "990") == 1
    assert await dead_letters.discard("wangi.users", "991") == 1
    assert len(await admin.rows("SELECT 1 FROM audit_log WHERE subject = '990'")) == 1
    assert await dead_letters.overview() == []


@pytest.mark.parametrize("cursor", ["WyJ4Il0", "Wy0xXQ", "WzE4NDQ2NzQ0MDczNzA5NTUxNjE2XQ", "!!", "W10"])
async def test_a_cursor_that_is_not_ours_is_refused(admin: Service, cursor: str) -> None:
    answer = await admin.http.get("/api/admin/audit", params={"cursor": cursor}, headers=ADMIN)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


@pytest.mark.slow
async def test_the_record_lets_go_of_what_is_old_however_much(admin: Service) -> None:
    """What it says of accounts is kept seven years, everything else 400 days; the rest stays as it is."""
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
    assert await service.trim_record(admin.database) == 430_000
    left = await admin.rows(
        "SELECT source, count(*) AS n FROM audit_log WHERE event_id LIKE 'old-%' GROUP BY 1"
    )
    assert {row["source"]: row["n"] for row in left} == {"/auth": 1_000, "/boost": 1_000}
    assert len(await admin.rows("SELECT 1 FROM audit_log")) == before + 2_000
    assert await service.trim_record(admin.database) == 0
