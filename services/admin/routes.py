"""HTTP of admin: each route is a sentence."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.http.access import AdminUser, Internal
from libs.kit.http.errors import Forbidden, NotSignedIn, refusals
from libs.kit.http.export import exported, person
from libs.kit.http.paging import LimitDep, cursor_of, row_of
from libs.kit.process import clock
from services.admin import queries, service
from services.admin.schemas import AuditEntryOut, CountedOut, DayOut, WebEventsIn

router = APIRouter(tags=["admin"])


@router.get("/api/admin/audit", responses=refusals(NotSignedIn, Forbidden))
async def audit(
    admin: AdminUser,
    session: ReadDep,
    response: Response,
    limit: LimitDep = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> list[AuditEntryOut]:
    """Return all facts of the platform, newest first; the next page is in `Link`."""
    before = row_of(cursor) if cursor else None
    entries = await queries.audit(session, before=before, limit=limit)
    if len(entries) == limit:
        response.headers["Link"] = f'</api/admin/audit?cursor={cursor_of(entries[-1].known_id)}>; rel="next"'
    return [AuditEntryOut.model_validate(entry.model_dump()) for entry in entries]


@router.post("/api/events", status_code=202)
async def post_events(form: WebEventsIn, session: SessionDep) -> CountedOut:
    """Count what a visit did, from a visitor who agreed to it. No name, no address, no third party (C37)."""
    return CountedOut(counted=await service.count(session, form))


@router.get("/api/admin/events", responses=refusals(NotSignedIn, Forbidden))
async def events_by_day(
    admin: AdminUser, session: ReadDep, days: Annotated[int, Query(ge=1, le=90)] = 30
) -> list[DayOut]:
    """Return how often each thing happened on each day, and in how many visits."""
    since = (await clock.now(session) - timedelta(days=days)).date()
    return [DayOut(**one._asdict()) for one in await queries.web_events_by_day(session, since)]


@router.get("/internal/users/{user_id}/export", dependencies=[Internal], include_in_schema=False)
async def export(user_id: Annotated[int, Path(ge=1, le=2**63 - 1)], database: DatabaseDep) -> Response:
    """Return what admin holds about a person, for auth."""
    return await exported(database, [person(user_id), queries.about(user_id)])
