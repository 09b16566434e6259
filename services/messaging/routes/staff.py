"""HTTP of staff: the attachment of a message that was reported."""

from fastapi import APIRouter, Response

from libs.kit.db.database import DatabaseDep
from libs.kit.http.access import AdminUser
from libs.kit.http.errors import Forbidden, NotFound, NotSignedIn, Unavailable, refusals
from services.messaging.routes.dependencies import Id
from services.messaging.routes.files import StoreDep, headers_of
from services.messaging.service import files

router = APIRouter(tags=["messaging: staff"])


@router.get(
    "/api/admin/messages/{message_id}/file",
    response_class=Response,
    responses=refusals(NotSignedIn, Forbidden, NotFound, Unavailable),
)
async def get_reported_file(
    message_id: Id, admin: AdminUser, database: DatabaseDep, store: StoreDep
) -> Response:
    """Return the attachment of a message with an open report; each time is recorded."""
    file, content = await files.open_reported(database, store, admin, message_id)
    headers = headers_of(file) | {"Cache-Control": "no-store"}
    return Response(content, media_type=file.content_type, headers=headers)
