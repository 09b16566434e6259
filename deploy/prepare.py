"""Before the services start: roles, schemas, migrations and topics. Doing it again changes nothing."""

import asyncio
import os
from collections.abc import Mapping

from deploy.postgres.provision import provision
from libs.kit.db.migrate import migrate_all
from libs.kit.db.versions import let_services_read
from libs.kit.events.rights import apply_rights
from libs.kit.events.topics import TopicSettings, apply_topics


def prepare() -> None:
    """Prepare the servers named in the environment (see `environment.of_setup`)."""
    asyncio.run(prepare_servers(os.environ))


async def prepare_servers(environment: Mapping[str, str]) -> None:
    """Prepare roles and schemas first; the rest has nothing to do with each other."""
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
    """Return `name=password,name=password`, as the set-up step is told them."""
    return dict(pair.split("=", 1) for pair in pairs.split(","))


if __name__ == "__main__":
    prepare()
