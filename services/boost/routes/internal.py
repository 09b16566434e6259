"""HTTP for the other services."""

from fastapi import APIRouter, Response

from libs.kit.db.database import DatabaseDep
from libs.kit.http.access import Internal
from libs.kit.http.export import exported
from services.boost.queries import export as queries
from services.boost.routes.dependencies import Id

router = APIRouter(include_in_schema=False, dependencies=[Internal])


@router.get("/internal/users/{user_id}/export")
async def export(user_id: Id, database: DatabaseDep) -> Response:
    """Return what boost holds about a person, for auth."""
    return await exported(database, queries.of_person(user_id))
