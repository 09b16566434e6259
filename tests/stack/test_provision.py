from collections.abc import Iterator

import asyncpg
import pytest

from deploy.local.stack import Stack, start_stack
from deploy.postgres.provision import provision
from libs.contracts.services import SERVICES

pytestmark = pytest.mark.servers
NO_ENTRY = asyncpg.InsufficientPrivilegeError


@pytest.fixture(scope="module")
def servers() -> Iterator[Stack]:
    with start_stack(is_durable=False) as started:
        yield started


@pytest.mark.parametrize("service", SERVICES)
async def test_service_cannot_read_or_create_in_other_schemas(servers: Stack, service: str) -> None:
    """P-G4, S22"""
    connection = await asyncpg.connect(servers.database_urls[service])
    try:
        for other in set(SERVICES) - {service}:
            with pytest.raises(NO_ENTRY):
                await connection.fetch(f"SELECT * FROM {other}.outbox")
        for schema in (*SERVICES, "public"):
            with pytest.raises(NO_ENTRY):
                await connection.execute(f"CREATE TABLE {schema}.mine (id int)")
    finally:
        await connection.close()


@pytest.mark.parametrize("service", SERVICES)
async def test_service_role_owns_nothing(servers: Stack, service: str) -> None:
    """P-G4, S22"""
    connection = await asyncpg.connect(servers.database_urls[service])
    try:
        owned = "SELECT count(*) FROM pg_class WHERE relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)"
        assert await connection.fetchval(owned) == 0
        assert not await connection.fetchval(
            "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
        )
    finally:
        await connection.close()


@pytest.mark.parametrize("service", SERVICES)
async def test_service_cannot_use_other_tables_or_roles(servers: Stack, service: str) -> None:
    """P-G4, S22"""
    connection = await asyncpg.connect(servers.database_urls[service])
    tables = """
        SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE relkind = 'r'"""
    try:
        for schema, table in await connection.fetch(tables):
            if schema in set(SERVICES) - {service}:
                for verb in ("SELECT 1 FROM {}", "DELETE FROM {}", "TRUNCATE {}"):
                    with pytest.raises(NO_ENTRY):
                        await connection.execute(verb.format(f"{schema}.{table}"))
        for other in {*SERVICES, "migrator"} - {service}:
            with pytest.raises(NO_ENTRY):
                await connection.execute(f"SET ROLE wangi_{other}")
        for secret in ("pg_authid", "pg_shadow"):
            with pytest.raises(NO_ENTRY):
                await connection.fetch(f"SELECT * FROM {secret}")
    finally:
        await connection.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE staff_acts SET act = 'another'", "DELETE FROM staff_acts", "TRUNCATE staff_acts",
        "UPDATE erasures SET asked_at = now()", "DELETE FROM erasures",
        "UPDATE erasure_acknowledgements SET forgotten_at = now()", "DELETE FROM erasure_acknowledgements",
        "UPDATE signing_keys SET sealed = 'x'", "UPDATE signing_keys SET signs_from = now()",
        "UPDATE signing_keys SET kid = 'x'", "UPDATE outbox SET payload = 'x'", "DELETE FROM outbox",
        "DELETE FROM users", "DELETE FROM inbox", "DELETE FROM revocations", "DELETE FROM ended_sessions",
        "ALTER TABLE users ADD x int",
        "DROP TABLE staff_acts", "CREATE INDEX mine ON users (id)",
    ],
)  # fmt: skip
async def test_auth_cannot_change_its_records(servers: Stack, change: str) -> None:
    """P-G4, S22, P-F8"""
    connection = await asyncpg.connect(servers.database_urls["auth"])
    try:
        with pytest.raises(NO_ENTRY):
            await connection.execute(change)
    finally:
        await connection.close()


async def test_control_opened_schema_is_detected(servers: Stack) -> None:
    """P-G4"""
    admin = await asyncpg.connect(servers.admin_url.rsplit("/", 1)[0] + "/wangi")
    connection = await asyncpg.connect(servers.database_urls["boost"])
    try:
        await admin.execute(
            "GRANT USAGE ON SCHEMA auth TO wangi_boost; GRANT SELECT ON auth.outbox TO wangi_boost"
        )
        assert await connection.fetchval("SELECT count(*) FROM auth.outbox") >= 0
    finally:
        await admin.execute("REVOKE SELECT ON auth.outbox FROM wangi_boost")
        await admin.execute("REVOKE USAGE ON SCHEMA auth FROM wangi_boost")
        await admin.close()
        await connection.close()


async def test_wrong_database_password_is_refused(servers: Stack) -> None:
    address = servers.database_urls["auth"].replace(servers.passwords.roles["auth"], "guessed")
    with pytest.raises(asyncpg.InvalidPasswordError):
        await asyncpg.connect(address)


async def test_provisioning_again_keeps_data_and_updates_password(servers: Stack) -> None:
    changed = servers.passwords.roles | {"boost": "it's another; one"}
    await provision(servers.admin_url, changed)
    await provision(servers.admin_url, servers.passwords.roles)
    connection = await asyncpg.connect(servers.database_urls["boost"])
    try:
        assert await connection.fetchval("SELECT count(*) FROM outbox") >= 0
    finally:
        await connection.close()


async def test_commits_are_synchronous_and_passwords_scram(servers: Stack) -> None:
    connection = await asyncpg.connect(servers.admin_url)
    try:
        assert await connection.fetchval("SHOW synchronous_commit") == "on"
        assert await connection.fetchval("SHOW password_encryption") == "scram-sha-256"
    finally:
        await connection.close()
