"""What messaging does by itself: the message queue, what is due by time, reminders, files."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from services.messaging import reminders
from services.messaging.attachments import service as attachment_service
from services.messaging.attachments.routes import store_in
from services.messaging.deals import cards
from services.messaging.messages.batches import MessageQueue
from services.messaging.offers import favourites
from services.messaging.offers import service as offer_service
from services.messaging.reviews import pictures
from services.messaging.reviews import service as review_service
from services.messaging.verification import service as verification_service

PAUSE_SECONDS = 60.0


# A change that another replica has heard of wakes no one here: it is looked for this often.
CARDS_PAUSE_SECONDS = 2.0


FILES_PAUSE_SECONDS, SWEEP_SECONDS, OFFERING_PAUSE_SECONDS = 15.0, 3600.0, 3.0


async def start_message_queue(app: FastAPI) -> None:
    """Start the queue of messages that come in batches."""
    secret = app.state.settings.internal_secret.get_secret_value()
    app.state.message_queue = MessageQueue(app.state.database, secret)


async def keep_completing(app: FastAPI) -> None:
    """Look for deals whose time for a review is over, each minute."""
    await _each_minute(app, "keep_completing", review_service.complete_due, review_service.LAPSED_AT_ONCE)


async def keep_revealing(app: FastAPI) -> None:
    """Look for hidden reviews whose time is over, each minute."""
    await _each_minute(app, "keep_revealing", review_service.reveal_due, review_service.REVEALED_AT_ONCE)


async def keep_expiring(app: FastAPI) -> None:
    """Look for offers that were not answered in time, each minute."""
    await _each_minute(app, "keep_expiring", offer_service.expire_offers, offer_service.EXPIRED_AT_ONCE)


async def keep_verifying(app: FastAPI) -> None:
    """Look for sellers whose grace is over, each minute."""
    await _each_minute(
        app, "keep_verifying", verification_service.end_due_verifications, verification_service.ENDED_AT_ONCE
    )


async def keep_counting(app: FastAPI) -> None:
    """Look for deliveries that an older build has not counted, each minute."""
    await _each_minute(
        app, "keep_counting", verification_service.count_missed, verification_service.COUNTED_AT_ONCE
    )


async def keep_offering(app: FastAPI) -> None:
    """Look every few seconds for offers to all who keep a listing; wait while catalog is away."""
    while True:
        with turn(app, "keep_offering"):
            while await favourites.send_waiting(app.state.database, app.state.calls["catalog"]):
                pass
        await asyncio.sleep(OFFERING_PAUSE_SECONDS)


async def _each_minute(app: FastAPI, job: str, work: Callable[[Database], Awaitable[int]], most: int) -> None:
    """Do the work until nothing is left, then wait; wait too while the database is away."""
    while True:
        done = 0
        with turn(app, job):
            done = await work(app.state.database)
        if done < most:
            await asyncio.sleep(PAUSE_SECONDS)


async def keep_cards(app: FastAPI) -> None:
    """Correct purchase cards as soon as a change of their listing is committed, and every few seconds."""
    woken = asyncio.Event()

    def heard(session: AsyncSession) -> None:
        if session.info.pop(cards.NEWS, False):
            woken.set()

    app.state.database.after_commit.append(heard)
    while True:
        woken.clear()
        with turn(app, "keep_cards"):
            while await cards.follow_stock(app.state.database):
                pass
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CARDS_PAUSE_SECONDS):
                await woken.wait()


async def keep_deleting_files(app: FastAPI) -> None:
    """Look every few seconds for files to be deleted, every hour for what is over or named by no row."""
    store, swept_at = store_in(app), float("-inf")
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
    """Delete pictures that wait for no review any more, and offers that are over."""
    for work in (pictures.discard_waiting_pictures, favourites.trim_favourite_offers):
        while await work(database, clock.about_now()):
            pass


async def keep_reminding(app: FastAPI) -> None:
    """Look each minute for messages and deals that wait to be told of."""
    while True:
        with turn(app, "keep_reminding"):
            await reminders.notify_unread(app.state.database)
            await reminders.remind_of_deals(app.state.database)
        await asyncio.sleep(PAUSE_SECONDS)
