"""The record holds everything that was told, once, and nobody changes it."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from libs.contracts.events.auth import UserRegistered
from libs.contracts.fact import seal
from libs.kit.testing import Service, signed_in
from services.admin.subscribers import write_down

pytestmark = pytest.mark.servers
ADMIN = signed_in(1, "boss", roles=("admin",))


async def tell(admin: Service, count: int) -> None:
    for number in range(count):
        fact = UserRegistered(user_id=900 + number, username="x", is_seller=True, registered_at=datetime.now(UTC))
        async with admin.database.transaction() as session:
            await write_down(seal(fact, 1), session)


async def test_an_admin_reads_the_record_page_by_page(admin: Service) -> None:
    await tell(admin, 5)
    first = await admin.http.get("/api/admin/audit", params={"limit": 3}, headers=ADMIN)
    assert [entry["subject"] for entry in first.json()] == ["904", "903", "902"]
    following = first.headers["link"].split(">")[0].removeprefix("<")
    second = await admin.http.get(following, headers=ADMIN)
    assert [entry["subject"] for entry in second.json()][:2] == ["901", "900"]


async def test_nobody_else_reads_it(admin: Service) -> None:
    assert (await admin.http.get("/api/admin/audit")).status_code == 401
    assert (await admin.http.get("/api/admin/audit", headers=signed_in(2))).status_code == 403


async def test_the_service_itself_cannot_change_the_record(admin: Service) -> None:
    await tell(admin, 1)
    for attempt in ("UPDATE audit_log SET subject = 'x'", "DELETE FROM audit_log"):
        with pytest.raises(DBAPIError, match="permission denied"):
            async with admin.database.transaction() as session:
                await session.execute(text(attempt))
