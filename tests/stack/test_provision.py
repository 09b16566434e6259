"""The walls in the database: a service enters its own schema and no other, and making them again changes nothing."""

from collections.abc import Iterator

import asyncpg
import pytest

from deploy.local.ports import SERVICES
from deploy.local.stack import Stack, stack
from deploy.postgres.provision import provision

pytestmark = pytest.mark.servers
NO_ENTRY = asyncpg.InsufficientPrivilegeError


@pytest.fixture(scope="module")
def servers() -> Iterator[Stack]:
    with stack() as started:
        yield started


@pytest.mark.parametrize("service", SERVICES)
async def test_a_service_can_neither_read_nor_make_anything_in_the_schema_of_another(
    servers: Stack, service: str
) -> None:
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
async def test_a_service_owns_nothing(servers: Stack, service: str) -> None:
    connection = await asyncpg.connect(servers.database_urls[service])
    try:
        owned = "SELECT count(*) FROM pg_class WHERE relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)"
        assert await connection.fetchval(owned) == 0
        assert not await connection.fetchval(
            "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
        )
    finally:
        await connection.close()


async def test_a_wrong_password_does_not_enter(servers: Stack) -> None:
    address = servers.database_urls["auth"].replace(servers.passwords.roles["auth"], "guessed")
    with pytest.raises(asyncpg.InvalidPasswordError):
        await asyncpg.connect(address)


async def test_provisioning_again_keeps_the_data_and_takes_a_changed_password(servers: Stack) -> None:
    changed = servers.passwords.roles | {"boost": "it's another; one"}
    await provision(servers.admin_url, changed)
    await provision(servers.admin_url, servers.passwords.roles)
    connection = await asyncpg.connect(servers.database_urls["boost"])
    try:
        assert await connection.fetchval("SELECT count(*) FROM outbox") >= 0
    finally:
        await connection.close()


async def test_commits_are_awaited_and_passwords_are_scram(servers: Stack) -> None:
    connection = await asyncpg.connect(servers.admin_url)
    try:
        assert await connection.fetchval("SHOW synchronous_commit") == "on"
        assert await connection.fetchval("SHOW password_encryption") == "scram-sha-256"
    finally:
        await connection.close()
