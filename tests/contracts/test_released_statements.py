import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from deploy.local.stack import Stack
from libs.kit.testing import Service
from tests.support.statements import TESTS, broken, marked_tests, released_statements, sent_by_services

pytestmark = pytest.mark.servers


@pytest.mark.parametrize("service", released_statements())
async def test_every_released_statement_works_on_the_new_schema(stack: Stack, service: str) -> None:
    """AR-D25"""
    connection = await asyncpg.connect(stack.database_urls[service])
    try:
        assert await broken(connection, released_statements()[service]) == []
    finally:
        await connection.close()


STATEMENTS = [
    "SELECT name, price, image_url FROM product_replicas WHERE seller_id = $1",
    "INSERT INTO product_replicas (product_id, seller_id, name, price) VALUES ($1, $2, $3, $4)",
    "SELECT username FROM people WHERE user_id = $1",
]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("ALTER TABLE product_replicas RENAME COLUMN price TO amount", "price"),
        ("ALTER TABLE product_replicas DROP COLUMN image_url", "image_url"),
        ("ALTER TABLE product_replicas ADD colour text NOT NULL", "colour has no default"),
        ("DROP TABLE people CASCADE", "people"),
    ],
)
async def test_change_that_breaks_the_released_build_is_found(
    stack: Stack, change: str, complaint: str
) -> None:
    connection = await asyncpg.connect(stack.database_urls["migrator"])
    complaints: list[str] = []
    transaction = connection.transaction()
    await transaction.start()
    try:
        await connection.execute("SET LOCAL search_path = boost")
        assert await broken(connection, STATEMENTS) == []
        await connection.execute(f"DELETE FROM product_replicas; {change}")
        for statement in STATEMENTS:
            savepoint = connection.transaction()
            await savepoint.start()
            complaints += await broken(connection, [statement])
            await savepoint.rollback()
        assert any(complaint in item for item in complaints)
    finally:
        await transaction.rollback()
        await connection.close()


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


def test_only_service_statements_are_recorded() -> None:
    found = sent_by_services(LOG)
    assert found.pop("catalog") == {
        "SELECT name\nFROM products WHERE id = $1",
        "DELETE FROM outbox WHERE id = $1",
    }
    assert not any(found.values())


NAME = "SELECT current_setting('application_name') AS name"


async def test_session_opened_by_a_test_is_recorded_as_test(boost: Service) -> None:
    asked = await names_seen(boost)
    assert asked == ["wangi-boost"] * 2
    with marked_tests():
        assert await names_seen(boost) == [TESTS] * 2
        with pytest.raises(DBAPIError):
            await boost.rows("SELECT 1 / 0")
    assert await names_seen(boost) == ["wangi-boost"] * 2


async def names_seen(service: Service) -> list[str]:
    async with service.database.transaction() as session:
        written = (await session.execute(text(NAME))).scalar_one()
    return [written, (await service.rows(NAME))[0]["name"]]
