"""Tells people what is new of what they look for."""

import asyncio

import structlog
from fastapi import FastAPI

from libs.kit.http.errors import Unavailable
from services.catalog.service import saved_searches

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 30.0


async def keep_looking(app: FastAPI) -> None:
    """The job: twice a minute."""
    while True:
        try:
            await saved_searches.tell_matches(app.state.database, app.state.index)
        except (Unavailable, OSError) as away:
            log.warning("saved searches wait", cause=repr(away))
        await asyncio.sleep(PAUSE_SECONDS)
