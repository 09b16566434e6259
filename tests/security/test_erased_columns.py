import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby

import asyncpg
import pytest
from pydantic.alias_generators import to_camel as camel
from sqlalchemy import text

from deploy.local.stack import Stack, start_stack
from libs.contracts.event import make_envelope
from libs.contracts.events.auth import UserErased
from libs.contracts.services import SERVICES
from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.testing import Service
from libs.marketplace.erasure import run_erasures
from services.auction.account_removal.service import continue_removals
from services.auth.privacy import erasure
from services.auth.privacy.queries import add_request
from tests.support.forgetting import PIECES

pytestmark = pytest.mark.servers


# In every integer column, so that all rows belong to this person. Fits a smallint.
PERSON = 30_977


CANARY = "Qanary 30977 words"


NOT_PERSONAL = {"code", "record", "expires"}


_COLUMNS = """
SELECT n.nspname AS schema, c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
    a.attnotnull AS required, split_part(coalesce(col_description(c.oid, a.attnum),
        obj_description(c.oid, 'pg_class'), ''), ':', 1) AS comment,
    split_part(coalesce(col_description(c.oid, a.attnum), ''), ': ', 2) AS keys,
    (SELECT string_agg(pg_get_constraintdef(k.oid), ' ') FROM pg_constraint AS k
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS checks
FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ANY($1) AND a.attnum > 0
    AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY 1, 2, a.attnum"""


_CHECKS = """
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) AS statement
FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
WHERE k.contype = 'c' AND k.coninhcount = 0 AND k.connamespace::regnamespace::text = ANY($1)"""


_WHOLE = {"smallint", "integer", "bigint", "numeric", "double precision", "real"}


_WORDS = {"text", "character varying", "text[]", "jsonb", "bytea", "tsvector"}


@dataclass(frozen=True)
class Column:
    schema: str
    table: str
    name: str
    type: str
    required: bool
    comment: str
    keys: str
    checks: str | None

    @property
    def place(self) -> str:
        return f"{self.schema}.{self.table}.{self.name}"

    @property
    def listed(self) -> str | None:
        allowed = re.search(r"= ANY \(ARRAY\['([^']*)'::text", self.checks or "")
        return allowed[1] if allowed else None

    @property
    def is_free_text(self) -> bool:
        return self.type in _WORDS and self.listed is None and self.comment not in NOT_PERSONAL

    def sample(self, ids: dict[str, int]) -> str:
        if self.is_free_text:
            return self._canary(ids)
        if self.type in _WHOLE:
            return str(PERSON)
        if self.listed is not None:
            return f"'{self.listed}'"
        if self.type == "text":
            return "'code'"
        if not self.required:
            return "NULL"
        return {
            "character varying": "'code'", "bytea": "'code'", "boolean": "false", "jsonb": "'{}'", "xid8": "'1'",
            "date": "current_date", "timestamp with time zone": "now()",
        }.get(self.type, "'{}'")  # fmt: skip

    def _canary(self, ids: dict[str, int]) -> str:
        quoted = f"'{CANARY}'"
        if self.type == "jsonb":
            keys = self.keys.split(", ") if self.keys else ["canary"]
            return f"'{json.dumps(ids | dict.fromkeys(keys, CANARY))}'"
        expressions = {
            "text[]": f"ARRAY[{quoted}]", "bytea": f"convert_to({quoted}, 'UTF8')",
            "tsvector": f"to_tsvector('simple', {quoted})",
        }  # fmt: skip
        return expressions.get(self.type, quoted)


@pytest.fixture
def own_stack() -> Iterator[Stack]:
    """Separate servers, because these rows would confuse the jobs of others."""
    with start_stack(is_durable=False) as started:
        yield started


@asynccontextmanager
async def database_of(stack: Stack, service: str) -> AsyncIterator[Database]:
    database = Database(stack.database_urls[service], service)
    try:
        yield database
    finally:
        await database.close()


async def fill_tables(owner: asyncpg.Connection, columns: list[Column]) -> None:
    """Without check constraints, foreign keys and triggers."""
    for check in await owner.fetch(_CHECKS, SERVICES):
        await owner.execute(check["statement"])
    ids = {camel(column.name): PERSON for column in columns if column.name.endswith("_id")}
    await owner.execute("SET session_replication_role = replica")
    for (schema, table), group in groupby(columns, key=lambda column: (column.schema, column.table)):
        row = {column.name: column.sample(ids) for column in group}
        names = ", ".join(f'"{name}"' for name in row)
        await owner.execute(
            f'INSERT INTO {schema}."{table}" ({names}) OVERRIDING SYSTEM VALUE VALUES ({", ".join(row.values())}) '
            "ON CONFLICT DO NOTHING"
        )
    await owner.execute("SET session_replication_role = origin")


async def places_with_canary(owner: asyncpg.Connection, columns: list[Column]) -> set[str]:
    """In clear or in hexadecimal."""
    places = set()
    for column in columns:
        if column.type not in _WORDS:
            continue
        value = f'lower("{column.name}"::text)'
        query = (
            f'SELECT EXISTS (SELECT FROM {column.schema}."{column.table}" WHERE strpos({value}, $1) > 0 '
            f"OR strpos({value}, $2) > 0)"
        )
        word = CANARY.split()[0].lower()
        if await owner.fetchval(query, word, CANARY.split()[0].encode().hex()):
            places.add(column.place)
    return places


async def erase_account(database: Database, auth: Service) -> None:
    real = auth.app.state.auth
    async with database.transaction() as session:
        await add_request(session, PERSON, clock.about_now())
        await session.execute(text("UPDATE users SET closed_at = now()"))
    here = copy(real)
    here.database = database
    await erasure.erase_due(here)
    async with database.transaction() as session:  # Sent, and so deleted.
        await session.execute(text("DELETE FROM mails WHERE kind = 'account_deleted'"))


async def erase_everywhere(stack: Stack, auth: Service) -> None:
    erased = UserErased(user_id=PERSON, erased_at=clock.about_now())
    for name in SERVICES:
        async with database_of(stack, name) as database:
            if name == "auth":
                await erase_account(database, auth)
                continue
            app = import_module(f"services.{name}.main").app
            async with database.transaction() as session:
                await session.execute(
                    text("UPDATE people SET account_status = 'active', forgotten_at = NULL")
                )
                await app.state.subscriptions.dispatch(make_envelope(erased, 2), session)
            if name == "auction":
                while await continue_removals(database):
                    pass
            elif name in PIECES:
                while await run_erasures(database, *PIECES[name]):
                    pass


async def test_erasure_empties_every_free_text_column(own_stack: Stack, auth: Service) -> None:
    """P-G2, W7"""
    owner = await asyncpg.connect(own_stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    try:
        columns = [Column(**row) for row in await owner.fetch(_COLUMNS, SERVICES)]
        await fill_tables(owner, columns)
        free_text = {column.place for column in columns if column.is_free_text}
        assert await places_with_canary(owner, columns) == free_text
        assert len(free_text) > 100
        await erase_everywhere(own_stack, auth)
        left = await places_with_canary(owner, columns)
        assert not left, "\n".join(sorted(left))
    finally:
        await owner.close()
