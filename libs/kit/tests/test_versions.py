import asyncio

import asyncpg
import pytest

from deploy.local.stack import Stack
from libs.contracts.services import SERVICES
from libs.kit.db.versions import is_ready, known_versions, wait_for_schema


@pytest.mark.parametrize(
    ("there", "ready"),
    [("0003", True), ("0002", False), (None, False), ("0004", True)],
    ids=["its own", "the one before", "none", "a later build's"],
)
def test_code_starts_on_its_own_or_later_schema(there: str | None, ready: bool) -> None:
    """P-H2"""
    assert is_ready(there, "0003", {"0001", "0002", "0003"}) is ready


@pytest.mark.parametrize("service", SERVICES)
def test_build_knows_its_newest_schema_version(service: str) -> None:
    newest, known = known_versions(service)
    assert newest == max(known)


@pytest.mark.servers
async def test_service_waits_for_its_schema_version(stack: Stack) -> None:
    await asyncio.wait_for(wait_for_schema("boost", stack.database_urls["boost"]), 10)
    newest, _ = known_versions("boost")
    admin = await asyncpg.connect(stack.database_urls["migrator"])
    try:
        await admin.execute("DELETE FROM boost.alembic_version")
        waiting = asyncio.create_task(wait_for_schema("boost", stack.database_urls["boost"]))
        await asyncio.wait({waiting}, timeout=0.3)
        assert not waiting.done()
    finally:
        await admin.execute("INSERT INTO boost.alembic_version VALUES ($1)", newest)
        await admin.close()
    await asyncio.wait_for(waiting, 10)
