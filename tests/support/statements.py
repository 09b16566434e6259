"""The SQL statements of the released build, kept so that each new schema is tried with them
(CONTRIBUTING.md)."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg

from deploy.local.ports import SERVICES

KEPT = Path(__file__).parents[1] / "contracts" / "released_statements"
# Longer ones are the same statement with more rows.
LONGEST = 2_000
_PREFIX = "@%u@ "
_ENTRY = re.compile(r"^@wangi_(\w+)@ LOG:  execute [^:]+: (.*(?:\n\t.*)*)", re.MULTILINE)
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
    """Let the server write down each statement with the role that sent it."""
    connection = await asyncpg.connect(admin_url)
    try:
        await connection.execute("ALTER SYSTEM SET log_statement = 'all'")
        await connection.execute(f"ALTER SYSTEM SET log_line_prefix = '{_PREFIX}'")
        await connection.execute("SELECT pg_reload_conf()")
    finally:
        await connection.close()


def keep(log: Path) -> None:
    """Write the statements of each service, without repetition, from the server's log."""
    found: dict[str, set[str]] = {service: set() for service in SERVICES}
    for role, words in _ENTRY.findall(log.read_text(errors="replace")):
        statement = words.replace("\n\t", "\n").strip()
        # What holds numbers instead of parameters was written by a test.
        is_of_a_test = "$" not in statement and any(map(str.isdigit, statement))
        if role in found and len(statement) <= LONGEST and not is_of_a_test and not _CONTROL.match(statement):
            found[role].add(statement)
    KEPT.mkdir(parents=True, exist_ok=True)
    for service, statements in found.items():
        if statements:
            (KEPT / f"{service}.json").write_text(
                json.dumps(sorted(statements), indent=1, ensure_ascii=False) + "\n"
            )


def kept(service: str) -> list[str]:
    """Return the statements of the released build of a service."""
    statements: list[str] = json.loads((KEPT / f"{service}.json").read_text())
    return statements


async def broken(connection: "asyncpg.Connection[asyncpg.Record]", statements: list[str]) -> list[str]:
    """Return those that this schema refuses: what they name is gone, or a new column asks for a value."""
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
