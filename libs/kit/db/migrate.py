"""Migrations: Alembic per schema, run by the migrator's role, one at a time under an advisory lock."""

import asyncio
from pathlib import Path

import asyncpg
from alembic import command, context
from alembic.config import Config
from sqlalchemy import MetaData, pool, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

ROOT = Path(__file__).resolve().parents[3]
SERVICES = ("auth", "catalog", "auction", "messaging", "boost", "admin")
KIT_TABLES = (Path(__file__).parent / "tables.sql").read_text()
REFUSED_TABLES = (Path(__file__).parent / "refused.sql").read_text()
ENDED_SESSIONS = (Path(__file__).parent / "ended_sessions.sql").read_text()
TURN_SECONDS = 0.1
PEOPLE_TABLE = (Path(__file__).parent / "people.sql").read_text()


def migrate_all(migrator_url: str) -> None:
    """Bring every schema to its newest version."""
    for service in SERVICES:
        migrate(service, migrator_url)


def migrate(service: str, migrator_url: str, revision: str = "head") -> None:
    """Bring one schema to a version; safe to run at the same time from several places."""
    config = Config()
    scripts = str(ROOT / "services" / service / "migrations")
    config.set_main_option("script_location", scripts.replace("%", "%%"))
    config.attributes["url"] = migrator_url
    (command.upgrade if revision == "head" else command.downgrade)(config, revision)


def run_environment(schema: str, metadata: MetaData) -> None:
    """Run the migrations of a service; its `migrations/env.py` calls this."""
    asyncio.run(_run(schema, metadata))


async def _run(schema: str, metadata: MetaData) -> None:
    url = context.config.attributes["url"]
    server_settings = {"search_path": schema, "lock_timeout": "2000", "timezone": "UTC"}
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda **more: asyncpg.connect(url, server_settings=server_settings, **more),
        poolclass=pool.NullPool,
    )
    async with engine.connect() as connection:
        await _take_turn(connection)
        await connection.run_sync(_upgrade, schema, metadata)
        await connection.commit()
    await engine.dispose()


async def _take_turn(connection: AsyncConnection) -> None:
    """Wait until no other migration runs in this database."""
    # Asked again and again: building an index waits for every older query, so also for one that waits here.
    lock = text("SELECT pg_try_advisory_lock(hashtext('migrate'))")
    while not (await connection.execute(lock)).scalar_one():
        await connection.commit()
        await asyncio.sleep(TURN_SECONDS)
    await connection.commit()


