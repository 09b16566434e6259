from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Query

from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import Forbidden, NotSignedIn
from libs.kit.http.error_responses import refusals
from libs.kit.process import clock
from libs.marketplace.access import StaffUser
from services.admin.analytics import queries, service
from services.admin.analytics.schemas import CountedOut, DayOut, WebEventsIn

router = APIRouter(tags=["admin"])


@router.post("/api/events", status_code=202)
async def post_events(form: WebEventsIn, session: SessionDep) -> CountedOut:
    """Store the events of a visit. Send them only after the visitor has consented. Events contain no names or
    addresses and are not shared with third parties (C37)."""
    return CountedOut(counted=await service.count_visits(session, form))


@router.get("/api/admin/events", responses=refusals(NotSignedIn, Forbidden))
async def events_by_day(
    staffer: StaffUser, session: ReadDep, days: Annotated[int, Query(ge=1, le=90)] = 30
) -> list[DayOut]:
    """List how often each event happened per day, and in how many visits."""
    since = (await clock.now(session) - timedelta(days=days)).date()
    return [DayOut(**web_event._asdict()) for web_event in await queries.web_events_by_day(session, since)]
