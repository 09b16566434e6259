import re
from pathlib import Path

import asyncpg
import pytest

from deploy.local.stack import Stack
from libs.contracts.services import SERVICES

pytestmark = pytest.mark.servers
ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/tables.md"
_TABLES = """
SELECT n.nspname || '.' || c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') AND c.relname !~ '^outbox_[0-9]{8}$'
"""


def documented() -> set[str]:
    rows = [line.split("|") for line in DOCUMENT.read_text().splitlines() if line.startswith("| `")]
    assert all(cell.strip() for row in rows for cell in row[1:4]), (
        "each row says what it grows with and what trims it"
    )
    named = {name for row in rows for name in re.findall(r"`([*a-z]+\.[a-z_]+)`", row[1])}
    return {name.replace("*", schema) for name in named for schema in (SERVICES if name[0] == "*" else ("",))}


async def test_every_table_names_its_growth_and_cleanup(stack: Stack) -> None:
    owner = await asyncpg.connect(stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    found = {row[0] for row in await owner.fetch(_TABLES, list(SERVICES))}
    await owner.close()
    assert found - documented() == set(), "tables without a trim"
    assert documented() - found - {"auth.people"} == set(), "tables that are not there"


_FUNCTIONS = """
SELECT n.nspname || '.' || p.proname, p.prosrc FROM pg_proc AS p JOIN pg_namespace AS n
    ON n.oid = p.pronamespace
WHERE n.nspname = ANY($1)
"""
_BY_CLOCK = re.compile(r"[<>]=?[^;,\n]{0,60}clock_timestamp\(\)")
# Asks for the time once, after locks.
AFTER_LOCKS = ("services/auction/bidding/queries.py",)


async def test_every_age_condition_can_use_an_index(stack: Stack) -> None:
    owner = await asyncpg.connect(stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    functions = {row[0]: row[1] for row in await owner.fetch(_FUNCTIONS, list(SERVICES))}
    await owner.close()
    assert {"auction.keep_tables", "auth.forget_unverified"} <= functions.keys()
    files = [path for root in ("libs", "services") for path in (ROOT / root).rglob("*.py")]
    sources = {
        str(path.relative_to(ROOT)): path.read_text()
        for path in files
        if not {"tests", "versions"} & set(path.parts)
    }
    wrong = {name for name, source in (functions | sources).items() if _BY_CLOCK.search(source)}
    assert wrong - set(AFTER_LOCKS) == set()
