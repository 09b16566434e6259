from fastapi import APIRouter, Response

from libs.kit.db.database import DatabaseDep
from libs.kit.http.access import Internal
from libs.kit.http.export import export_parts
from libs.marketplace.people import export_replica
from services.admin.audit.queries import list_about
from services.admin.cases.queries import list_appeals_by
from services.admin.dependencies import Id

router = APIRouter(dependencies=[Internal], include_in_schema=False)


@router.get("/internal/users/{user_id}/export")
async def export(user_id: Id, database: DatabaseDep) -> Response:
    """Read a person's data for their export. Used by auth."""
    return await export_parts(
        database,
        [export_replica(user_id), list_about(user_id), list_appeals_by(user_id)],
    )
