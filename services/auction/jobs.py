import asyncio
import time
from datetime import timedelta
from functools import partial

from fastapi import FastAPI

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from libs.marketplace.room_watchers import find_watching
from services.auction.account_removal.service import continue_removals
from services.auction.alerts import service as alerts_service
from services.auction.auctions import service as auctions_service
from services.auction.auctions.queries import get_next_end
from services.auction.bidding.batches import PlacedBid
from services.auction.bidding.schemas import placed_out
from services.auction.bidding.sequencer import Sequencer
from services.auction.closing import service as closing_service
from services.auction.sales.service import SALES_AT_ONCE, process_due_sales
from services.auction.settings import AuctionSettings

CHECKED_EVERY = 60.0

# Maximum delay until this replica notices an auction from another replica.
POLL_SECONDS = 0.5
NOTIFY_EVERY = 1.0
SWEEP_EVERY = 60.0
# The full scan finds changes that the newest bids do not show.
FULL_CHECK_EVERY = 30.0
RECENT = timedelta(seconds=10)

# Rarely, because the deadlines after an auction are hours away.
AFTERWARDS_SECONDS = 10.0


async def start_sequencer(app: FastAPI) -> None:
    settings: AuctionSettings = app.state.settings

    def render(placed: PlacedBid) -> bytes:
        out = placed_out(
            placed.bid,
            placed.auction,
            placed.at,
            placed.epoch,
            raised=placed.raised,
            start_counts=settings.start_counts,
        )
        return out.model_dump_json().encode()

    app.state.sequencer = Sequencer(app.state.database, settings, render)


async def close(app: FastAPI) -> None:
    while True:
        pause = POLL_SECONDS
        with turn(app, "close"):
            pause = await _closed(app.state.database)
        await asyncio.sleep(pause)


async def process_sales(app: FastAPI) -> None:
    while True:
        looked = 0
        with turn(app, "process_sales"):
            looked = await _process_due_sales(app.state.database)
        if looked < SALES_AT_ONCE:
            await asyncio.sleep(AFTERWARDS_SECONDS)


async def _process_due_sales(database: Database) -> int:
    async with database.transaction() as session:
        return await process_due_sales(session)


async def sweep_drafts(app: FastAPI) -> None:
    while True:
        await asyncio.sleep(SWEEP_EVERY)
        with turn(app, "sweep_drafts"):
            while (
                await auctions_service.delete_old_drafts(app.state.database, app.state.calls["catalog"])
                == auctions_service.AT_ONCE
            ):
                pass


async def _closed(database: Database) -> float:
    closed = closing_service.AT_ONCE
    while closed == closing_service.AT_ONCE:
        async with database.transaction() as session:
            closed = await closing_service.close_due_auctions(session)
    async with database.reading() as session:
        following, now = await get_next_end(session), await clock.now(session)
    if following is None:
        return POLL_SECONDS
    return min(POLL_SECONDS, max(0.01, (following - now).total_seconds()))


async def check_bids(app: FastAPI) -> None:
    while True:
        await asyncio.sleep(CHECKED_EVERY)
        with turn(app, "check_bids"):
            await closing_service.check_contradictions(app.state.database)


async def remove_accounts(app: FastAPI) -> None:
    """Pauses after each batch for as long as the batch took, so that half of the capacity remains for
    bidders."""
    while True:
        began, more = time.monotonic(), False
        with turn(app, "remove_accounts"):
            more = await continue_removals(app.state.database)
        await asyncio.sleep(time.monotonic() - began if more else POLL_SECONDS)


async def notify(app: FastAPI) -> None:
    swept = looked = float("-inf")
    while True:
        with turn(app, "notify"):
            whole = time.monotonic() - looked > FULL_CHECK_EVERY
            await _notified(
                app.state.database, app.state.settings, partial(find_watching, app.state.redis), whole=whole
            )
            looked = time.monotonic() if whole else looked
            if time.monotonic() - swept > SWEEP_EVERY:
                await alerts_service.delete_old_cursors(app.state.database)
                swept = time.monotonic()
        await asyncio.sleep(NOTIFY_EVERY)


async def _notified(
    database: Database, settings: AuctionSettings, who: alerts_service.Watching, *, whole: bool
) -> None:
    since = None if whole else clock.about_now() - RECENT
    looked, due, released = alerts_service.AT_ONCE, alerts_service.AT_ONCE, alerts_service.RELEASED_AT_ONCE
    while looked == alerts_service.AT_ONCE:
        async with database.transaction() as session:
            looked = await alerts_service.scan_auctions(session, since)
    while due == alerts_service.AT_ONCE:
        async with database.transaction() as session:
            due = await alerts_service.notify_outbid(session, who)
    while released == alerts_service.RELEASED_AT_ONCE:
        async with database.transaction() as session:
            released = await alerts_service.release_bidders(session)
    if settings.auction_ending_soon_seconds:
        async with database.transaction() as session:
            await alerts_service.warn_ending(session, timedelta(seconds=settings.auction_ending_soon_seconds))
