"""Prepares roles, schemas, migrations and topics before the services start. Idempotent."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping

import asyncpg
import structlog
from aiokafka.errors import KafkaError

from deploy.postgres.provision import provision
from libs.kit.db.migrate import migrate_all
from libs.kit.db.versions import let_services_read
from libs.kit.events.broker import open_admin
from libs.kit.events.rights import apply_rights
from libs.kit.events.topics import TopicSettings, apply_topics
from libs.kit.process.signals import exit_on_sigterm

log = structlog.get_logger(__name__)

# Accounts may be created after their server starts, so a wrong password is also retried for a while.
WAIT_SECONDS, MAX_WAITS = 1.0, 600
NOT_READY = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, KafkaError)


def prepare() -> None:
    """Prepares the servers that the environment names (see `environment.of_setup`)."""
    asyncio.run(prepare_servers(os.environ))


async def prepare_when_ready(environment: Mapping[str, str]) -> None:
    await _wait_until_ready("PostgreSQL", lambda: _open_database(environment["OWNER_DATABASE_URL"]))
    await _wait_until_ready("Kafka", lambda: _open_broker(environment["KAFKA_BOOTSTRAP_SERVERS"]))
    await prepare_servers(environment)


async def _wait_until_ready(server: str, connect: Callable[[], Awaitable[None]]) -> None:
    """Retries until a connection opens, because servers and accounts may appear later in a cluster."""
    for _ in range(MAX_WAITS):
        try:
            return await connect()
        except NOT_READY as error:
            log.info("waiting for a server", server=server, cause=repr(error))
            await asyncio.sleep(WAIT_SECONDS)
    await connect()


async def _open_database(url: str) -> None:
    await (await asyncpg.connect(url, timeout=3)).close()


async def _open_broker(bootstrap: str) -> None:
    async with open_admin(bootstrap):
        pass


async def prepare_servers(environment: Mapping[str, str]) -> None:
    """Migrations wait for roles and schemas. Topics are independent of both."""
    async with asyncio.TaskGroup() as together:
        named = {
            name: environment[name.upper()]
            for name in TopicSettings.model_fields
            if name.upper() in environment
        }
        copies = TopicSettings.model_validate(named)
        together.create_task(_prepare_broker(environment["KAFKA_BOOTSTRAP_SERVERS"], copies))
        await provision(environment["OWNER_DATABASE_URL"], passwords_of(environment["ROLE_PASSWORDS"]))
        await asyncio.to_thread(migrate_all, environment["DATABASE_URL"])
        await let_services_read(environment["DATABASE_URL"])


async def _prepare_broker(bootstrap: str, copies: TopicSettings) -> None:
    await apply_topics(bootstrap, copies.topic_replication, copies.topic_min_insync)
    await apply_rights(bootstrap)


def passwords_of(pairs: str) -> dict[str, str]:
    """Parses `name=password,name=password`."""
    return dict(pair.split("=", 1) for pair in pairs.split(","))


if __name__ == "__main__":
    exit_on_sigterm()
    asyncio.run(prepare_when_ready(os.environ))
