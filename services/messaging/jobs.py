import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.http.picture_store import picture_store_of
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from services.messaging import reminders
from services.messaging.attachments import service as attachment_service
from services.messaging.deals import cards
from services.messaging.messages.batches import MessageQueue
from services.messaging.offers import favourites
from services.messaging.offers.service import EXPIRED_AT_ONCE, expire_offers
from services.messaging.reviews import pictures
from services.messaging.reviews.service import LAPSED_AT_ONCE, REVEALED_AT_ONCE, complete_due, reveal_due
from services.messaging.verification.service import (
    COUNTED_AT_ONCE,
    ENDED_AT_ONCE,
    count_missed,
    end_due_verifications,
)

PAUSE_SECONDS = 60.0


# Changes that another replica consumes do not wake a job here.
CARDS_PAUSE_SECONDS = 2.0


FILES_PAUSE_SECONDS, SWEEP_SECONDS, OFFERING_PAUSE_SECONDS = 15.0, 3600.0, 3.0


async def start_message_queue(app: FastAPI) -> None:
    secret = app.state.settings.internal_secret.get_secret_value()
    app.state.message_queue = MessageQueue(app.state.database, secret)


async def keep_completing(app: FastAPI) -> None:
    await _each_minute(app, "keep_completing", complete_due, LAPSED_AT_ONCE)


async def keep_revealing(app: FastAPI) -> None:
    await _each_minute(app, "keep_revealing", reveal_due, REVEALED_AT_ONCE)


async def keep_expiring(app: FastAPI) -> None:
    await _each_minute(app, "keep_expiring", expire_offers, EXPIRED_AT_ONCE)


async def keep_verifying(app: FastAPI) -> None:
    await _each_minute(app, "keep_verifying", end_due_verifications, ENDED_AT_ONCE)


async def keep_counting(app: FastAPI) -> None:
    await _each_minute(app, "keep_counting", count_missed, COUNTED_AT_ONCE)


async def keep_offering(app: FastAPI) -> None:
    while True:
        with turn(app, "keep_offering"):
            while await favourites.send_waiting(app.state.database, app.state.calls["catalog"]):
                pass
        await asyncio.sleep(OFFERING_PAUSE_SECONDS)


async def _each_minute(app: FastAPI, job: str, work: Callable[[Database], Awaitable[int]], most: int) -> None:
    while True:
        done = 0
        with turn(app, job):
            done = await work(app.state.database)
        if done < most:
            await asyncio.sleep(PAUSE_SECONDS)


async def keep_cards(app: FastAPI) -> None:
    woken = asyncio.Event()

    def wake(session: AsyncSession) -> None:
        if session.info.pop(cards.NEWS, False):
            woken.set()

    app.state.database.after_commit.append(wake)
    while True:
        woken.clear()
        with turn(app, "keep_cards"):
            while await cards.follow_stock(app.state.database):
                pass
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CARDS_PAUSE_SECONDS):
                await woken.wait()


async def keep_deleting_files(app: FastAPI) -> None:
    store, swept_at = picture_store_of(app), float("-inf")
    while True:
        with turn(app, "keep_deleting_files"):
            is_due = asyncio.get_running_loop().time() - swept_at > SWEEP_SECONDS
            if is_due:
                await _trim(app.state.database)
            while await attachment_service.delete_discarded(app.state.database, store):
                pass
            if is_due:
                await attachment_service.sweep(app.state.database, store, clock.about_now())
                swept_at = asyncio.get_running_loop().time()
        await asyncio.sleep(FILES_PAUSE_SECONDS)


async def _trim(database: Database) -> None:
    for work in (pictures.discard_waiting_pictures, favourites.trim_favourite_offers):
        while await work(database, clock.about_now()):
            pass


async def keep_reminding(app: FastAPI) -> None:
    while True:
        with turn(app, "keep_reminding"):
            await reminders.notify_unread(app.state.database)
            await reminders.remind_of_deals(app.state.database)
        await asyncio.sleep(PAUSE_SECONDS)
