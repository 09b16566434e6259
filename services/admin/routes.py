"""HTTP of admin: each route is a sentence."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from libs.kit import people
from libs.kit.access import AdminUser, Internal
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


@router.get("/internal/users/{user_id}/export", dependencies=[Internal], include_in_schema=False)
async def export(user_id: Annotated[int, Path(ge=1, le=2**63 - 1)], session: ReadDep) -> dict[str, Any]:
    """For auth: what admin holds about a person."""
    record = [entry.model_dump(mode="json", exclude={"id"}) for entry in await queries.about(session, user_id)]
    return {"person": await people.held(session, user_id), "record": record}
