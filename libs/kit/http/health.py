from datetime import datetime
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import ReadDep
from libs.kit.errors import Forbidden, NotSignedIn
from libs.kit.http.access import Internal
from libs.kit.http.error_responses import refusals
from libs.kit.http.requests import p95_ms
from libs.kit.http.schemas import Out
from libs.kit.process.jobs import JobState

# Counting more would be slow after a day without a broker.
MAX_COUNTED = 1_000
_WAITING = text("""
    SELECT (SELECT count(*) FROM (SELECT FROM outbox WHERE published_at IS NULL LIMIT :most) AS waiting),
        (SELECT created_at FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT 1),
        (SELECT count(*) FROM (SELECT FROM refused_keys LIMIT :most) AS refused),
        (SELECT count(*) FROM (SELECT FROM parked_keys LIMIT :most) AS parked)""")


class JobOut(Out):
    """A background job, as known to the replica that responds."""

    name: str
    # Null if the job has not run since the process started.
    last_at: datetime | None
    # Since when a dependency of the job is unavailable. Null if all are available.
    waits_since: datetime | None


class HealthOut(Out):
    """Waiting events in the database, and the state of the replica that responds. Counts stop at 1,000."""

    outbox_waiting: int
    oldest_waiting_at: datetime | None
    refused_keys: int
    parked_keys: int
    # Null if this replica is not consuming.
    consumer_lag: int | None
    # For this replica, since it started.
    p95_ms: float | None
    jobs: list[JobOut]


def health_router(path: str, guard: Any) -> APIRouter:
    """Creates the routes. `guard` protects the route at `path`. The other route is for operators'
    commands."""
    router = APIRouter()

    @router.get(path, responses=refusals(NotSignedIn, Forbidden), dependencies=[guard])
    async def service_health(session: ReadDep, request: Request) -> HealthOut:
        """Read the health of this service: waiting events and background jobs."""
        return await _health(session, request.app)

    @router.get("/internal/health", include_in_schema=False, dependencies=[Internal])
    async def health_for_operators(session: ReadDep, request: Request) -> HealthOut:
        """Read the health of this service. Used by `wangi doctor`."""
        return await _health(session, request.app)

    return router


async def _health(session: AsyncSession, app: FastAPI) -> HealthOut:
    waiting, oldest, refused, parked = (await session.execute(_WAITING, {"most": MAX_COUNTED})).one()
    consumer = app.state.consumer
    jobs: dict[str, JobState] = app.state.jobs
    return HealthOut(
        outbox_waiting=waiting,
        oldest_waiting_at=oldest,
        refused_keys=refused,
        parked_keys=parked,
        consumer_lag=consumer.behind if consumer is not None and consumer.assigned else None,
        p95_ms=p95_ms(app.state.name),
        jobs=[
            JobOut(name=name, last_at=jobs[name].last_at, waits_since=jobs[name].waits_since)
            for name in sorted(jobs)
        ],
    )