def _upgrade(connection: object, schema: str, metadata: MetaData) -> None:
    context.configure(
        connection=connection,  # type: ignore[arg-type]
        target_metadata=metadata,
        version_table_schema=schema,
        include_schemas=True,
        include_name=lambda name, kind, parents: kind != "schema" or name == schema,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def create_kit_tables(service: str) -> None:
    """Create the kit's tables in a service's first migration, with the rights of the service's role."""
    from alembic import op

    for statement in _statements(KIT_TABLES):
        op.execute(text(statement.replace(":", "\\:")))
    grant(service, "SELECT, INSERT", "outbox", "inbox")
    grant(service, "SELECT, INSERT, UPDATE", "leaders", "revocations", "idempotency_keys")
    grant(service, "SELECT, INSERT, UPDATE, DELETE", "parked", "parked_keys")
    op.execute(f"GRANT UPDATE (published_at) ON outbox TO wangi_{service}")
    op.execute(f"GRANT DELETE ON idempotency_keys TO wangi_{service}")


def create_refused(service: str) -> None:
    """Set aside what the broker refuses, and let old rows leave in pieces; after `create_kit_tables`."""
    from alembic import op

    build_index_of_parts("outbox_aside", "outbox", "(topic, key) WHERE published_at = 'infinity'")
    for statement in _statements(REFUSED_TABLES):
        op.execute(text(statement.replace(":", "\\:")))
    grant(service, "SELECT, INSERT, UPDATE, DELETE", "refused_keys")


def drop_refused() -> None:
    """Undo `create_refused`; `keep_tables` stays as it is, and what was refused is tried again."""
    from alembic import op

    op.execute("UPDATE outbox SET published_at = NULL WHERE published_at = 'infinity'")
    op.execute("DROP INDEX outbox_aside")
    op.execute("DROP TABLE refused_keys")


def judge_ages_by_statement(*functions: str) -> None:
    """Let functions compare ages with the time their statement began. `clock_timestamp()` may differ for each
    row, so that no index is ever used for it."""
    _replace_in(functions, "clock_timestamp()", "statement_timestamp()")


def judge_ages_by_clock(*functions: str) -> None:
    """Undo `judge_ages_by_statement`."""
    _replace_in(functions, "statement_timestamp()", "clock_timestamp()")


def _replace_in(functions: tuple[str, ...], old: str, new: str) -> None:
    from alembic import op

    definition = text("SELECT pg_get_functiondef(CAST(:function AS regprocedure))")
    for function in functions:
        source: str = op.get_bind().execute(definition, {"function": function}).scalar_one()
        op.get_bind().exec_driver_sql(source.replace(old, new))


def create_ended_sessions(service: str) -> None:
    """Keep ended sessions, and delete rows when they are useless; comes after `create_kit_tables`."""
    from alembic import op

    for statement in _statements(ENDED_SESSIONS):
        op.execute(text(statement.replace(":", "\\:")))
    grant(service, "SELECT, INSERT", "ended_sessions")
    op.execute("REVOKE ALL ON FUNCTION trim_void(int) FROM PUBLIC")
    op.execute(f"GRANT EXECUTE ON FUNCTION trim_void(int) TO wangi_{service}")


def drop_ended_sessions() -> None:
    """Undo `create_ended_sessions`."""
    from alembic import op

    op.execute("DROP FUNCTION trim_void(int)")
    op.execute("DROP TABLE ended_sessions")
    op.execute("DROP TRIGGER revocations_heard ON revocations")
    op.execute("DROP FUNCTION note_when_heard()")
    op.execute("DROP INDEX revocations_by_age")
    op.execute("ALTER TABLE revocations DROP COLUMN heard_at")


def create_people(service: str) -> None:
    """Create what every service but auth knows of people, in one of its migrations."""
    from alembic import op

    for statement in _statements(PEOPLE_TABLE):
        op.execute(text(statement))
    grant(service, "SELECT, INSERT, UPDATE", "people")


_NAMELESS = (
    "ADD CONSTRAINT ck_people_erased CHECK (standing <> 'erased' OR (username = ''{} AND image IS NULL))"
)


def trim_people() -> None:
    """Keep nothing of a person that no service decides on or shows; comes after `create_people`."""
    from alembic import op

    op.execute(
        "ALTER TABLE people DROP CONSTRAINT ck_people_erased, DROP COLUMN shop_name, DROP COLUMN is_seller"
    )
    op.execute("ALTER TABLE people " + _NAMELESS.format(""))


def untrim_people() -> None:
    """Undo `trim_people`; auth is asked again for what the columns held."""
    from alembic import op

    op.execute("ALTER TABLE people ADD COLUMN shop_name text NOT NULL DEFAULT ''")
    op.execute("ALTER TABLE people ADD COLUMN is_seller boolean NOT NULL DEFAULT true")
    op.execute("ALTER TABLE people DROP CONSTRAINT ck_people_erased")
    op.execute("ALTER TABLE people " + _NAMELESS.format(" AND shop_name = ''"))
    op.execute("UPDATE people SET stale = true WHERE standing <> 'erased'")


def show_people() -> None:
    """Add what a card or a page says of a seller beside the name; comes after `trim_people`."""
    from alembic import op

    op.execute(
        "ALTER TABLE people ADD COLUMN shop_name text NOT NULL DEFAULT '', "
        "ADD COLUMN is_verified boolean NOT NULL DEFAULT false, ADD COLUMN joined_at timestamptz"
    )
    op.execute("ALTER TABLE people DROP CONSTRAINT ck_people_erased")
    op.execute("ALTER TABLE people " + _NAMELESS.format(" AND shop_name = ''"))
    op.execute("UPDATE people SET stale = true WHERE standing <> 'erased'")


def unshow_people() -> None:
    """Undo `show_people`."""
    from alembic import op

    op.execute("ALTER TABLE people DROP CONSTRAINT ck_people_erased")
    op.execute("ALTER TABLE people DROP COLUMN shop_name, DROP COLUMN is_verified, DROP COLUMN joined_at")
    op.execute("ALTER TABLE people " + _NAMELESS.format(""))


def find_to_forget() -> None:
    """Find people who are erased and not forgotten yet by an index; comes after `create_people`."""
    build_index("people_to_forget", "people (user_id) WHERE standing = 'erased' AND forgotten_at IS NULL")


def drop_to_forget() -> None:
    """Undo `find_to_forget`."""
    drop_index("people_to_forget")


def drop_people() -> None:
    """Undo `create_people`."""
    from alembic import op

    op.execute("DROP TABLE people")


def grant(service: str, rights: str, *tables: str) -> None:
    """Let the service's own role use its tables, and no more than that."""
    from alembic import op

    for table in tables:
        op.execute(f"GRANT {rights} ON {table} TO wangi_{service}")


def build_index(name: str, on: str) -> None:
    """Build an index (`on`: all that follows ON) while its table is read and written, and anew if a migration
    that failed left it half built. It commits what the migration did before: call it first, or after what may
    run twice."""
    from alembic import op

    drop_index(name)
    with op.get_context().autocommit_block():
        op.execute("SET lock_timeout = 0")  # it waits for open transactions and blocks none
        op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {on}")
        op.execute("RESET lock_timeout")


def drop_index(name: str) -> None:
    """Drop an index, if there is one, while its table is in use. It commits, as `build_index` does."""
    from alembic import op

    with op.get_context().autocommit_block():
        op.execute("SET lock_timeout = 0")
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        op.execute("RESET lock_timeout")


def build_index_of_parts(name: str, table: str, on: str) -> None:
    """Build an index of a table of partitions, one after the other: PostgreSQL cannot do that in one command.
    Partitions that are made meanwhile have theirs from the start."""
    from alembic import op

    op.execute(f"CREATE INDEX IF NOT EXISTS {name} ON ONLY {table} {on}")
    for part in op.get_bind().execute(text(_PARTS_WITHOUT), {"name": name, "on": table}).scalars().all():
        own = f"{part}_{name.removeprefix(table).lstrip('_')}"
        build_index(own, f"{part} {on}")
        op.execute(f"ALTER INDEX {name} ATTACH PARTITION {own}")


_PARTS_WITHOUT = """
SELECT part.relname FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
WHERE inhparent = CAST(:on AS regclass) AND NOT EXISTS (
    SELECT FROM pg_index JOIN pg_inherits AS attached ON attached.inhrelid = pg_index.indexrelid
    WHERE pg_index.indrelid = part.oid AND attached.inhparent = CAST(:name AS regclass)
) ORDER BY part.relname
"""


def _statements(script: str) -> list[str]:
    """Split a script at semicolons outside of function bodies."""
    parts, inside = [""], False
    for line in script.splitlines():
        if line.lstrip().startswith("--") and not inside:
            continue
        inside ^= line.count("$$") % 2 == 1
        parts[-1] += line.split(" -- ")[0] + "\n"
        if line.split(" -- ")[0].rstrip().endswith(";") and not inside:
            parts.append("")
    return [part.strip() for part in parts if part.strip()]


def drop_kit_tables() -> None:
    """Undo `create_kit_tables`."""
    from alembic import op

    tables = "outbox, leaders, inbox, parked, parked_keys, idempotency_keys, revocations"
    op.execute("DROP FUNCTION keep_tables(int)")
    op.execute(f"DROP TABLE {tables}")
