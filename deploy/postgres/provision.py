"""Creates database roles and schemas. A service can use only its own schema, and owns nothing."""

from urllib.parse import quote, urlsplit, urlunsplit

import asyncpg

DATABASE = "wangi"
MIGRATOR = "migrator"
# Trusted extensions for search: typos, accents, mixed indexes and case-insensitive email addresses.
EXTENSIONS = ("pg_trgm", "unaccent", "btree_gin", "citext")


def role_of(name: str) -> str:
    return f"wangi_{name}"


def address_of(admin_url: str, name: str, password: str) -> str:
    parts = urlsplit(admin_url)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit(
        parts._replace(netloc=f"{role_of(name)}:{quote(password, safe='')}@{place}", path=f"/{DATABASE}")
    )


async def provision(admin_url: str, passwords: dict[str, str]) -> None:
    """Creates what is missing and corrects what differs. `passwords` includes `migrator`."""
    admin = await asyncpg.connect(admin_url)
    try:
        await admin.execute("SELECT pg_advisory_lock(hashtext('wangi provision'))")
        for name, password in passwords.items():
            await _role(admin, role_of(name), password)
        await _database(admin)
    finally:
        await admin.close()
    await _inside(admin_url, [name for name in passwords if name != MIGRATOR])


async def _role(admin: asyncpg.Connection, role: str, password: str) -> None:
    exists = await admin.fetchval("SELECT true FROM pg_roles WHERE rolname = $1", role)
    verb = "ALTER" if exists else "CREATE"
    secret = await admin.fetchval("SELECT quote_literal($1)", password)
    await admin.execute(f"{verb} ROLE {role} LOGIN PASSWORD {secret} NOSUPERUSER NOCREATEDB NOCREATEROLE")


async def _database(admin: asyncpg.Connection) -> None:
    if not await admin.fetchval("SELECT true FROM pg_database WHERE datname = $1", DATABASE):
        await admin.execute(f"CREATE DATABASE {DATABASE} TEMPLATE template0 ENCODING 'UTF8'")


async def _inside(admin_url: str, services: list[str]) -> None:
    parts = urlsplit(admin_url)
    admin = await asyncpg.connect(urlunsplit(parts._replace(path=f"/{DATABASE}")))
    try:
        async with admin.transaction():
            await _walls(admin)
            for service in services:
                await _schema(admin, service)
    finally:
        await admin.close()


async def _walls(admin: asyncpg.Connection) -> None:
    """Restricts access to the named roles. The public schema contains only extensions."""
    migrator = role_of(MIGRATOR)
    await admin.execute("SELECT pg_advisory_xact_lock(hashtext('wangi provision'))")
    await admin.execute(
        f"REVOKE ALL ON DATABASE {DATABASE} FROM PUBLIC; GRANT CONNECT ON DATABASE {DATABASE} TO {migrator}"
    )
    await admin.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    for extension in EXTENSIONS:
        await admin.execute(f"CREATE EXTENSION IF NOT EXISTS {extension} SCHEMA public")
    if not await admin.fetchval("SELECT rolsuper FROM pg_roles WHERE rolname = current_user"):
        # Without superuser rights, the current user must be a member of a role to give it a schema.
        await admin.execute(f"GRANT {migrator} TO current_user")


async def _schema(admin: asyncpg.Connection, service: str) -> None:
    role = role_of(service)
    await admin.execute(
        f"CREATE SCHEMA IF NOT EXISTS {service} AUTHORIZATION {role_of(MIGRATOR)};"
        f"REVOKE ALL ON SCHEMA {service} FROM PUBLIC;"
        f"GRANT CONNECT ON DATABASE {DATABASE} TO {role};"
        f"GRANT USAGE ON SCHEMA {service} TO {role};"
        f"ALTER ROLE {role} IN DATABASE {DATABASE} SET search_path = {service}, public"
    )
