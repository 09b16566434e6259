"""Pictures that nothing shows are deleted with their files.

Killed at any line, the job only does it again."""

import asyncio
from datetime import datetime, timedelta

from fastapi import FastAPI

from libs.kit.db.database import Database
from libs.kit.media.pictures import PictureStore
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from services.catalog.domain.pictures import SIZES, file_of, token_of_file
from services.catalog.queries import pictures as picture_queries
from services.catalog.routes.pictures import store_in
from services.catalog.service import link_pictures, pictures

PAUSE_SECONDS, SWEEP_SECONDS = 15.0, 3600.0
PATIENCE = timedelta(hours=24)


async def discard_pictures(database: Database, store: PictureStore) -> int:
    """Delete the files first, then the rows that name them; return how many."""
    async with database.reading() as session:
        tokens = await picture_queries.discarded(session, "")
    return sum([await _discard(database, store, token) for token in tokens])


async def _discard(database: Database, store: PictureStore, token: str) -> bool:
    """Delete one picture's files alone with it: an upload of the same one waits, and then writes its files
    anew."""
    async with database.transaction() as session:
        if not await picture_queries.is_alone_with(session, token):
            return False
        if not await picture_queries.is_named(session, token):
            names = [token] if "." in token else [file_of(token, str(size)) for size in SIZES]
            await asyncio.gather(*(store.delete(name) for name in names))
        await picture_queries.keep_files(session, token)
    return True


async def sweep(database: Database, store: PictureStore, now: datetime) -> int:
    """Delete uploads that no listing claimed in a day, places whose pictures never came, files that no row
    names, pictures of links that are old or whose listings changed."""
    swept = 0
    while found := await _let_unclaimed_go(database, now - PATIENCE):
        swept += found
    while await _let_announced_go(database, now - PATIENCE):
        pass
    async for page in store.pages():
        swept += await link_pictures.discard_old(database, store, page, now)
        old = {token for name, put in page if put < now - PATIENCE and (token := token_of_file(name))}
        async with database.transaction() as session:
            for token in sorted(await picture_queries.unnamed(session, old)):
                await pictures.discard(session, token)
                swept += 1
    return swept


async def _let_unclaimed_go(database: Database, before: datetime) -> int:
    async with database.transaction() as session:
        unused = await picture_queries.unused_for_update(session, before=before)
        for picture in unused:
            await session.delete(picture)
            await pictures.discard(session, picture.token)
    return len(unused)


async def _let_announced_go(database: Database, before: datetime) -> int:
    async with database.transaction() as session:
        places = await picture_queries.never_came(session, before)
        for place in places:
            await session.delete(place)
    return len(places)


async def keep_discarding(app: FastAPI) -> None:
    """Look every few seconds for what is to be deleted, every hour for what no row names."""
    store, swept_at = store_in(app), float("-inf")
    while True:
        with turn(app, "keep_discarding"):
            while await discard_pictures(app.state.database, store):
                pass
            if asyncio.get_running_loop().time() - swept_at > SWEEP_SECONDS:
                await sweep(app.state.database, store, clock.about_now())
                swept_at = asyncio.get_running_loop().time()
        await asyncio.sleep(PAUSE_SECONDS)
