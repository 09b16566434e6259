"""Old schemas become new ones with what they hold, and back; tried in a database of its own."""

import asyncio
import sys
from collections.abc import AsyncIterator
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from deploy.local.stack import Stack
from deploy.postgres.provision import EXTENSIONS
from libs.kit.db.migrate import migrate
from libs.kit.tests.lab import until

pytestmark = pytest.mark.servers
FIVE = ("catalog", "auction", "messaging", "boost", "admin")
SCRATCH = "migrations"


@pytest.fixture(scope="module")
async def scratch(stack: Stack) -> AsyncIterator[str]:
    """The address of a database with the five schemas and nothing in them."""
    admin = await asyncpg.connect(stack.admin_url)
    await admin.execute(f"CREATE DATABASE {SCRATCH} TEMPLATE template0 ENCODING 'UTF8'")
    inside = await asyncpg.connect(_within(stack.admin_url))
    for extension in EXTENSIONS:
        await inside.execute(f"CREATE EXTENSION {extension}")
    for service in FIVE:
        await inside.execute(f"CREATE SCHEMA {service} AUTHORIZATION wangi_migrator")
    await inside.close()
    yield _within(stack.database_urls["migrator"])
    await admin.execute(f"DROP DATABASE {SCRATCH} WITH (FORCE)")
    await admin.close()


def _within(url: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{SCRATCH}"))


async def moved(service: str, url: str, *revisions: str) -> None:
    """Through these versions; the first `head` makes everything."""
    for revision in revisions:
        await asyncio.to_thread(migrate, service, url, revision)


OLD_ROWS = {
    "catalog": "INSERT INTO catalog.seller_copies VALUES (7501, 'farid')",
    "messaging": "INSERT INTO messaging.user_copies VALUES (7501, 'farid', now())",
    "auction": """INSERT INTO auction.listing_copies VALUES (1, '{"sellerId": 7501, "sellerName": "farid"}')""",
    "admin": """INSERT INTO admin.audit_log (event_id, type, source, subject, version, happened_at, data)
        VALUES ('e1', 't', '/auth', '7501', 1, now(), '{"userId": 7501, "username": "farid"}')""",
}


@pytest.mark.parametrize("service", FIVE)
async def test_names_that_a_service_had_copied_are_kept_in_people_and_nowhere_else(
    scratch: str, service: str
) -> None:
    """Decision 0011: forward with what an older installation holds, back, and forward again."""
    await moved(service, scratch, "head", "0001")
    database = await asyncpg.connect(scratch)
    try:
        if service in OLD_ROWS:
            await database.execute(OLD_ROWS[service])
        await moved(service, scratch, "head")
        names = await database.fetch(f"SELECT user_id, username, stale FROM {service}.people")
        known = [] if service in ("boost", "admin") else [(7501, "farid", True)]
        assert [tuple(row) for row in names] == known
        if service == "auction":
            assert (
                await database.fetchval("SELECT card::text FROM auction.listing_copies")
                == '{"sellerId": 7501}'
            )
        if service == "admin":
            assert await database.fetchval("SELECT data::text FROM admin.audit_log") == '{"userId": 7501}'
    finally:
        await database.close()
    await moved(service, scratch, "0001", "head", "base")


async def test_bids_of_before_count_as_they_did(scratch: str) -> None:
    """The place of the next bid is taken from the bids there are."""
    await moved("auction", scratch, "head", "0001")
    database = await asyncpg.connect(scratch)
    try:
        await database.execute("""
            INSERT INTO auction.auctions (id, product_id, seller_id, starting_price, bid_increment, current_bid,
                current_bidder_id, bid_count, ends_at, original_ends_at, extension_window, extension_seconds,
                extension_cap, status, version, created_at, updated_at)
            VALUES (1, 1, 41, 10000, 500, 10500, 42, 7, now(), now(), 1, 1, 1, 'active', 8, now(), now())""")
        await moved("auction", scratch, "head")
        assert await database.fetchval("SELECT last_seq FROM auction.auctions") == 7
    finally:
        await database.close()
    await moved("auction", scratch, "base")


RUNNING_AUCTION = """
INSERT INTO auction.auctions (id, product_id, seller_id, starting_price, bid_increment, ends_at, original_ends_at,
    extension_window, extension_seconds, extension_cap, status, version, created_at, updated_at)
VALUES (1, 1, 41, 10000, 500, now(), now(), 1, 1, 1, 'active', 1, now(), now())"""
A_BID = """
INSERT INTO auction.bids (auction_id, seq, id, bidder_id, bidder_name, amount, placed_at)
VALUES (1, $1::int, $1::int, 42, 'a***r', 10500, now())"""
BEFORE_INDEXES = "0010"


async def test_bids_are_placed_while_a_migration_builds_its_indexes(scratch: str) -> None:
    """Beside a transaction that stays open: an index that took a lock would keep each later bid waiting."""
    await moved("auction", scratch, "head", BEFORE_INDEXES)
    slow, database = await asyncpg.connect(scratch), await asyncpg.connect(scratch)

    async def builds() -> bool:
        builds = "wait_event_type = 'Lock' AND query LIKE 'CREATE INDEX%bids_bidder%'"
        waiting = f"SELECT 1 FROM pg_stat_activity WHERE {builds}"
        return bool(await database.fetch(waiting))

    try:
        await database.execute(RUNNING_AUCTION)
        await database.execute(
            "CREATE INDEX ix_auctions_selling ON auction.auctions (status)"
        )  # left by a failed one
        open_still = slow.transaction()
        await open_still.start()
        await slow.execute(A_BID, 1)
        moving = asyncio.create_task(moved("auction", scratch, "head"))
        await until(builds)
        await database.execute("SET lock_timeout = '1s'")
        await database.execute(A_BID, 2)
        await open_still.commit()
        await moving
        assert not await database.fetch("SELECT 1 FROM pg_index WHERE NOT indisvalid")
        built = await database.fetchval("SELECT pg_get_indexdef('auction.ix_auctions_selling'::regclass)")
        assert "(seller_id, id)" in built
    finally:
        await slow.close()
        await database.close()
    await moved("auction", scratch, "base")


async def test_migrations_that_start_at_once_go_one_after_the_other(scratch: str) -> None:
    """One that waits for its turn must not hold up the index that the other builds."""
    await moved("auction", scratch, "head", BEFORE_INDEXES)
    command = f"import sys; from libs.kit.db.migrate import migrate; migrate('auction', {scratch!r})"
    moving = [await asyncio.create_subprocess_exec(sys.executable, "-c", command) for _ in range(3)]
    assert [await one.wait() for one in moving] == [0, 0, 0]
    await moved("auction", scratch, "base")
