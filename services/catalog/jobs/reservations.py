"""Reservations whose deal was not heard of are asked about."""

import asyncio

import structlog
from fastapi import FastAPI

from libs.kit.http.errors import Unavailable
from services.catalog.service import reservations

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 30.0


async def keep_reservations(app: FastAPI) -> None:
    """Look after them; wait while the database or messaging is away."""
    while True:
        looked = 0
        try:
            looked = await reservations.look_after(app.state.database, app.state.calls["messaging"])
        except Unavailable as away:
            log.info("reservations_wait", cause=repr(away.__cause__))
        if looked < reservations.AT_ONCE:
            await asyncio.sleep(PAUSE_SECONDS)
