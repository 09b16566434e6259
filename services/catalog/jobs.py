import asyncio
from datetime import datetime, timedelta

from fastapi import FastAPI

from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from services.catalog.favourites.rules import HITS_KEPT
from services.catalog.listings.queries import delete_removed_listings
from services.catalog.replicas.queries import delete_deliveries
from services.catalog.search import vocabulary
from services.catalog.views.rules import DELIVERIES_KEPT, day_of

LEARN_SECONDS, TRIM_SECONDS = 30.0, 600.0


VISITORS_KEPT, DAYS_KEPT, SEARCHES_KEPT = timedelta(days=1), timedelta(days=400), timedelta(days=90)


REMOVED_KEPT = REVISIONS_KEPT = timedelta(days=400)


LISTINGS_AT_ONCE = 500


async def trim(database: Database, now: datetime) -> dict[str, int]:
    today = day_of(now)
    rules = (
        ("product_visitors", "day < :before", today - VISITORS_KEPT),
        ("product_days", "day < :before", today - DAYS_KEPT),
        ("search_counts", "day < :before", today - SEARCHES_KEPT),
        ("search_days", "day < :before", today - SEARCHES_KEPT),
        ("saved_search_hits", "found_at < :before", now - HITS_KEPT),
        ("revisions", "changed_at < :before", now - REVISIONS_KEPT),
    )
    gone = {table: await delete_old(database, table, old, {"before": before}) for table, old, before in rules}
    gone["products"] = await delete_removed_listings(database, now - REMOVED_KEPT, LISTINGS_AT_ONCE)
    gone["deliveries"] = await delete_deliveries(database, now - DELIVERIES_KEPT, LISTINGS_AT_ONCE)
    return gone


async def keep_trimming(app: FastAPI) -> None:
    database, trimmed_at = app.state.database, float("-inf")
    while True:
        with turn(app, "keep_trimming"):
            await vocabulary.learn_new(database)
            if asyncio.get_running_loop().time() - trimmed_at > TRIM_SECONDS:
                await trim(database, clock.about_now())
                await vocabulary.sweep_vocabulary(database)
                trimmed_at = asyncio.get_running_loop().time()
        await asyncio.sleep(LEARN_SECONDS)
