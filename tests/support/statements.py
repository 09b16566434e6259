"""SQL statements of the released build, tried with each new schema (CONTRIBUTING.md)."""

import contextlib
import json
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.services import SERVICES
from libs.kit import testing
from libs.kit.db.database import Database

KEPT = Path(__file__).parents[1] / "contracts" / "released_statements"
# Longer statements only have more rows.
LONGEST = 2_000
_PREFIX = "@%u %a@ "
# Distinguishes statements of tests from those of services.
TESTS = "tests"
_ENTRY = re.compile(r"^@wangi_(\w+) wangi-\w+@ LOG:  execute [^:]+: (.*(?:\n\t.*)*)", re.MULTILINE)
_CONTROL = re.compile(
    r"BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|RESET|SHOW|LISTEN|UNLISTEN|CLOSE|DISCARD", re.I
)
_INSERT = re.compile(r"INSERT INTO (?:\w+\.)?(\w+)(?: AS \w+)? \(([^)]*)\)", re.IGNORECASE)
_DEMANDING = """
SELECT column_name FROM information_schema.columns
WHERE table_schema = current_schema AND table_name = $1 AND is_nullable = 'NO'
AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER'
"""


async def begin(admin_url: str) -> None:
    """Log each statement with its role and application."""
    connection = await asyncpg.connect(admin_url)
    try:
        await connection.execute("ALTER SYSTEM SET log_statement = 'all'")
        await connection.execute(f"ALTER SYSTEM SET log_line_prefix = '{_PREFIX}'")
        await connection.execute("SELECT pg_reload_conf()")
    finally:
        await connection.close()


@contextlib.contextmanager
def marked_tests() -> Iterator[None]:
    """Name the connections that a test opens itself."""
    transaction, reading = Database.transaction, Database.reading

    def marked_transaction(database: Database) -> AbstractAsyncContextManager[AsyncSession]:
        return _in_transaction(transaction(database)) if _is_of_a_test() else transaction(database)

    def marked_reading(database: Database) -> AbstractAsyncContextManager[AsyncSession]:
        return _in_reading(reading(database)) if _is_of_a_test() else reading(database)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "transaction", marked_transaction)
        patch.setattr(Database, "reading", marked_reading)
        yield


def _is_of_a_test() -> bool:
    path = sys._getframe(2).f_code.co_filename
    return "/tests/" in path or path == testing.__file__


@asynccontextmanager
async def _in_transaction(opened: AbstractAsyncContextManager[AsyncSession]) -> AsyncIterator[AsyncSession]:
    async with opened as session:
        await session.execute(text(f"SET LOCAL application_name = '{TESTS}'"))
        yield session


@asynccontextmanager
async def _in_reading(opened: AbstractAsyncContextManager[AsyncSession]) -> AsyncIterator[AsyncSession]:
    async with opened as session:
        await session.execute(text(f"SET application_name = '{TESTS}'"))
        try:
            yield session
        finally:
            await session.execute(text("RESET application_name"))


def sent_by_services(log: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {service: set() for service in SERVICES}
    for role, words in _ENTRY.findall(log):
        statement = words.replace("\n\t", "\n").strip()
        if role in found and len(statement) <= LONGEST and not _CONTROL.match(statement):
            found[role].add(statement)
    return found


def keep(log: Path) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    for service, statements in sent_by_services(log.read_text(errors="replace")).items():
        if statements:
            (KEPT / f"{service}.json").write_text(
                json.dumps(sorted(statements), indent=1, ensure_ascii=False) + "\n"
            )


def released_statements() -> dict[str, list[str]]:
    """By service. Recording begins with release 1.0."""
    return {file.stem: json.loads(file.read_text()) for file in sorted(KEPT.glob("*.json"))}


async def broken(connection: "asyncpg.Connection[asyncpg.Record]", statements: list[str]) -> list[str]:
    """Statements that fail with this schema."""
    found = []
    for statement in statements:
        try:
            await connection.prepare(statement)
        except asyncpg.PostgresError as refused:
            found.append(f"{refused}: {statement}")
            continue
        async for table, missing in _left_out(connection, statement):
            found.append(f"{table}.{missing} has no default: {statement}")
    return found


async def _left_out(
    connection: "asyncpg.Connection[asyncpg.Record]", statement: str
) -> AsyncIterator[tuple[str, str]]:
    for table, columns in _INSERT.findall(statement):
        given = {column.strip().strip('"') for column in columns.split(",")}
        for row in await connection.fetch(_DEMANDING, table):
            if row["column_name"] not in given:
                yield table, row["column_name"]
