"""Every few seconds: write down what was searched for."""

import asyncio

import structlog
from fastapi import FastAPI

from libs.kit.http.errors import Unavailable
from services.catalog.service import browsing

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 5.0


async def keep_counting(app: FastAPI) -> None:
    """Run the job; searches that cannot be written down now are counted on."""
    while True:
        await asyncio.sleep(PAUSE_SECONDS)
        try:
            await browsing.write_down(app.state.database, app.state.tally)
        except (Unavailable, OSError) as away:
            log.warning("searches wait to be written down", cause=repr(away))
