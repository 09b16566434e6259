"""HTTP of admin: each route is a sentence."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from libs.kit.access import AdminUser
from libs.kit.db import ReadDep
from libs.kit.errors import Forbidden, NotSignedIn, refusals
from libs.kit.paging import LimitDep, cursor_of, row_of
from services.admin import queries
from services.admin.schemas import AuditEntryOut

router = APIRouter(tags=["admin"])


@router.get("/api/admin/audit", responses=refusals(NotSignedIn, Forbidden))
async def audit(
    admin: AdminUser,
    session: ReadDep,
    response: Response,
    limit: LimitDep = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> list[AuditEntryOut]:
    """Everything the house has told, newest first; the next page is in `Link`."""
    before = row_of(cursor) if cursor else None
    entries = await queries.audit(session, before=before, limit=limit)
    if len(entries) == limit:
        response.headers["Link"] = f'</api/admin/audit?cursor={cursor_of(entries[-1].id or 0)}>; rel="next"'
    return [AuditEntryOut.model_validate(entry.model_dump()) for entry in entries]
