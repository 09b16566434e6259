"""What messaging does by itself: start the message queue, complete deals, expire offers."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from fastapi import FastAPI

from libs.kit.db.database import Database
from libs.kit.http.errors import Unavailable
from services.messaging.service import offers, reviews
from services.messaging.service.message_queue import MessageQueue

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 60.0


async def start_message_queue(app: FastAPI) -> None:
    """Start the queue of messages that come in batches."""
    secret = app.state.settings.internal_secret.get_secret_value()
    app.state.message_queue = MessageQueue(app.state.database, secret)


async def keep_completing(app: FastAPI) -> None:
    """Look for deals whose time for a review is over, each minute."""
    await _each_minute(app, reviews.lapse, reviews.LAPSED_AT_ONCE)


async def keep_expiring(app: FastAPI) -> None:
    """Look for offers that were not answered in time, each minute."""
    await _each_minute(app, offers.expire, offers.EXPIRED_AT_ONCE)


async def _each_minute(app: FastAPI, work: Callable[[Database], Awaitable[int]], most: int) -> None:
    """Do the work until nothing is left, then wait; wait too while the database is away."""
    while True:
        done = 0
        try:
            done = await work(app.state.database)
        except Unavailable as away:
            log.info("job_waits", job=work.__qualname__, cause=repr(away.__cause__))
        if done < most:
            await asyncio.sleep(PAUSE_SECONDS)
