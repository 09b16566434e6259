"""`wangi after-restore`: prepares a restored database before the services start."""

import argparse
import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import asyncpg
from aiokafka.errors import KafkaError
from sqlalchemy.exc import SQLAlchemyError

from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.events.restore import Aftermath, PartsStillRun, WrongRestore, repair_after_restore
from libs.kit.settings import ServerAddresses

WORDS = (
    "Repair the platform after a database restore, with all processes stopped: withdraw events of lost "
    "rows, let services consume newer events again, move sequences past lost ids, and raise the epochs of "
    "live pages. Needs DATABASE_URL of the migrator. Exit code 2: incomplete, run it again."
)
# Services with live pages, which clients must load again.
LIVE = ("auction", "messaging")
MAX_HOURS = 7 * 24
# Events that staff must apply again by hand, and events about money that only the provider still knows.
BY_HAND = {"UserErased", "UserBanned", "UserSuspended", "UserSessionsRevoked"}
MONEY = {"BoostPaid", "BoostRefunded", "FundsHeld", "FundsReleased", "FundsRefunded", "PayoutSent"}


def add_to(add: Callable[[str, str, Callable[[Any], int]], argparse.ArgumentParser]) -> None:
    command = add("after-restore", WORDS, _after_restore)
    command.set_defaults(speaks_as="setup")
    command.add_argument(
        "--hours",
        type=int,
        default=24,
        help="hours a service may have been behind without missing events (24)",
    )
    command.add_argument("--list", action="store_true", help="print each withdrawn event")


def _after_restore(arguments: Any) -> int:
    if not 1 <= arguments.hours <= MAX_HOURS:
        print(f"--hours is 1 to {MAX_HOURS}: no outbox keeps more", file=sys.stderr)
        return 2
    # aiokafka logs each attempt while a service still consumes. The command reports this once.
    logging.getLogger("aiokafka").setLevel(logging.CRITICAL)
    try:
        found = asyncio.run(_settle(timedelta(hours=arguments.hours)))
    except PartsStillRun as part:
        print(f"Stop all parts first; these still read: {part}", file=sys.stderr)
    except WrongRestore as wrong:
        print(wrong, file=sys.stderr)
    except (KafkaError, OSError, Unavailable, SQLAlchemyError, asyncpg.PostgresError) as away:
        print(f"Not everything could be done: {away!r}", file=sys.stderr)
    else:
        _print(found, each=arguments.list)
        return 0
    return 2


async def _settle(consume_again: timedelta) -> Aftermath:
    settings = ServerAddresses()
    database = Database(settings.database_url.get_secret_value(), "public", pool_size=1)
    try:
        return await repair_after_restore(database, settings.kafka_bootstrap_servers, consume_again, LIVE)
    finally:
        await database.close()


def _print(found: Aftermath, *, each: bool) -> None:
    print(f"newest event in the database: {found.newest.isoformat()}")
    if each:
        for item in found.withdrawn:
            print(f"withdrawn: {item.time.isoformat()} {item.type} {item.subject} {item.id}")
    for kind, count in sorted(Counter(item.type for item in found.withdrawn).items()):
        print(f"withdrawn: {count:,} {kind}")
    for item in found.withdrawn:
        name = item.type.split(".")[2]
        if name in BY_HAND:
            print(f"DO IT AGAIN BY HAND: {item.type} of {item.subject}")
        elif name in MONEY:
            print(f"LOOK AT THE PROVIDER: {item.type} of {item.subject}, {item.time.isoformat()}")
    for part, count in found.moved_back.items():
        print(f"{part} consumes up to {count:,} records again")
    print(f"{found.sequences} sequences moved on, epochs raised. Now start the parts, then: wangi reconcile")
