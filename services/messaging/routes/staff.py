"""HTTP of staff: the attachment of a message that was reported, and all orders."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from libs.kit.db.database import DatabaseDep, ReadDep
from libs.kit.http.access import AdminUser
from libs.kit.http.errors import Forbidden, NotFound, NotSignedIn, Unavailable, refusals
from services.messaging.domain.deals import OrderStatus, order_id, states_of
from services.messaging.domain.refusals import AlreadySettled, StepRefused
from services.messaging.queries import deals as deal_queries
from services.messaging.routes.dependencies import Id, IdQuery, Limit, OwnersDep
from services.messaging.routes.files import StoreDep, headers_of
from services.messaging.schemas.deals import StaffOrderOut, StatusIn
from services.messaging.service import deal_commands, files, orders

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


@router.get("/api/admin/orders", responses=refusals(NotSignedIn, Forbidden))
async def get_all_orders(
    response: Response,
    admin: AdminUser,
    session: ReadDep,
    status: Annotated[OrderStatus | None, Query()] = None,
    search: Annotated[str, Query(max_length=40)] = "",
    before: IdQuery = None,
    limit: Limit = 50,
) -> list[StaffOrderOut]:
    """Return all orders, the newest first, or those with the number of an order or of a parcel; `Link` names
    the next page (ADM-06)."""
    if search.strip():
        number = search.strip()
        found = await deal_queries.orders_by_number(session, order_id(number), number)
        return await orders.staff_orders_out(session, found)
    found = await deal_queries.orders_of_all(session, states=states_of(status), before=before, most=limit)
    if len(found) == limit:
        chosen = f"&status={status}" if status else ""
        following = f"/api/admin/orders?limit={limit}{chosen}&before={found[-1].known_id}"
        response.headers["Link"] = f'<{following}>; rel="next"'
    return await orders.staff_orders_out(session, found)


@router.patch(
    "/api/admin/orders/{deal_id}/status",
    responses=refusals(NotSignedIn, Forbidden, NotFound, StepRefused, AlreadySettled, Unavailable),
)
async def patch_status(
    deal_id: Id, form: StatusIn, admin: AdminUser, database: DatabaseDep, owners: OwnersDep
) -> StaffOrderOut:
    """Bring an order to its next status, for the one whose turn it is; every other change is refused."""
    await deal_commands.set_status(database, owners, admin, deal_id, form.status)
    async with database.reading() as session:
        found = await deal_queries.deals(session, [deal_id])
        (shown,) = await orders.staff_orders_out(session, [found[deal_id]])
    return shown
