"""Compares the photographs that listings begin to show with those of other sellers."""

import asyncio

from fastapi import FastAPI

from libs.kit.process.jobs import turn
from services.catalog.service import same_pictures

PAUSE_SECONDS = 5.0


async def keep_comparing(app: FastAPI) -> None:
    """Look every few seconds for what was not compared yet."""
    while True:
        with turn(app, "keep_comparing"):
            while await same_pictures.compare_next(app.state.database):
                pass
        await asyncio.sleep(PAUSE_SECONDS)
