"""What messaging does by itself: start the message queue, complete deals whose time for a review is over."""

import asyncio

import structlog
from fastapi import FastAPI

from libs.kit.http.errors import Unavailable
from services.messaging.service import reviews
from services.messaging.service.message_queue import MessageQueue

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 60.0


async def start_message_queue(app: FastAPI) -> None:
    """Start the queue of messages that come in batches."""
    secret = app.state.settings.internal_secret.get_secret_value()
    app.state.message_queue = MessageQueue(app.state.database, secret)


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
