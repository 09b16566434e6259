"""`wangi`: commands for operators. Installed in `.venv/bin` and in every image."""

import argparse
import asyncio
import importlib
import json
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from deploy import doctor, profile, time_travel
from libs.contracts.services import SERVICES
from libs.kit.db.database import Database
from libs.kit.db.migrate import migrate_all
from libs.kit.db.versions import let_services_read
from libs.kit.events.dlq import DeadLetters
from libs.kit.events.refused_events import RefusedEvents
from libs.kit.events.rights import apply_rights, check_rights
from libs.kit.events.topics import TopicSettings, apply_topics, check_topics
from libs.kit.security.revocation import Revocations
from libs.kit.settings import ServerAddresses
from libs.marketplace import people

ROOT = Path(__file__).resolve().parents[1]
# Commands that need the code of a service, and the images that contain it.
OF_SERVICES = {
    "deploy.accounts": ("auth",),
    "deploy.audit": ("admin",),
    "deploy.bid_figures": ("admin",),
    "deploy.export": ("admin",),
    "deploy.after_restore": tuple(SERVICES),
    "deploy.reconcile": ("auction", "boost", "catalog", "messaging"),
}


def main(words: Sequence[str] | None = None) -> None:
    arguments = _parser().parse_args(words)
    _as_in_the_local_run(getattr(arguments, "service", arguments.speaks_as))
    sys.exit(arguments.run(arguments))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="wangi", description="Commands for operators of Wangi.")
    commands = parser.add_subparsers(required=True, metavar="command")
    _add(commands, "provision", "create roles and schemas (OWNER_DATABASE_URL, ROLE_PASSWORDS)", _provision)
    _add(
        commands,
        "migrate",
        "migrate every schema to its newest version (DATABASE_URL of the migrator)",
        _migrate,
    )
    topics = _add(
        commands, "topics", "compare the broker's topics and rights with the code, or create them", _topics
    )
    topics.add_argument("action", choices=["apply", "check"])
    demo = _add(commands, "demo", "load or clear the demo shop, or run its two bidders (local only)", _demo)
    demo.add_argument("action", choices=["load", "clear", "bots"])
    demo.add_argument("--size", type=int, help="the number of invented listings to add for measurements")
    demo.set_defaults(speaks_as="setup")
    _add(commands, "contracts", "generate JSON Schemas, AsyncAPI and the web app's frame types", _contracts)
    _add(commands, "k8s", "generate the Kubernetes manifests", _k8s)
    _add(commands, "env", "generate .env.example from the settings classes", _env)
    _add(
        commands,
        "secrets",
        "print new secrets in the format of .env",
        _secrets,
    )
    _add(commands, "openapi", "generate the merged OpenAPI document and the event catalogue", _openapi)
    for module, services in OF_SERVICES.items():
        if any((ROOT / "services" / service).is_dir() for service in services):
            own = importlib.import_module(module)
            own.add_to(lambda name, words, command: _add(commands, name, words, command))
    for of_each in (doctor, profile, time_travel):
        of_each.add_to(lambda name, words, command: _add(commands, name, words, command))
    run = _add(commands, "run", "run one service or the gateway in this process", _run)
    run.add_argument("name", choices=[*SERVICES, "gateway"])
    dead = _add(
        commands,
        "dlq",
        "list, replay or discard messages that a service could not handle (DATABASE_URL of that service)",
        _dlq,
    )
    dead.add_argument("action", choices=["list", "show", "replay", "discard"])
    dead.add_argument("service", choices=SERVICES)
    dead.add_argument("--topic")
    dead.add_argument("--key")
    dead.add_argument("--reason", help="the reason, which is logged")
    refusals = _add(
        commands,
        "refused",
        "list, retry or discard events that the broker refused (DATABASE_URL of their service)",
        _refused,
    )
    refusals.add_argument("action", choices=["list", "retry", "discard"])
    refusals.add_argument("service", choices=SERVICES)
    refusals.add_argument("--topic")
    refusals.add_argument("--key")
    return parser


def _add(commands: Any, name: str, words: str, run: Callable[[Any], int]) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=words, description=words)
    parser.set_defaults(run=run, speaks_as=None)
    return parser


def _as_in_the_local_run(part: str | None) -> None:
    """If no database is configured, uses the settings of this service in the local run."""
    if part is None or "DATABASE_URL" in os.environ:
        return
    from deploy.local import environment, places

    for name, value in environment.environment_of_part(places.LOCAL, part).items():
        os.environ.setdefault(name, value)


