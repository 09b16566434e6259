from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from libs.contracts.event import Id
from libs.contracts.events.staff import CaseDataRead
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import Forbidden, InvalidInput, NotSignedIn
from libs.kit.http.error_responses import refusals
from libs.kit.http.paging import Cursor, LimitDep, next_page, position_of, row_of
from libs.kit.http.schemas import NO_NUL
from libs.kit.process import clock
from libs.marketplace.access import AdminUser, StaffUser
from libs.marketplace.access_log import private_read
from services.admin.audit import queries, service
from services.admin.audit.schemas import AuditEntryOut, ChainOut, OverviewOut

router = APIRouter(tags=["admin"])
# Number of newest entries of each chain to check. `wangi audit` checks all entries.
CHECKED_AT_ONCE = 2_000
Source = Literal["auth", "catalog", "auction", "messaging", "boost", "admin"]
# Leaves room to add a day to each date without an overflow.
Day = Annotated[date, Field(ge=date(2000, 1, 1), le=date(2999, 12, 31))]


async def _filters(
    by_staff: Annotated[bool, Query(alias="byStaff")] = False,
    by_admin_id: Annotated[Id | None, Query(alias="byAdminId")] = None,
    source: Annotated[Source | None, Query()] = None,
    subject: Annotated[str | None, Query(min_length=1, max_length=100, pattern=NO_NUL)] = None,
    kind: Annotated[str | None, Query(max_length=60, pattern=r"^[A-Za-z]+$")] = None,
    request_id: Annotated[str | None, Query(alias="requestId", pattern=r"^[A-Za-z0-9._-]{1,64}$")] = None,
    since: Annotated[Day | None, Query()] = None,
    until: Annotated[Day | None, Query()] = None,
) -> queries.RecordFilters:
    if source is None and subject is not None:
        raise InvalidInput.field("subject", "Name the service too")
    return queries.RecordFilters(by_staff, by_admin_id, source, subject, kind, request_id, since, until)


FiltersDep = Annotated[queries.RecordFilters, Depends(_filters)]


@router.get(
    "/api/admin/audit",
    dependencies=[private_read(CaseDataRead, "record")],
    responses=refusals(NotSignedIn, Forbidden, InvalidInput),
)
async def audit(
    request: Request,
    staffer: AdminUser,
    session: ReadDep,
    response: Response,
    filters: FiltersDep,
    limit: LimitDep = 50,
    cursor: Cursor = None,
) -> list[AuditEntryOut]:
    """List the audit log, newest first. You can filter by acts of staff, staff member, `kind`, request and
    service (`source`). Use `source` with `subject` to filter by the object of an event. Days are days in
    Malaysia. Entries that may concern you are hidden. The header `Link` contains the next page."""
    before = None if cursor is None else _place_in(cursor, filters)
    shown = await service.list_shown(session, staffer, filters, before, limit)
    if len(shown) == limit:
        at, number = queries.place_of(filters, shown[-1].entry)
        response.headers["Link"] = next_page(request, *([] if at is None else [at.isoformat()]), number)
    return await service.entries_out(session, shown)


def _place_in(cursor: str, filters: queries.RecordFilters) -> queries.Place:
    if not filters.goes_by_time:
        return None, row_of(cursor)
    at, number = position_of(cursor, 2)
    try:
        moment = datetime.fromisoformat(str(at))
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or not isinstance(number, int) or not 0 <= number < 2**63:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return moment, number


@router.get(
    "/api/admin/audit/export.csv",
    response_class=Response,
    responses=refusals(NotSignedIn, Forbidden, InvalidInput),
)
async def export_record(
    staffer: AdminUser, database: DatabaseDep, session: SessionDep, filters: FiltersDep
) -> Response:
    """Export the newest 10,000 matching entries as a CSV file. The last line marks the end of the file. Each
    export is recorded."""
    return await service.export_record(database, session, staffer, filters)


@router.get("/api/admin/audit/chain", responses=refusals(NotSignedIn, Forbidden))
async def audit_chain(staffer: AdminUser, database: DatabaseDep) -> ChainOut:
    """Check whether any of the newest entries is missing or was changed."""
    return await service.check_chains(database, newest=CHECKED_AT_ONCE)


@router.get("/api/admin/overview", responses=refusals(NotSignedIn, Forbidden))
async def overview(
    staffer: StaffUser, session: ReadDep, days: Annotated[int, Query(ge=1, le=90)] = 14
) -> OverviewOut:
    """Read the number of people, listings, bids, purchases and reports per day."""
    return await service.overview(session, days, await clock.now(session))
