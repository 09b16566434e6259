import asyncio
import time
from datetime import datetime, timedelta

from fastapi import FastAPI
from prometheus_client import Gauge

from libs.kit.db.database import Database
from libs.kit.http.picture_store import picture_store_of
from libs.kit.media.pictures import PictureStore
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from services.catalog.pictures import links, looks, queries, service
from services.catalog.pictures.rules import SIZES, file_of, token_of_file

PAUSE_SECONDS, SWEEP_SECONDS = 15.0, 3600.0


PATIENCE = timedelta(hours=24)


async def discard_pictures(database: Database, store: PictureStore) -> int:
    """Files are deleted before the rows with their names, so that a crash cannot lose a name."""
    async with database.reading() as session:
        tokens = await queries.list_discarded(session, "")
    return sum([await _discard(database, store, token) for token in tokens])


async def _discard(database: Database, store: PictureStore, token: str) -> bool:
    """Holds the picture's lock. A concurrent upload waits and then stores its files again."""
    async with database.transaction() as session:
        if not await queries.lock_file_if_free(session, token):
            return False
        if not await queries.is_named(session, token):
            names = [token] if "." in token else [file_of(token, str(size)) for size in SIZES]
            await asyncio.gather(*(store.delete(name) for name in names))
        await queries.keep_files(session, token)
    return True


async def sweep(database: Database, store: PictureStore, now: datetime) -> int:
    """Deletes unused uploads, announced pictures that were not uploaded, files without a row and outdated
    link pictures."""
    swept = 0
    while found := await _let_unclaimed_go(database, now - PATIENCE):
        swept += found
    while await _let_announced_go(database, now - PATIENCE):
        pass
    async for page in store.pages():
        swept += await links.discard_old_pictures(database, store, page, now)
        old = {token for name, put in page if put < now - PATIENCE and (token := token_of_file(name))}
        async with database.transaction() as session:
            for token in sorted(await queries.find_unnamed(session, old)):
                await service.discard_picture(session, token)
                swept += 1
    return swept


async def _let_unclaimed_go(database: Database, before: datetime) -> int:
    async with database.transaction() as session:
        unused = await queries.lock_unused(session, before=before)
        for picture in unused:
            await session.delete(picture)
            await service.discard_picture(session, picture.token)
    return len(unused)


async def _let_announced_go(database: Database, before: datetime) -> int:
    async with database.transaction() as session:
        places = await queries.list_never_uploaded(session, before)
        for place in places:
            await session.delete(place)
    return len(places)


async def keep_discarding(app: FastAPI) -> None:
    store, swept_at = picture_store_of(app), float("-inf")
    while True:
        with turn(app, "keep_discarding"):
            while await discard_pictures(app.state.database, store):
                pass
            if asyncio.get_running_loop().time() - swept_at > SWEEP_SECONDS:
                await sweep(app.state.database, store, clock.about_now())
                swept_at = asyncio.get_running_loop().time()
        await asyncio.sleep(PAUSE_SECONDS)


LEFT = Gauge("catalog_pictures_without_look", "Pictures whose fingerprint is not computed yet")


# The job leaves both processing slots to uploads for at least half of the time.
LOOKS_PAUSE_SECONDS, REST_SECONDS = 2.0, 600.0


# Interval between counts, because counting reads all remaining rows.
COUNT_SECONDS = 60.0


async def keep_taking_looks(app: FastAPI) -> None:
    store, counted_at = picture_store_of(app), -COUNT_SECONDS
    while True:
        taken = 0
        with turn(app, "keep_taking_looks"):
            taken = await looks.take_next_looks(app.state.database, store)
            if not taken or time.monotonic() - counted_at >= COUNT_SECONDS:
                LEFT.set(await looks.count_left(app.state.database))
                counted_at = time.monotonic()
        await asyncio.sleep(LOOKS_PAUSE_SECONDS if taken else REST_SECONDS)


COMPARING_PAUSE_SECONDS = 5.0


async def keep_comparing(app: FastAPI) -> None:
    while True:
        with turn(app, "keep_comparing"):
            while await looks.compare_next(app.state.database):
                pass
        await asyncio.sleep(COMPARING_PAUSE_SECONDS)
