import asyncio
from pathlib import Path

import asyncpg
from alembic import command, context
from alembic.config import Config
from sqlalchemy import pool, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from libs.contracts.services import SERVICES

ROOT = Path(__file__).resolve().parents[3]
KIT_TABLES = (Path(__file__).parent / "kit_tables.sql").read_text()
TURN_SECONDS = 0.1


def migrate_all(migrator_url: str) -> None:
    for service in SERVICES:
        migrate(service, migrator_url)


def migrate(service: str, migrator_url: str) -> None:
    """Safe to run concurrently."""
    config = Config()
    scripts = str(ROOT / "services" / service / "migrations")
    config.set_main_option("script_location", scripts.replace("%", "%%"))
    config.attributes["url"] = migrator_url
    command.upgrade(config, "head")


def run_environment(schema: str) -> None:
    """Called by `migrations/env.py` of each service."""
    asyncio.run(_run(schema))


async def _run(schema: str) -> None:
    url = context.config.attributes["url"]
    server_settings = {"search_path": schema, "lock_timeout": "2000", "timezone": "UTC"}
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda **more: asyncpg.connect(url, server_settings=server_settings, **more),
        poolclass=pool.NullPool,
    )
    async with engine.connect() as connection:
        await _take_turn(connection)
        await connection.run_sync(_upgrade, schema)
        await connection.commit()
    await engine.dispose()


async def _take_turn(connection: AsyncConnection) -> None:
    # Polls the lock. A query that waits for the lock would block a concurrent index build, which waits for
    # all open queries.
    lock = text("SELECT pg_try_advisory_lock(hashtext('migrate'))")
    while not (await connection.execute(lock)).scalar_one():
        await connection.commit()
        await asyncio.sleep(TURN_SECONDS)
    await connection.commit()


def _upgrade(connection: object, schema: str) -> None:
    context.configure(
        connection=connection,  # type: ignore[arg-type]
        version_table_schema=schema,
        include_schemas=True,
        include_name=lambda name, kind, parents: kind != "schema" or name == schema,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def create_baseline(service: str) -> None:
    """Creates the tables of the kit and runs `baseline.sql` of the service."""
    _run_script(KIT_TABLES + "COMMENT ON TABLE alembic_version IS 'code';")
    grant(service, "SELECT, INSERT", "outbox", "inbox", "ended_sessions")
    grant(service, "UPDATE (published_at)", "outbox")
    grant(service, "SELECT, INSERT, UPDATE", "leaders", "revocations")
    grant(
        service, "SELECT, INSERT, UPDATE, DELETE", "idempotency_keys", "parked", "parked_keys", "refused_keys"
    )
    _run_script(
        "REVOKE ALL ON FUNCTION trim_void(int) FROM PUBLIC;\n"
        f"GRANT EXECUTE ON FUNCTION trim_void(int) TO wangi_{service};"
    )
    _run_script((ROOT / "services" / service / "migrations" / "baseline.sql").read_text())


def grant(service: str, rights: str, *tables: str) -> None:
    from alembic import op

    for table in tables:
        op.execute(f"GRANT {rights} ON {table} TO wangi_{service}")


def build_index(name: str, on: str) -> None:
    """Builds an index concurrently and replaces an invalid index. `on` is the text after ON. This function
    commits, so call it first or after steps that can be repeated."""
    from alembic import op

    drop_index(name)
    with op.get_context().autocommit_block():
        op.execute("SET lock_timeout = 0")  # Waits for open transactions without blocking them.
        op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {on}")
        op.execute("RESET lock_timeout")


def drop_index(name: str) -> None:
    """Drops an index concurrently. Commits, like `build_index`."""
    from alembic import op

    with op.get_context().autocommit_block():
        op.execute("SET lock_timeout = 0")
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        op.execute("RESET lock_timeout")


def _run_script(script: str) -> None:
    from alembic import op

    for statement in _statements(script):
        op.get_bind().exec_driver_sql(statement)


def _statements(script: str) -> list[str]:
    """Splits after each line that ends with a semicolon, except inside function bodies."""
    parts, inside = [""], False
    for line in script.splitlines():
        if line.startswith("--") and not inside:
            continue
        inside ^= line.count("$$") % 2 == 1
        parts[-1] += line + "\n"
        if line.endswith(";") and not inside:
            parts.append("")
    return [part.strip() for part in parts if part.strip()]
