"""While a new build is rolled out the old one still runs: each of its SQL statements works on the new
schema."""

from collections.abc import AsyncIterator

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from deploy.local.ports import SERVICES
from deploy.local.stack import Stack
from libs.kit.testing import Service
from tests.support.statements import TESTS, broken, marked_tests, released_statements, sent_by_services

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
        assert await broken(connection, released_statements(service)) == []
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
        for statement in released_statements("boost"):
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
    assert all(released_statements(service) for service in SERVICES)


LOG = """\
@wangi_catalog wangi-catalog@ LOG:  execute __asyncpg_stmt_1__: SELECT name
\tFROM products WHERE id = $1
@wangi_catalog wangi-catalog@ DETAIL:  parameters: $1 = '5'
@wangi_catalog wangi-relay@ LOG:  execute __asyncpg_stmt_2__: DELETE FROM outbox WHERE id = $1
@wangi_catalog tests@ LOG:  execute __asyncpg_stmt_3__: UPDATE products SET price = $1
@wangi_catalog @ LOG:  execute __asyncpg_stmt_4__: SELECT count(*) FROM products
@wangi_catalog wangi-catalog@ LOG:  execute __asyncpg_stmt_5__: COMMIT;
@wangi wangi-catalog@ LOG:  execute __asyncpg_stmt_6__: DELETE FROM products
"""


def test_only_statements_of_the_services_are_recorded() -> None:
    """Neither those of tests, nor those of the administrator, nor the limits of transactions."""
    found = sent_by_services(LOG)
    assert found.pop("catalog") == {
        "SELECT name\nFROM products WHERE id = $1",
        "DELETE FROM outbox WHERE id = $1",
    }
    assert not any(found.values())


NAME = "SELECT current_setting('application_name') AS name"


async def test_a_session_that_a_test_opens_is_recorded_as_one_of_tests(boost: Service) -> None:
    """On the service's own connections, which have the service's name again afterwards."""
    asked = await names_seen(boost)
    assert asked == ["wangi-boost"] * 2
    with marked_tests():
        assert await names_seen(boost) == [TESTS] * 2
        with pytest.raises(DBAPIError):
            await boost.rows("SELECT 1 / 0")
    assert await names_seen(boost) == ["wangi-boost"] * 2


async def names_seen(service: Service) -> list[str]:
    """The name of the connection in a transaction and in a read of this test."""
    async with service.database.transaction() as session:
        written = (await session.execute(text(NAME))).scalar_one()
    return [written, (await service.rows(NAME))[0]["name"]]
