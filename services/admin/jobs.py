import asyncio

from fastapi import FastAPI
from prometheus_client import Gauge

from libs.kit.process import clock
from libs.kit.process.jobs import turn
from services.admin.audit.stream_places import RENEW_SECONDS
from services.admin.audit.trimming import trim_all
from services.admin.cases.sanctions import oldest_age
from services.admin.cases.service import record_again

PAUSE_SECONDS = 3600.0
TAIL_SECONDS = 0.5
POLL_SECONDS = 15.0
WAITING = Gauge(
    "sanctions_oldest_waiting_seconds", "Age of the oldest ban or suspension that a service has not confirmed"
)


async def keep_sweeping(app: FastAPI) -> None:
    while True:
        with turn(app, "keep_sweeping"):
            while await record_again(app.state.database):
                pass
            await trim_all(app.state.database, clock.about_now())
        await asyncio.sleep(PAUSE_SECONDS)


async def keep_reading(app: FastAPI) -> None:
    while True:
        await app.state.tail.wanted.wait()
        with turn(app, "keep_reading"):
            while await app.state.tail.poll():
                pass
        await asyncio.sleep(TAIL_SECONDS)


async def keep_places(app: FastAPI) -> None:
    while True:
        await asyncio.sleep(RENEW_SECONDS)
        with turn(app, "keep_places"):
            await app.state.tail.places.renew()


async def keep_looking(app: FastAPI) -> None:
    while True:
        with turn(app, "keep_looking"):
            WAITING.set(await oldest_age(app.state.database, clock.about_now()))
        await asyncio.sleep(POLL_SECONDS)
