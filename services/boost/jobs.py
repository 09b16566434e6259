import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from fastapi import FastAPI
from prometheus_client import Gauge
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.http.picture_store import picture_store_of
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from services.boost import queries
from services.boost.boosts.service import ENDED_AT_ONCE, end_due_boosts, warn_due_boosts
from services.boost.dependencies import setup_of
from services.boost.payments import mismatches as payments_mismatches
from services.boost.payments.callback_queue import NEWS, NotificationQueue
from services.boost.payments.callbacks import judge_waiting
from services.boost.payments.polling import expire_unbilled, learn_rank, poll_due
from services.boost.payments.providers.choice import provider_of
from services.boost.payments.queries import find_oldest_open
from services.boost.payments.service import record_missed_methods
from services.boost.payments.setup import Setup
from services.boost.payouts.sending import poll_due_payouts
from services.boost.protection.cancellations import settle_pending_cancellations
from services.boost.protection.evidence import delete_unused_files
from services.boost.protection.jobs import DUE_AT_ONCE, end_due_states

# A commit wakes only the jobs of its own replica. Rows from other replicas are found at these intervals.
JUDGE_SECONDS, POLL_SECONDS, END_SECONDS, DUE_SECONDS, TRIM_SECONDS = 2.0, 20.0, 2.0, 5.0, 3600.0
WARN_SECONDS, RANK_SECONDS, RANK_AGAIN_SECONDS = 60.0, 3600.0, 300.0
OLDEST = Gauge("boost_oldest_pending_seconds", "Age of the oldest unpaid bill")


async def choose_provider(app: FastAPI) -> None:
    app.state.incoming = NotificationQueue(app.state.database)
    app.state.provider = provider_of(app.state.settings)


async def keep_judging(app: FastAPI) -> None:
    if app.state.provider is None:
        return
    woken = asyncio.Event()

    def wake(session: AsyncSession) -> None:
        if session.info.pop(NEWS, False):
            woken.set()

    app.state.database.after_commit.append(wake)
    while True:
        woken.clear()
        while await _quietly(app, "keep_judging", lambda: judge_waiting(setup_of(app))):
            pass
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(JUDGE_SECONDS):
                await woken.wait()


async def keep_polling(app: FastAPI) -> None:
    while True:
        if app.state.provider is not None:
            await _quietly(app, "keep_polling", lambda: _poll(setup_of(app)))
        await _quietly(app, "keep_expiring", lambda: expire_unbilled(setup_of(app)))
        await asyncio.sleep(POLL_SECONDS)


async def _poll(setup: Setup) -> int:
    async with setup.database.reading() as session:
        oldest = await find_oldest_open(session)
    OLDEST.set(0 if oldest is None else (clock.about_now() - oldest).total_seconds())
    return await poll_due(setup)


async def keep_ranking(app: FastAPI) -> None:
    while True:
        is_asked = False
        if app.state.provider is not None:
            is_asked = bool(await _quietly(app, "keep_ranking", lambda: learn_rank(setup_of(app))))
        await asyncio.sleep(RANK_SECONDS if is_asked else RANK_AGAIN_SECONDS)


async def keep_ending(app: FastAPI) -> None:
    while True:
        done = await _quietly(app, "keep_ending", lambda: end_due_boosts(app.state.database))
        if done < ENDED_AT_ONCE:
            await asyncio.sleep(END_SECONDS)


async def keep_deadlines(app: FastAPI) -> None:
    database, messaging = app.state.database, app.state.calls["messaging"]
    while True:
        await _quietly(
            app,
            "keep_cancellations",
            lambda: settle_pending_cancellations(database, messaging),
        )
        done = await _quietly(app, "keep_deadlines", lambda: end_due_states(database, messaging))
        if done < DUE_AT_ONCE:
            await asyncio.sleep(DUE_SECONDS)


async def keep_paying_out(app: FastAPI) -> None:
    while True:
        if app.state.provider is not None:
            await _quietly(app, "keep_paying_out", lambda: poll_due_payouts(setup_of(app)))
        await asyncio.sleep(DUE_SECONDS)


async def keep_cases(app: FastAPI) -> None:
    while True:
        await _quietly(app, "keep_cases", lambda: payments_mismatches.record_changes(app.state.database))
        if app.state.provider is not None:
            await _quietly(app, "keep_decisions", lambda: payments_mismatches.carry_out_due(setup_of(app)))
        await asyncio.sleep(END_SECONDS)


async def keep_sweeping(app: FastAPI) -> None:
    while True:
        await asyncio.sleep(TRIM_SECONDS)
        await _quietly(
            app,
            "keep_sweeping",
            lambda: delete_unused_files(app.state.database, picture_store_of(app), clock.about_now()),
        )


async def keep_warning(app: FastAPI) -> None:
    while True:
        done = await _quietly(app, "keep_warning", lambda: warn_due_boosts(app.state.database))
        if done < ENDED_AT_ONCE:
            await asyncio.sleep(WARN_SECONDS)


async def keep_trimming(app: FastAPI) -> None:
    while True:
        await _quietly(app, "keep_trimming", lambda: _trim(app))
        await asyncio.sleep(TRIM_SECONDS)


async def _trim(app: FastAPI) -> int:
    await queries.delete_old_rows(app.state.database, clock.about_now())
    await record_missed_methods(app.state.database)
    return 0


async def _quietly(app: FastAPI, job: str, work: Callable[[], Awaitable[int]]) -> int:
    """Failures of the database or the provider are retried at the next turn."""
    done = 0
    with turn(app, job):
        done = await work()
    return done
