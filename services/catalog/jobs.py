"""What catalog does by itself: takes away the files of pictures that nothing shows any more."""

import asyncio
from pathlib import Path

import structlog
from fastapi import FastAPI

from libs.kit.db import Database
from libs.kit.errors import Unavailable
from services.catalog import queries

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 15.0


async def discard_pictures(database: Database, folder: Path) -> int:
    """Take the files away first, then forget that they were to go: a crash in between only does it again."""
    async with database.transaction() as session:
        discarded = await queries.discarded_pictures(session)
        for picture in discarded:
            if not await queries.is_shown(session, f"/api/images/{picture.token}"):
                await asyncio.to_thread((folder / picture.token).unlink, missing_ok=True)
            await session.delete(picture)
    return len(discarded)


async def keep_discarding(app: FastAPI) -> None:
    """The job: look every few seconds."""
    while True:
        try:
            while await discard_pictures(app.state.database, app.state.settings.media_dir):
                pass
        except (Unavailable, OSError) as away:
            log.warning("pictures wait to be taken away", cause=repr(away))
        await asyncio.sleep(PAUSE_SECONDS)
