"""`wangi reconcile`: compares the events of each topic with the tables of the producer (P-D5)."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from aiokafka.errors import KafkaError

from deploy import deal_money
from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.events.reconcile import Books, Reconciled, reconcile
from libs.kit.settings import ServerAddresses

# All services with reconciliation, or the one service in this image.
SERVICES = [
    name
    for name in ("auction", "boost", "catalog", "messaging")
    if (Path(__file__).parents[1] / "services" / name).is_dir()
]
WORDS = (
    "Compare the published events with the tables of auction, boost, catalog and messaging, bills and "
    "payouts with the payment provider (about sixty requests an hour), the ledger with deals and payouts, "
    "and deals with their money and sales. Needs DATABASE_URL of the migrator, or of the named service. "
    "Exit code 1: something differs, 2: something could not be read."
)


def add_to(add: Callable[[str, str, Callable[[Any], int]], argparse.ArgumentParser]) -> None:
    command = add("reconcile", WORDS, _reconcile)
    command.set_defaults(speaks_as="setup")
    command.add_argument("--stored", action="store_true", help="do not ask the payment provider")
    command.add_argument("only", nargs="?", choices=SERVICES, help="check only this service")


def _reconcile(arguments: Any) -> int:
    try:
        found = [
            asyncio.run(compare_tables(name, asks_provider=not arguments.stored))
            for name in SERVICES
            if arguments.only in (None, name)
        ]
        if arguments.only is None and {"auction", "boost", "messaging"} <= set(SERVICES):
            found.append((asyncio.run(_compare_deals()), 0))
    except (KafkaError, OSError, Unavailable) as away:
        print(f"Not everything could be read: {away!r}", file=sys.stderr)
        return 2
    if any(differing for differing, _ in found):
        return 1
    return 2 if any(unknown for _, unknown in found) else 0


async def compare_tables(name: str, *, asks_provider: bool = True) -> tuple[int, int]:
    """Compares the topics of a service. Returns the number of rows that differ, and the number that could not
    be checked."""
    settings, differing, unknown = ServerAddresses(), 0, 0
    database = Database(settings.database_url.get_secret_value(), name, pool_size=1)
    try:
        queries = import_module(f"services.{name}.queries")
        if not hasattr(queries, "BOOKS"):
            queries = import_module(f"services.{name}.queries.public")
        for books in queries.BOOKS:
            found = await reconcile(books, database, settings.kafka_bootstrap_servers)
            differing += _print_result(name, books, found)
        if name == "boost":
            ended, unknown = await _at_provider(database) if asks_provider else (0, 0)
            differing += ended + await _in_ledger(database)
    finally:
        await database.close()
    return differing, unknown


async def _at_provider(database: Database) -> tuple[int, int]:
    """Prints bills and payouts that ended only at the provider, and those that the provider did not report.
    Returns both numbers."""
    provider = import_module("services.boost.payments.providers.choice").provider_of(
        import_module("services.boost.settings").BoostSettings()
    )
    if provider is None:
        return 0, 0
    reconciling = import_module("services.boost.payments.reconciling")
    unsettled = await reconciling.find_unsettled(database, provider, asyncio.sleep)
    for words in (*unsettled.differing, *unsettled.unknown):
        print(words)
    return len(unsettled.differing), len(unsettled.unknown)


async def _in_ledger(database: Database) -> int:
    """Prints where the ledger disagrees with deals and payouts. Returns the number of differences."""
    unbalanced = await import_module("services.boost.payments.reconciling").find_unbalanced(database)
    for words in unbalanced:
        print(words)
    return len(unbalanced)


async def _compare_deals() -> int:
    database = Database(ServerAddresses().database_url.get_secret_value(), "public", pool_size=1)
    try:
        found = await deal_money.disagreements(database)
    finally:
        await database.close()
    for words in found:
        print(words)
    named = "deals, their money and their sales"
    print(f"{named}: {len(found):,} differ" if found else f"{named}: all agree")
    return len(found)


def _print_result(name: str, books: Books, found: Reconciled) -> int:
    for words in found.differences:
        print(words)
    if found.differing > len(found.differences):
        print(f"... and {found.differing - len(found.differences):,} more")
    print(_figures(f"{name}, {books.topic}", found))
    return found.differing


def _figures(name: str, found: Reconciled) -> str:
    words = (
        f"{name}: {found.events:,} events, {found.waiting:,} of them still to be sent; {found.rows:,} rows"
    )
    older = f", {found.older:,} older than the topic" if found.older else ""
    return f"{words}{older}; {found.differing:,} differ" if found.differing else f"{words}{older}; all agree"
