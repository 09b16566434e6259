"""`wangi count-bids`: computes the scores for bids from before the admin service scored bids."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from typing import Any

from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.kit.settings import ServerAddresses
from services.admin.audit.bid_counts import RecordCount, count_piece

WORDS = (
    "Count bids that the audit log stored before bids were counted for risk scores. Can run on a live "
    "platform, can be interrupted, and counts no bid twice. Needs DATABASE_URL of admin."
)


def add_to(add: Callable[[str, str, Callable[[Any], int]], argparse.ArgumentParser]) -> None:
    add("count-bids", WORDS, _count_bids).set_defaults(speaks_as="admin")


def _count_bids(_: Any) -> int:
    try:
        counted = asyncio.run(_count())
    except (OSError, Unavailable) as away:
        print(f"Not all bids were counted; run it again: {away!r}", file=sys.stderr)
        return 2
    print(f"{counted.auctions:,} auctions and {counted.accounts:,} accounts counted from the record")
    return 0


async def _count() -> RecordCount:
    database = Database(ServerAddresses().database_url.get_secret_value(), "admin", pool_size=2)
    counted, now = RecordCount(), clock.about_now()
    try:
        while await count_piece(database, counted, now):
            print(f"record read up to entry {counted.last}: {counted.auctions:,} auctions", flush=True)
    finally:
        await database.close()
    return counted
