"""`wangi audit`: verifies the hash chains of the audit log."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from typing import Any

from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.settings import ServerAddresses
from services.admin.audit.service import check_chains

WORDS = (
    "Check the audit log for missing or changed entries, and print the newest hash of each chain to be "
    "kept elsewhere. Needs DATABASE_URL of admin. Exit code 1: an entry is missing or was changed."
)


def add_to(add: Callable[[str, str, Callable[[Any], int]], argparse.ArgumentParser]) -> None:
    command = add("audit", WORDS, _audit)
    command.set_defaults(speaks_as="admin")
    command.add_argument("--newest", type=int, help="the number of entries to check in each chain")


def _audit(arguments: Any) -> int:
    try:
        return asyncio.run(_check(arguments.newest))
    except (OSError, Unavailable) as away:
        print(f"The record could not be read: {away!r}", file=sys.stderr)
        return 2


async def _check(newest: int | None) -> int:
    database = Database(ServerAddresses().database_url.get_secret_value(), "admin", pool_size=1)
    try:
        found = await check_chains(database, newest=newest)
    finally:
        await database.close()
    for fault in found.faults:
        print(fault)
    for chain, head in found.heads.items():
        print(f"{chain}: the newest entry has the hash {head}")
    print(f"{found.checked:,} entries: {'all as they were written' if found.is_whole else 'NOT WHOLE'}")
    return 0 if found.is_whole else 1
