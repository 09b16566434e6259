"""HTTP for other services: what admin holds about a person."""

from fastapi import APIRouter, Response

from libs.kit.db.database import DatabaseDep
from libs.kit.http.access import Internal
from libs.kit.http.export import exported, person
from services.admin.queries import appeals, audit
from services.admin.routes.dependencies import Id

router = APIRouter(dependencies=[Internal], include_in_schema=False)


@router.get("/internal/users/{user_id}/export")
async def export(user_id: Id, database: DatabaseDep) -> Response:
    """Return what admin holds about a person, for auth."""
    return await exported(database, [person(user_id), audit.about(user_id), appeals.by(user_id)])
