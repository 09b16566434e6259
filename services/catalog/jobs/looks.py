"""Takes the looks of pictures from before there were looks, slowly, until none is left."""

import asyncio
import time

from fastapi import FastAPI
from prometheus_client import Gauge

from libs.kit.process.jobs import turn
from services.catalog.routes.pictures import store_in
from services.catalog.service import looks

LEFT = Gauge("catalog_pictures_without_look", "Pictures of which it is not known yet how they look")
# Uploads share the two places in which pictures are drawn: at least half of the time they have both.
PAUSE_SECONDS, REST_SECONDS = 2.0, 600.0
# Counting walks what is left: once a minute is often enough for a gauge.
COUNT_SECONDS = 60.0


async def keep_taking_looks(app: FastAPI) -> None:
    """Take some every few seconds; where none is left, or something is away, look again after a rest."""
    store, counted_at = store_in(app), -COUNT_SECONDS
    while True:
        taken = 0
        with turn(app, "keep_taking_looks"):
            taken = await looks.take_next(app.state.database, store)
            if not taken or time.monotonic() - counted_at >= COUNT_SECONDS:
                LEFT.set(await looks.count_left(app.state.database))
                counted_at = time.monotonic()
        await asyncio.sleep(PAUSE_SECONDS if taken else REST_SECONDS)
