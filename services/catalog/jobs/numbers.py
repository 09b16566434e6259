"""The popularity of listings, and the words they are found by."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

from fastapi import FastAPI

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from services.catalog.domain.views import day_of
from services.catalog.queries import saved_searches as saved_search_queries
from services.catalog.queries import search as search_queries
from services.catalog.queries import views as view_queries
from services.catalog.service import vocabulary

PAUSE_SECONDS, NAMING_SECONDS = 30.0, 600.0
PART = 500
MARK = "popularity"


async def count_popularity(database: Database, now: datetime) -> int:
    """Recompute the popularity of listings with new views, bids or favourites since the last call; return how
    many changed. Only what changed is written, because every written row is read again by the listing
    index."""
    async with database.reading() as session:
        snapshot_xmin = await search_queries.snapshot_xmin(session)
        point = await saved_search_queries.mark(session, MARK)
    last, written = 0, 0
    while True:
        async with database.reading() as session:
            ids = await view_queries.counted_since(session, point, last, PART)
            rows = await view_queries.popularities(session, ids, day_of(now)) if ids else []
        changed = [row for row in rows if row.popularity != row.before]
        if changed:
            async with database.transaction() as session:
                await view_queries.write_popularities(session, changed)
        written += len(changed)
        if len(ids) < PART:
            break
        last = ids[-1]
    async with database.transaction() as session:
        await saved_search_queries.keep_mark(session, MARK, snapshot_xmin)
    return written


async def keep_weighing(app: FastAPI) -> None:
    """Count popularity twice a minute."""
    await _keep(
        app, "keep_weighing", lambda: count_popularity(app.state.database, clock.about_now()), PAUSE_SECONDS
    )


async def keep_naming(app: FastAPI) -> None:
    """Write the words of listings at the start and every ten minutes."""
    await _keep(app, "keep_naming", lambda: vocabulary.name_the_nameless(app.state.database), NAMING_SECONDS)


async def _keep(app: FastAPI, job: str, counting: Callable[[], Awaitable[int]], pause: float) -> None:
    while True:
        with turn(app, job):
            await counting()
        await asyncio.sleep(pause)
