"""Every few seconds: write down what was searched for, and what was shown in the carousel."""

import asyncio

import structlog
from fastapi import FastAPI

from libs.kit.http.errors import Unavailable
from services.catalog.service import boosts, browsing

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 5.0


async def keep_counting(app: FastAPI) -> None:
    """Run the job; what cannot be written down now is counted on."""
    while True:
        await asyncio.sleep(PAUSE_SECONDS)
        try:
            await browsing.write_down(app.state.database, app.state.tally)
            await boosts.write_down(app.state.database, app.state.rotation)
        except (Unavailable, OSError) as away:
            log.warning("counts wait to be written down", cause=repr(away))
