import asyncio

from fastapi import FastAPI

from libs.kit.process.jobs import turn
from services.catalog.reservations import service

PAUSE_SECONDS = 30.0


async def keep_reservations(app: FastAPI) -> None:
    while True:
        looked = 0
        with turn(app, "keep_reservations"):
            looked = await service.end_stale_reservations(app.state.database, app.state.calls["messaging"])
        if looked < service.AT_ONCE:
            await asyncio.sleep(PAUSE_SECONDS)
