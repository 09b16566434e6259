"""What admin does by itself: forgets what is old, and reads what is new for those who follow events."""

import asyncio

import structlog
from fastapi import FastAPI

from libs.kit.http.errors import Unavailable
from libs.kit.process import clock
from services.admin.service import cases, trimming

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 3600.0
TAIL_SECONDS = 0.5


async def keep_sweeping(app: FastAPI) -> None:
    """Tell what is still to be told, and delete what is old, once an hour."""
    while True:
        try:
            while await cases.record_again(app.state.database):
                pass
            await trimming.sweep(app.state.database, clock.about_now())
        except (Unavailable, OSError) as away:
            log.warning("old events wait to be forgotten", cause=repr(away))
        await asyncio.sleep(PAUSE_SECONDS)


async def keep_reading(app: FastAPI) -> None:
    """Read what is new in the record, while people follow it."""
    while True:
        await app.state.tail.wanted.wait()
        try:
            while await app.state.tail.read():
                pass
        except (Unavailable, OSError) as away:
            log.warning("followers of events wait", cause=repr(away))
        await asyncio.sleep(TAIL_SECONDS)
