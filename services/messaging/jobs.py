"""What messaging does by itself: complete deals whose time for a review is over."""

import asyncio

import structlog
from fastapi import FastAPI

from libs.kit.http.errors import Unavailable
from services.messaging.service import reviews

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 60.0


async def keep_completing(app: FastAPI) -> None:
    """Look for them each minute; wait while the database is away."""
    while True:
        looked = 0
        try:
            looked = await reviews.lapse(app.state.database)
        except Unavailable as away:
            log.info("reviews_lapse_later", cause=repr(away.__cause__))
        if looked < reviews.LAPSED_AT_ONCE:
            await asyncio.sleep(PAUSE_SECONDS)
