"""HTTP of the record: its pages, its figures, and whether it is whole."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from libs.contracts.fact import Id
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.http.access import AdminUser, StaffUser
from libs.kit.http.errors import Forbidden, InvalidInput, NotSignedIn, refusals
from libs.kit.http.paging import Cursor, LimitDep, next_page, row_of
from libs.kit.process import clock
from services.admin.queries import audit as queries
from services.admin.schemas.audit import AuditEntryOut, ChainOut, OverviewOut
from services.admin.service import audit as service
from services.admin.service import staff_lists

router = APIRouter(tags=["admin"])
# Entries of each chain that one request looks at; `wangi audit` looks at all.
CHECKED_AT_ONCE = 2_000
Source = Literal["auth", "catalog", "auction", "messaging", "boost", "admin"]


@router.get("/api/admin/audit", responses=refusals(NotSignedIn, Forbidden, InvalidInput))
async def audit(
    request: Request,
    staffer: AdminUser,
    session: ReadDep,
    response: Response,
    by_staff: Annotated[bool, Query(alias="byStaff")] = False,
    by_admin_id: Annotated[Id | None, Query(alias="byAdminId")] = None,
    source: Annotated[Source | None, Query()] = None,
    subject: Annotated[str | None, Query(min_length=1, max_length=100, pattern=r"^[^\x00]*$")] = None,
    limit: LimitDep = 50,
    cursor: Cursor = None,
) -> list[AuditEntryOut]:
    """Return all facts of the platform, newest first: only acts of staff, those of one of them, or what is
    about one thing (`source` and `subject`); the next page is in `Link`."""
    if (source is None) != (subject is None):
        raise InvalidInput.field("subject", "Name the service and what it is about")
    before = row_of(cursor) if cursor else None
    filters = queries.Filters(by_staff, by_admin_id, source, subject)
    entries = await queries.audit(session, filters, before=before, limit=limit)
    if len(entries) == limit:
        response.headers["Link"] = next_page(request, entries[-1].known_id)
    return [AuditEntryOut.model_validate(entry.model_dump()) for entry in entries]


@router.get(
    "/api/admin/audit/export.csv", response_class=Response, responses=refusals(NotSignedIn, Forbidden)
)
async def export_record(staffer: AdminUser, database: DatabaseDep, session: SessionDep) -> Response:
    """Return the newest 10,000 entries as a file, which says where it ends; each time is recorded."""
    return await staff_lists.export(database, session, staffer)


@router.get("/api/admin/audit/chain", responses=refusals(NotSignedIn, Forbidden))
async def audit_chain(staffer: AdminUser, database: DatabaseDep) -> ChainOut:
    """Look whether an entry among the newest is missing or was changed."""
    return await service.check(database, newest=CHECKED_AT_ONCE)


@router.get("/api/admin/overview", responses=refusals(NotSignedIn, Forbidden))
async def overview(
    staffer: StaffUser, session: ReadDep, days: Annotated[int, Query(ge=1, le=90)] = 14
) -> OverviewOut:
    """Return how many people, listings, bids, purchases and reports came on each of the last days."""
    return await service.overview(session, days, await clock.now(session))
