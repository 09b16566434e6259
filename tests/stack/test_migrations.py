"""The newest step of every schema, with rows of the build before it: forward, back, and forward again."""

import asyncio
from collections.abc import Iterator

import asyncpg
import pytest

from deploy.local.ports import SERVICES
from deploy.local.stack import Stack, stack
from libs.kit.db.migrate import migrate

pytestmark = pytest.mark.servers
BEFORE = "0003"
_OLD = """
INSERT INTO catalog.products (id, seller_id, name, brand, description, price, stock_quantity, category_id,
    remaining_percent, volume_ml, box_condition, listing_type, status)
VALUES (1, 5, 'Blanc Matin', 'Chypré', 'Bought at the counter.', 39000, 1, 1, 85, 100, 'Good', 'fixed', 'active'),
       (2, 5, 'Blanc Soir', 'Verrane', 'Bought at the counter.', 39000, 1, 1, 85, 100, 'Good', 'fixed', 'cancelled');
INSERT INTO catalog.product_images (product_id, image_url) VALUES (1, '/api/images/aaaaaaaa.webp');
INSERT INTO catalog.people (user_id, username) VALUES (5, 'farid'), (6, 'mei');
UPDATE catalog.people SET standing = 'erased', username = '' WHERE user_id = 6;
"""


@pytest.fixture(scope="module")
def servers() -> Iterator[Stack]:
    with stack() as started:
        yield started


async def test_rows_of_the_build_before_survive_the_way_forward_and_back(servers: Stack) -> None:
    """AR-D25."""
    owner = servers.database_urls["migrator"]
    for service in SERVICES:
        await asyncio.to_thread(migrate, service, owner, BEFORE)
    connection = await asyncpg.connect(owner, server_settings={"search_path": "catalog"})
    try:
        await connection.execute(_OLD)
        for service in SERVICES * 2:
            await asyncio.to_thread(migrate, service, owner)
            if service == "catalog":
                await _check_new(connection)
                await asyncio.to_thread(migrate, service, owner, BEFORE)
                shown = await connection.fetch("SELECT name FROM catalog.products WHERE status = 'active'")
                assert [row["name"] for row in shown] == ["Blanc Matin"]
            else:
                await asyncio.to_thread(migrate, service, owner, BEFORE)
    finally:
        await connection.close()


async def test_boost_does_not_go_back_while_a_decision_waits_for_its_appeal(servers: Stack) -> None:
    owner = servers.database_urls["migrator"]
    await asyncio.to_thread(migrate, "boost", owner)
    connection = await asyncpg.connect(owner, server_settings={"search_path": "boost"})
    try:
        for state in ("decided", "appealed"):
            await connection.execute(
                "INSERT INTO protections (deal_id, product_id, seller_id, buyer_id, amount, fee, state,"
                " created_at, held_at) VALUES (990001, 1, 2, 3, 500, 15, $1, now(), now())",
                state,
            )
            with pytest.raises(Exception, match="waits for its appeal"):
                await asyncio.to_thread(migrate, "boost", owner, "0030")
            await connection.execute("DELETE FROM protections WHERE deal_id = 990001")
        await asyncio.to_thread(migrate, "boost", owner, "0030")
        await asyncio.to_thread(migrate, "boost", owner)
    finally:
        await connection.close()


async def _check_new(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    rows = await connection.fetch(
        "SELECT name, status, words, touched > '0'::xid8 AS touched FROM catalog.products"
    )
    assert {row["name"]: row["status"] for row in rows} == {"Blanc Matin": "active", "Blanc Soir": "archived"}
    assert all(row["touched"] and row["words"] == [] for row in rows)
    await connection.execute("UPDATE catalog.people SET is_verified = true WHERE user_id = 5")
