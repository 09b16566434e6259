import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

from fastapi import FastAPI

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from services.catalog.boosts.rules import Rotation
from services.catalog.boosts.service import save_shown
from services.catalog.favourites.queries import get_mark, save_mark
from services.catalog.search import queries, service, vocabulary
from services.catalog.search.index.service import ListingIndex
from services.catalog.search.service import Tally
from services.catalog.views import queries as view_queries
from services.catalog.views.rules import day_of


async def load_index(app: FastAPI) -> None:
    app.state.tally, app.state.rotation = Tally(), Rotation()
    app.state.index = ListingIndex(app.state.database)
    await app.state.index.load()


COUNTING_PAUSE_SECONDS = 5.0


async def keep_counting(app: FastAPI) -> None:
    while True:
        await asyncio.sleep(COUNTING_PAUSE_SECONDS)
        with turn(app, "keep_counting"):
            await service.save_tally(app.state.database, app.state.tally)
            await save_shown(app.state.database, app.state.rotation)


PAUSE_SECONDS, NAMING_SECONDS = 30.0, 600.0


PART = 500


MARK = "popularity"


async def count_popularity(database: Database, now: datetime) -> int:
    """Returns the number of changed listings. Only changed rows are written, because the index reads every
    written row again."""
    async with database.reading() as session:
        snapshot_xmin = await queries.snapshot_xmin(session)
        point = await get_mark(session, MARK)
    last, written = 0, 0
    while True:
        async with database.reading() as session:
            ids = await view_queries.list_counted_since(session, point, last, PART)
            rows = await view_queries.list_popularities(session, ids, day_of(now)) if ids else []
        changed = [row for row in rows if row.popularity != row.before]
        if changed:
            async with database.transaction() as session:
                await view_queries.write_popularities(session, changed)
        written += len(changed)
        if len(ids) < PART:
            break
        last = ids[-1]
    async with database.transaction() as session:
        await save_mark(session, MARK, snapshot_xmin)
    return written


async def keep_weighing(app: FastAPI) -> None:
    await _keep(
        app, "keep_weighing", lambda: count_popularity(app.state.database, clock.about_now()), PAUSE_SECONDS
    )


async def keep_naming(app: FastAPI) -> None:
    await _keep(app, "keep_naming", lambda: vocabulary.name_the_nameless(app.state.database), NAMING_SECONDS)


async def _keep(app: FastAPI, job: str, counting: Callable[[], Awaitable[int]], pause: float) -> None:
    while True:
        with turn(app, job):
            await counting()
        await asyncio.sleep(pause)
