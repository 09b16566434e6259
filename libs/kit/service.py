import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis.asyncio import Redis

from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.events.consumer import Consumer
from libs.kit.events.relay import LINGER_SECONDS, Relay
from libs.kit.events.subscribing import Subscriptions
from libs.kit.http import error_responses
from libs.kit.http.client import InternalClient
from libs.kit.http.requests import RequestFrame
from libs.kit.process import clock, profile, sandbox_clock
from libs.kit.process.tasks import cancel_all
from libs.kit.security import revocation_tables
from libs.kit.security.revocation import Ask, Revocations
from libs.kit.security.tokens import TokenVerifier
from libs.kit.settings import REVOCATION_PATIENCE, Settings

log = structlog.get_logger(__name__)

ISSUER = "auth"
# Everything that a relay or consumer waits for has a shorter timeout. After this time without progress, it
# will never continue.
STILL_SECONDS, LOOK_SECONDS = 180.0, 10.0
Job = Callable[[FastAPI], Awaitable[None]]


@dataclass
class Parts:
    """Parts of a service that a test can leave out."""

    broker: bool = True
    jobs: Sequence[Job] = ()
    broker_jobs: Sequence[Job] = ()
    relay_linger: float = LINGER_SECONDS


def create_service(
    name: str,
    settings: type[Settings],
    routers: Sequence[APIRouter],
    subscriptions: Subscriptions,
    *,
    jobs: Sequence[Job] = (),
    broker_jobs: Sequence[Job] = (),
    calls: Sequence[str] = (),
    on_start: Job | None = None,
    relay_linger: float = LINGER_SECONDS,
) -> FastAPI:
    """Creates the app of a service. `broker_jobs` run only with a broker. `calls` lists the services that
    this service calls. Call `configure` before the app starts. The app itself does not depend on the
    environment, so that forked processes can share it."""
    app = FastAPI(
        title=f"Wangi {name}",
        version="1.0.0",
        lifespan=_life,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        # libs/kit/http/requests.py creates the span, metric and log line of each request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.name, app.state.settings_class, app.state.subscriptions = name, settings, subscriptions
    app.state.parts = Parts(jobs=jobs, broker_jobs=broker_jobs, relay_linger=relay_linger)
    app.state.on_start = on_start
    app.state.draining, app.state.jobs = False, {}
    app.state.revocations = Revocations(REVOCATION_PATIENCE)
    app.state.revocations.subscribe(subscriptions)
    if name != ISSUER:
        calls = [*calls, ISSUER]
    app.state.called = calls
    for router in routers:
        app.include_router(router)
    _add_health(app)
    error_responses.install_handlers(app)
    app.add_middleware(RequestFrame, service=name)
    return app


def configure(app: FastAPI, settings: Settings) -> None:
    """Call before the service starts."""
    state = app.state
    state.settings = settings
    state.verifier = TokenVerifier(settings.jwks_url, settings.token_issuer, settings.token_audience)
    state.revocations.patience = settings.revocation_patience_seconds
    state.calls = {called: _client(settings, called) for called in state.called}


def _client(settings: Settings, called: str) -> InternalClient:
    return InternalClient(getattr(settings, f"{called}_url"), settings.internal_secret.get_secret_value())


@contextlib.asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    url = settings.database_url.get_secret_value()
    app.state.database = Database(url, app.state.name, pool_size=settings.database_pool_size)
    app.state.redis = Redis.from_url(
        settings.redis_url.get_secret_value(), socket_timeout=2, socket_connect_timeout=2
    )
    if settings.sandbox_clock is not None:
        clock.stand_ahead(sandbox_clock.ahead_of(settings.sandbox_clock))
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(app.state.database.close)
        stack.push_async_callback(app.state.redis.aclose)
        for client in app.state.calls.values():
            stack.push_async_callback(client.close)
        if app.state.on_start is not None:
            await app.state.on_start(app)
        await app.state.revocations.load(app.state.database)
        await stack.enter_async_context(_background(app))
        yield


@contextlib.asynccontextmanager
async def _background(app: FastAPI) -> AsyncIterator[None]:
    """If any of these tasks fails, the process ends and is restarted."""
    parts: Parts = app.state.parts
    tasks: list[asyncio.Task[None]] = []
    app.state.consumer = None
    if parts.broker:
        app.state.relay = Relay(
            app.state.database,
            app.state.settings.kafka_bootstrap_servers,
            app.state.name,
            parts.relay_linger,
        )
        tasks += [asyncio.create_task(app.state.relay.run()), _consumer_task(app)]
        tasks.append(asyncio.create_task(end_when_still(app.state.relay, app.state.consumer)))
        tasks += [asyncio.create_task(_listen(app)), asyncio.create_task(_follow(app))]
        tasks += [asyncio.create_task(_job(app, job)) for job in parts.broker_jobs]
    tasks += [asyncio.create_task(_job(app, job)) for job in parts.jobs]
    if (file := app.state.settings.sandbox_clock) is not None:
        tasks.append(asyncio.create_task(sandbox_clock.follow_offset(file)))
    for task in tasks:
        task.add_done_callback(_die_with)
    try:
        yield
    finally:
        app.state.draining = True
        if app.state.consumer is not None:
            await app.state.consumer.stop()
            await asyncio.wait(tasks[1:2], timeout=app.state.settings.grace_seconds)
        for task in tasks:
            task.remove_done_callback(_die_with)
        await cancel_all(tasks)


async def _job(app: FastAPI, job: Job) -> None:
    await job(app)


class Still(Exception):
    """The relay or the consumer makes no progress."""


async def end_when_still(*parts: Relay | Consumer) -> None:
    """Raises Still when the relay or the consumer makes no progress, so that the process is restarted."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        for part in parts:
            if (since := time.monotonic() - part.beat) > STILL_SECONDS:
                raise Still(f"{type(part).__name__} has not gone on for {since:.0f} s")


def _consumer_task(app: FastAPI) -> asyncio.Task[None]:
    app.state.consumer = Consumer(
        app.state.name,
        app.state.settings.kafka_bootstrap_servers,
        app.state.database,
        app.state.subscriptions,
        app.state.revocations.note_caught_up,
    )
    return asyncio.create_task(app.state.consumer.run())


async def _listen(app: FastAPI) -> None:
    revocations: Revocations = app.state.revocations
    if app.state.name == ISSUER:
        await revocations.listen(app.state.redis, _own_truth(app))
    else:
        await revocations.listen(app.state.redis, ask_through(app.state.calls[ISSUER]))


def _own_truth(app: FastAPI) -> Ask:
    async def ask(path: str) -> Any:
        since = path.partition("since=")[2]
        async with app.state.database.reading() as session:
            return await revocation_tables.page_since(
                session, datetime.fromisoformat(since) if since else None
            )

    return ask


def ask_through(client: InternalClient) -> Ask:
    async def ask(path: str) -> Any:
        answer = await client.get(path)
        if answer.status != 200:
            raise Unavailable
        return answer.body

    return ask


async def _follow(app: FastAPI) -> None:
    await app.state.revocations.follow(app.state.database)


def _die_with(task: asyncio.Task[Any]) -> None:
    """Ends the process, because a process without its relay or consumer would look healthy."""
    if not task.cancelled() and (fault := task.exception()) is not None:
        log.critical("a background task died", cause=repr(fault), exc_info=fault)
        os._exit(70)


def _add_health(app: FastAPI) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, str]:
        return {"status": "alive"}

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> JSONResponse:
        """Report readiness: the database responds and the service is not draining. Other services are not
        checked."""
        database = await app.state.database.answers()
        ready = database and not app.state.draining
        consumer = app.state.consumer is None or app.state.consumer.assigned
        checks = {"database": database, "draining": app.state.draining, "consumer": consumer}
        behind = 0 if app.state.consumer is None else app.state.consumer.behind
        body = {"ready": ready, "checks": checks, "behind": behind, "ahead": clock.ahead().total_seconds()}
        return JSONResponse(body, status_code=200 if ready else 503)

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    @app.get(profile.PATH, include_in_schema=False)
    async def profile_of_process(request: Request, seconds: float = 10) -> PlainTextResponse:
        """Profile this process. Only for `wangi profile` in the same pod."""
        return PlainTextResponse(
            *await profile.profile_response(request.client and request.client.host, seconds)
        )
