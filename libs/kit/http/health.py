"""How one service does, for the dashboard of the staff and for `wangi doctor`."""

from datetime import datetime

from fastapi import APIRouter, FastAPI, Request
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import ReadDep
from libs.kit.http.access import Internal, StaffUser
from libs.kit.http.errors import Forbidden, NotSignedIn, refusals
from libs.kit.http.requests import p95_ms
from libs.kit.http.schemas import Out
from libs.kit.process.jobs import JobState

# More is not counted: with a broker away for a day it would cost too much.
MOST_COUNTED = 1_000
_WAITING = text("""
    SELECT (SELECT count(*) FROM (SELECT FROM outbox WHERE published_at IS NULL LIMIT :most) AS waiting),
        (SELECT created_at FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT 1),
        (SELECT count(*) FROM (SELECT FROM refused_keys LIMIT :most) AS refused),
        (SELECT count(*) FROM (SELECT FROM parked_keys LIMIT :most) AS parked)""")


class JobOut(Out):
    """What a service does by itself, as the replica that answers knows it."""

    name: str
    # None: not since the process began.
    last_at: datetime | None
    # Since when the database, or who else it needs, is away.
    waits_since: datetime | None


class HealthOut(Out):
    """Events that wait, as the database has them (counts end at 1,000), and how the replica that answers
    does."""

    outbox_waiting: int
    oldest_waiting_at: datetime | None
    refused_keys: int
    parked_keys: int
    # Messages that this replica has not handled yet; None: it hears nothing at this moment.
    consumer_lag: int | None
    # Of this replica, since it began.
    p95_ms: float | None
    jobs: list[JobOut]


def health_router(staff_path: str) -> APIRouter:
    """Return the route below a service's own address for the staff, and the one for operators' commands."""
    router = APIRouter()

    @router.get(f"{staff_path}/health", responses=refusals(NotSignedIn, Forbidden))
    async def service_health(_: StaffUser, session: ReadDep, request: Request) -> HealthOut:
        """Say how this service does: which events wait, and how its jobs go."""
        return await _health(session, request.app)

    @router.get("/internal/health", include_in_schema=False, dependencies=[Internal])
    async def health_for_operators(session: ReadDep, request: Request) -> HealthOut:
        """Say the same to `wangi doctor`."""
        return await _health(session, request.app)

    return router


async def _health(session: AsyncSession, app: FastAPI) -> HealthOut:
    waiting, oldest, refused, parked = (await session.execute(_WAITING, {"most": MOST_COUNTED})).one()
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
