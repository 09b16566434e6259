import asyncio

from fastapi import FastAPI

from libs.kit.process.jobs import turn
from services.catalog.favourites import saved_searches

PAUSE_SECONDS = 30.0


async def keep_looking(app: FastAPI) -> None:
    while True:
        with turn(app, "keep_looking"):
            await saved_searches.publish_matches(app.state.database, app.state.index)
        await asyncio.sleep(PAUSE_SECONDS)
