"""What each listing is found by, how sought after it is, and forgetting who looked."""

import asyncio
from datetime import datetime, timedelta

import structlog
from fastapi import FastAPI
from sqlalchemy import delete, text
from sqlmodel import col

from libs.kit import clock
from libs.kit.db import Database
from libs.kit.errors import Unavailable
from services.catalog import queries
from services.catalog.domain.views import BID_POINTS, DAYS, FAVOURITE_POINTS, VIEW_POINTS, day_of
from services.catalog.models import ProductDay, ProductVisitor
from services.catalog.service import finding

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 600.0
PART = 500
KEPT_DAYS = 400
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


async def forget_visitors(database: Database, now: datetime) -> None:
    """Who looked is known for the day only; how many did, for a little more than a year."""
    today = day_of(now)
    async with database.transaction() as session:
        await session.execute(delete(ProductVisitor).where(col(ProductVisitor.day) < today - timedelta(days=1)))
        await session.execute(delete(ProductDay).where(col(ProductDay.day) < today - timedelta(days=KEPT_DAYS)))


async def keep_weighing(app: FastAPI) -> None:
    """The job: at the start and every ten minutes."""
    while True:
        try:
            await finding.name_the_nameless(app.state.database)
            await count_popularity(app.state.database, clock.about_now())
            await forget_visitors(app.state.database, clock.about_now())
        except (Unavailable, OSError) as away:
            log.warning("counting waits", cause=repr(away))
        await asyncio.sleep(PAUSE_SECONDS)
