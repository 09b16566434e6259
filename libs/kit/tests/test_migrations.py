import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from deploy.local.stack import Stack
from deploy.postgres.provision import EXTENSIONS
from libs.contracts.services import SERVICES
from libs.kit.db import migrate as migrations
from libs.kit.db.migrate import ROOT, migrate
from libs.kit.tests.lab import until

pytestmark = pytest.mark.servers
DATABASE = "migrations"
NEXT = """
from libs.kit.db.migrate import build_index

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    build_index("ix_bids_example", "bids (bidder_id, placed_at)")


def downgrade() -> None:
    pass
"""


@pytest.fixture
async def empty_database(stack: Stack) -> AsyncIterator[str]:
    admin = await asyncpg.connect(stack.admin_url)
    await admin.execute(f"CREATE DATABASE {DATABASE} TEMPLATE template0 ENCODING 'UTF8'")
    inside = await asyncpg.connect(_within(stack.admin_url))
    for extension in EXTENSIONS:
        await inside.execute(f"CREATE EXTENSION {extension}")
    for service in SERVICES:
        await inside.execute(f"CREATE SCHEMA {service} AUTHORIZATION wangi_migrator")
    await inside.close()
    yield _within(stack.database_urls["migrator"])
    await admin.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)")
    await admin.close()


def _within(url: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{DATABASE}"))


@pytest.fixture
def with_next_migration(tmp_path: Path) -> Path:
    folder = tmp_path / "services" / "auction" / "migrations"
    shutil.copytree(ROOT / "services" / "auction" / "migrations", folder)
    (folder / "versions" / "0002_example.py").write_text(NEXT)
    return tmp_path


RUNNING_AUCTION = """
INSERT INTO auction.auctions (id, product_id, seller_id, starting_price, bid_increment, ends_at, original_ends_at,
    extension_window, extension_seconds, extension_cap, status, version, created_at, updated_at)
VALUES (1, 1, 41, 10000, 500, now(), now(), 1, 1, 1, 'active', 1, now(), now())"""
A_BID = """
INSERT INTO auction.bids (auction_id, seq, id, bidder_id, bidder_name, amount, placed_at)
VALUES (1, $1::int, $1::int, 42, 'a***r', 10500, now())"""


async def test_bids_are_accepted_while_an_index_is_built(
    empty_database: str, with_next_migration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asyncio.to_thread(migrate, "auction", empty_database)
    slow, database = await asyncpg.connect(empty_database), await asyncpg.connect(empty_database)

    async def is_building() -> bool:
        building = "wait_event_type = 'Lock' AND query LIKE '%INDEX CONCURRENTLY%ix_bids_example%'"
        return bool(await database.fetch(f"SELECT 1 FROM pg_stat_activity WHERE {building}"))

    try:
        await database.execute(RUNNING_AUCTION)
        await database.execute("CREATE INDEX ix_bids_example ON auction.bids (seq)")
        transaction = slow.transaction()
        await transaction.start()
        await slow.execute(A_BID, 1)
        monkeypatch.setattr(migrations, "ROOT", with_next_migration)
        migrating = asyncio.create_task(asyncio.to_thread(migrate, "auction", empty_database))
        await until(is_building)
        await database.execute("SET lock_timeout = '1s'")
        await database.execute(A_BID, 2)
        await transaction.commit()
        await migrating
        assert not await database.fetch("SELECT 1 FROM pg_index WHERE NOT indisvalid")
        built = await database.fetchval("SELECT pg_get_indexdef('auction.ix_bids_example'::regclass)")
        assert "(bidder_id, placed_at)" in built
    finally:
        await slow.close()
        await database.close()


async def test_concurrent_migrations_run_one_after_another(
    empty_database: str, with_next_migration: Path
) -> None:
    command = (
        "import pathlib; from libs.kit.db import migrate;"
        f"migrate.ROOT = pathlib.Path({str(with_next_migration)!r}); migrate.migrate('auction', {empty_database!r})"
    )
    migrating = [await asyncio.create_subprocess_exec(sys.executable, "-c", command) for _ in range(3)]
    assert [await process.wait() for process in migrating] == [0, 0, 0]


@pytest.mark.parametrize("service", SERVICES)
async def test_migrating_twice_changes_nothing(empty_database: str, service: str) -> None:
    """AR-D25"""
    database = await asyncpg.connect(empty_database)
    objects = "SELECT oid, relname FROM pg_class WHERE relnamespace = $1::regnamespace ORDER BY oid"
    try:
        await asyncio.to_thread(migrate, service, empty_database)
        before = await database.fetch(objects, service)
        await asyncio.to_thread(migrate, service, empty_database)
        assert before
        assert await database.fetch(objects, service) == before
    finally:
        await database.close()
