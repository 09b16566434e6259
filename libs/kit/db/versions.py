"""A process waits at start until its schema is migrated, so that new code never runs on an old schema."""

import asyncio
from collections.abc import Collection

import asyncpg
import structlog
from alembic.script import ScriptDirectory

from libs.contracts.services import SERVICES
from libs.kit.db.migrate import ROOT

log = structlog.get_logger(__name__)

LOOK_SECONDS = 1.0
_AWAY = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


def known_versions(service: str) -> tuple[str, frozenset[str]]:
    """Returns the newest schema version that this build knows, and all versions that it knows."""
    scripts = ScriptDirectory(str(ROOT / "services" / service / "migrations"))
    newest = scripts.get_current_head()
    if newest is None:
        raise ValueError(f"{service} has no migrations")
    return newest, frozenset(script.revision for script in scripts.walk_revisions())


def is_ready(there: str | None, newest: str, known: Collection[str]) -> bool:
    """Unknown versions are later versions. They are accepted, because migrations stay compatible with the
    previous build."""
    return there == newest or (there is not None and there not in known)


async def let_services_read(migrator_url: str) -> None:
    connection = await asyncpg.connect(migrator_url)
    try:
        for service in SERVICES:
            await connection.execute(f"GRANT SELECT ON {service}.alembic_version TO wangi_{service}")
    finally:
        await connection.close()


async def wait_for_schema(service: str, url: str) -> None:
    """Waits until the schema is migrated, even while the database is unavailable."""
    newest, known = known_versions(service)
    while not is_ready(there := await _version(service, url), newest, known):
        log.info("waiting for the schema", there=there, needed=newest)
        await asyncio.sleep(LOOK_SECONDS)


async def _version(service: str, url: str) -> str | None:
    try:
        connection = await asyncpg.connect(url, timeout=3, server_settings={"search_path": service})
        try:
            found: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
            return found
        finally:
            await connection.close(timeout=1)
    except _AWAY:
        return None
