"""What each listing is found by, and how sought after it is."""

import asyncio
from datetime import datetime

import structlog
from fastapi import FastAPI
from sqlalchemy import text

from libs.kit import clock
from libs.kit.db import Database
from libs.kit.errors import Unavailable
from services.catalog import queries
from services.catalog.domain.views import BID_POINTS, DAYS, FAVOURITE_POINTS, VIEW_POINTS, day_of
from services.catalog.service import finding

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 600.0
PART = 500
_WRITE = text(
    "UPDATE products SET popularity = told.popularity "
    "FROM unnest(CAST(:ids AS bigint[]), CAST(:figures AS int[])) AS told (id, popularity) WHERE products.id = told.id"
)
POINTS = {"view_points": VIEW_POINTS, "favourite_points": FAVOURITE_POINTS, "bid_points": BID_POINTS}


async def count_popularity(database: Database, now: datetime) -> int:
    """Only what changed is written: every written row is read again by whoever keeps an index of the shelf."""
    last, written = 0, 0
    while True:
        async with database.reading() as session:
            rows = await queries.views.popularities(session, last, day_of(now), days=DAYS, points=POINTS, limit=PART)
        if not rows:
            return written
        changed = [row for row in rows if row.popularity != row.before]
        if changed:
            async with database.transaction() as session:
                values = {"ids": [row.id for row in changed], "figures": [row.popularity for row in changed]}
                await session.execute(_WRITE, values)
        written, last = written + len(changed), rows[-1].id


async def keep_weighing(app: FastAPI) -> None:
    """The job: at the start and every ten minutes."""
    while True:
        try:
            await finding.name_the_nameless(app.state.database)
            await count_popularity(app.state.database, clock.about_now())
        except (Unavailable, OSError) as away:
            log.warning("counting waits", cause=repr(away))
        await asyncio.sleep(PAUSE_SECONDS)