def _provision(_: Any) -> int:
    from deploy.postgres.provision import provision
    from deploy.prepare import passwords_of

    asyncio.run(provision(os.environ["OWNER_DATABASE_URL"], passwords_of(os.environ["ROLE_PASSWORDS"])))
    return 0


def _migrate(_: Any) -> int:
    url = ServerAddresses().database_url.get_secret_value()
    migrate_all(url)
    asyncio.run(let_services_read(url))
    return 0


def _topics(arguments: Any) -> int:
    topics = TopicSettings()
    bootstrap = ServerAddresses().kafka_bootstrap_servers
    if arguments.action == "apply":
        made = asyncio.run(apply_topics(bootstrap, topics.topic_replication, topics.topic_min_insync))
        changed = made + asyncio.run(apply_rights(bootstrap))
        print("\n".join(changed) or "nothing to make")
        return 0
    faults = asyncio.run(check_topics(bootstrap, topics.topic_replication)) + asyncio.run(
        check_rights(bootstrap)
    )
    print("\n".join(faults) or "all topics, and who may use them, are as in the table")
    return 1 if faults else 0


def _demo(arguments: Any) -> int:
    from deploy.demo.large import load_large
    from deploy.demo.load import clear, load

    if arguments.action == "clear":
        clear()
        return 0
    if arguments.action == "bots":
        from deploy.demo.bots import run

        run()
        return 0
    load()
    if arguments.size:
        load_large(arguments.size)
    return 0


def _contracts(_: Any) -> int:
    from libs.contracts.generate import write_files

    for path in write_files(ROOT):
        print(path)
    return 0


def _env(_: Any) -> int:
    from tools.env_example import write

    print(write())
    return 0


def _k8s(_: Any) -> int:
    from tools.manifests.write import write

    print("\n".join(write()))
    return 0


def _secrets(_: Any) -> int:
    from deploy.secrets import lines

    print("\n".join(lines()))
    return 0


def _openapi(_: Any) -> int:
    from tools import event_catalogue, frame_catalogue, guide_pages, openapi

    openapi.write()
    event_catalogue.write()
    frame_catalogue.write()
    guide_pages.write()
    return 0


def _run(arguments: Any) -> int:
    from deploy.run import run

    run(arguments.name)
    return 0


def _dlq(arguments: Any) -> int:
    if arguments.action != "list" and not (arguments.topic and arguments.key):
        print("Name the key: --topic wangi.auctions --key 42", file=sys.stderr)
        return 2
    if arguments.action == "discard" and not arguments.reason:
        print("Say why: --reason '...'", file=sys.stderr)
        return 2
    return asyncio.run(_with_dead_letters(arguments))


async def _with_dead_letters(arguments: Any) -> int:
    subscriptions = importlib.import_module(f"services.{arguments.service}.subscribers").subscriptions
    Revocations().subscribe(subscriptions)
    if arguments.service != "auth":
        people.subscribe(subscriptions)
    database = Database(ServerAddresses().database_url.get_secret_value(), arguments.service, pool_size=1)
    dead_letters = DeadLetters(database, subscriptions)
    try:
        actions: dict[str, Callable[[], Awaitable[Any]]] = {
            "list": dead_letters.overview,
            "show": lambda: dead_letters.show(arguments.topic, arguments.key),
            "replay": lambda: dead_letters.replay(arguments.topic, arguments.key),
            "discard": lambda: dead_letters.discard(arguments.topic, arguments.key),
        }
        result = await actions[arguments.action]()
        print(json.dumps(result, default=_text_of, indent=2, ensure_ascii=False))
        return 0
    finally:
        await database.close()


def _refused(arguments: Any) -> int:
    if arguments.action != "list" and not (arguments.topic and arguments.key):
        print("Name the key: --topic wangi.auctions --key 42", file=sys.stderr)
        return 2
    return asyncio.run(_with_refused_events(arguments))


async def _with_refused_events(arguments: Any) -> int:
    database = Database(ServerAddresses().database_url.get_secret_value(), arguments.service, pool_size=1)
    events = RefusedEvents(database)
    try:
        actions: dict[str, Callable[[], Awaitable[Any]]] = {
            "list": events.overview,
            "retry": lambda: events.retry(arguments.topic, arguments.key),
            "discard": lambda: events.discard(arguments.topic, arguments.key),
        }
        print(json.dumps(await actions[arguments.action](), default=_text_of, indent=2, ensure_ascii=False))
        return 0
    finally:
        await database.close()


def _text_of(value: Any) -> str:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)
