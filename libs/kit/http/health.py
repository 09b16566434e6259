"""How one service does, for the dashboard of the staff; operators have the metrics."""

from datetime import datetime

from fastapi import APIRouter, Request
from sqlalchemy import text

from libs.kit.db.database import ReadDep
from libs.kit.http.access import StaffUser
from libs.kit.http.errors import Forbidden, NotSignedIn, refusals
from libs.kit.http.requests import p95_ms
from libs.kit.http.schemas import Out
from libs.kit.process.jobs import Turns

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
    """Events that wait, and what a service does by itself. Counts end at 1,000."""

    untold: int
    oldest_untold_at: datetime | None
    refused_keys: int
    dead_letter_keys: int
    # Facts of others that this replica has not handled yet; None: it hears nothing at this moment.
    unheard: int | None
    # Of this replica, since it began.
    p95_ms: float | None
    jobs: list[JobOut]


def health_router(prefix: str) -> APIRouter:
    """Return the route below a service's own address for the staff."""
    router = APIRouter(prefix=prefix)

    @router.get("/health", responses=refusals(NotSignedIn, Forbidden))
    async def service_health(_: StaffUser, session: ReadDep, request: Request) -> HealthOut:
        """Say how this service does: which events wait, and how its jobs go."""
        untold, oldest, refused, parked = (await session.execute(_WAITING, {"most": MOST_COUNTED})).one()
        state, turns = request.app.state, request.app.state.turns
        hears = state.consumer is not None and state.consumer.assigned
        return HealthOut(
            untold=untold,
            oldest_untold_at=oldest,
            refused_keys=refused,
            dead_letter_keys=parked,
            unheard=state.consumer.behind if hears else None,
            p95_ms=p95_ms(state.name),
            jobs=[_job_out(name, turns[name]) for name in sorted(turns)],
        )

    return router


def _job_out(name: str, turns: Turns) -> JobOut:
    return JobOut(name=name, last_at=turns.last_at, waits_since=turns.waits_since)
