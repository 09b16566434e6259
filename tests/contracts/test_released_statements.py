"""While a new build is rolled out the old one still runs: each of its SQL statements works on the new
schema."""

from collections.abc import AsyncIterator

import asyncpg
import pytest

from deploy.local.ports import SERVICES
from deploy.local.stack import Stack
from tests.support.statements import broken, kept

pytestmark = pytest.mark.servers


@pytest.fixture
async def owner(stack: Stack) -> "AsyncIterator[asyncpg.Connection[asyncpg.Record]]":
    connection = await asyncpg.connect(stack.database_urls["migrator"])
    yield connection
    await connection.close()


@pytest.mark.parametrize("service", SERVICES)
async def test_every_statement_of_the_released_build_works_on_the_new_schema(
    stack: Stack, service: str
) -> None:
    """AR-D25."""
    connection = await asyncpg.connect(stack.database_urls[service])
    try:
        assert await broken(connection, kept(service)) == []
    finally:
        await connection.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("ALTER TABLE product_copies RENAME COLUMN price TO amount", "price"),
        ("ALTER TABLE product_copies DROP COLUMN image_url", "image_url"),
        (
            "DELETE FROM product_copies; ALTER TABLE product_copies ADD colour text NOT NULL",
            "colour has no default",
        ),
        ("DROP TABLE people CASCADE", "people"),
    ],
)
async def test_a_step_that_the_released_build_cannot_live_with_is_found(
    owner: "asyncpg.Connection[asyncpg.Record]", change: str, words: str
) -> None:
    """The check itself finds what breaks."""
    step = owner.transaction()
    await step.start()
    try:
        await owner.execute(f"SET LOCAL search_path = boost; {change}")
        found = []
        for statement in kept("boost"):
            if words.split()[0] in statement or "product_copies" in statement:
                savepoint = owner.transaction()
                await savepoint.start()
                found += await broken(owner, [statement])
                await savepoint.rollback()
        assert any(words in one for one in found)
    finally:
        await step.rollback()


def test_statements_of_every_service_are_kept() -> None:
    """A service without kept statements would pass unseen."""
    assert all(kept(service) for service in SERVICES)
