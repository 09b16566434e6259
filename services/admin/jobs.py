"""What admin does by itself: forgets what visitors did long ago."""

import asyncio

import structlog
from fastapi import FastAPI

from libs.kit.errors import Unavailable
from services.admin import service

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 3600.0


async def keep_sweeping(app: FastAPI) -> None:
    """The job."""
    while True:
        try:
            async with app.state.database.transaction() as session:
                await service.sweep(session)
        except (Unavailable, OSError) as away:
            log.warning("old events wait to be forgotten", cause=repr(away))
        await asyncio.sleep(PAUSE_SECONDS)
