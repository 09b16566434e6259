from typing import Annotated

from fastapi import APIRouter, Query, Response

from libs.contracts.events.staff import OrderDataRead
from libs.contracts.live import LARGEST_ID
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn, Unavailable
from libs.kit.http.error_responses import refusals
from libs.kit.http.picture_store import PictureStoreDep
from libs.kit.http.schemas import NO_NUL
from libs.marketplace.access import ModeratorUser, StaffUser
from libs.marketplace.access_log import private_read
from libs.marketplace.errors import ConflictOfInterest
from services.messaging.attachments.service import headers_of, open_reported
from services.messaging.conversations import reports
from services.messaging.conversations.schemas import ReportedKind, ReportOut
from services.messaging.deals import commands, orders
from services.messaging.deals.queries import (
    find_orders_by_number,
    get_deals,
    list_all_orders,
    list_newest_deals,
)
from services.messaging.deals.rules import (
    CancellationClosed,
    OrderStatus,
    OwnOrder,
    StepRefused,
    order_id,
    states_of,
)
from services.messaging.deals.schemas import StaffOrderOut, StaffOrderPageOut, StatusIn
from services.messaging.deals.timeline import StaffDecision
from services.messaging.dependencies import Id, IdQuery, Limit, OwnersDep
from services.messaging.staff import service

router = APIRouter(tags=["messaging: staff"])


@router.get(
    "/api/admin/messages/{message_id}/file",
    response_class=Response,
    responses=refusals(NotSignedIn, Forbidden, NotFound, Unavailable, ConflictOfInterest),
)
async def get_reported_file(
    message_id: Id, staffer: ModeratorUser, database: DatabaseDep, store: PictureStoreDep
) -> Response:
    """Return the attachment of a message with an open report. Access is logged."""
    file, content = await open_reported(database, store, staffer, message_id)
    headers = headers_of(file) | {"Cache-Control": "no-store"}
    return Response(content, media_type=file.content_type, headers=headers)


@router.get(
    "/api/admin/messages/reports", responses=refusals(NotSignedIn, Forbidden, NotFound, ConflictOfInterest)
)
async def get_reports(
    staffer: ModeratorUser,
    session: SessionDep,
    kind: Annotated[ReportedKind, Query()],
    subject_id: Annotated[int, Query(alias="subjectId", ge=1, le=LARGEST_ID)],
    about_id: Annotated[int, Query(alias="aboutId", ge=1, le=LARGEST_ID)],
) -> list[ReportOut]:
    """List the reports about a subject, with the messages around it. Access is logged."""
    return await reports.list_reports(session, staffer, kind, subject_id, about_id)


@router.get(
    "/api/admin/orders",
    dependencies=[private_read(OrderDataRead, "orders")],
    responses=refusals(NotSignedIn, Forbidden),
)
async def get_all_orders(
    response: Response,
    staffer: StaffUser,
    session: ReadDep,
    status: Annotated[OrderStatus | None, Query()] = None,
    search: Annotated[str, Query(max_length=40, pattern=NO_NUL)] = "",
    person_id: Annotated[int | None, Query(alias="personId", ge=1, le=LARGEST_ID)] = None,
    before: IdQuery = None,
    limit: Limit = 50,
) -> list[StaffOrderOut]:
    """List all orders, newest first. Filter by order number, tracking number or person. The `Link` header
    contains the next page (ADM-06)."""
    if search.strip() and person_id is None:
        number = search.strip()
        found = await find_orders_by_number(session, order_id(number), number)
        return await orders.staff_orders_out(session, found)
    if person_id is None:
        found = await list_all_orders(session, states=states_of(status), before=before, most=limit)
    else:
        found = await list_newest_deals(session, person_id, states_of(status), limit, before)
    if len(found) == limit:
        chosen = (f"&status={status}" if status else "") + (f"&personId={person_id}" if person_id else "")
        following = f"/api/admin/orders?limit={limit}{chosen}&before={found[-1].known_id}"
        response.headers["Link"] = f'<{following}>; rel="next"'
    return await orders.staff_orders_out(session, found)


@router.get(
    "/api/admin/orders/export.csv", response_class=Response, responses=refusals(NotSignedIn, Forbidden)
)
async def export_orders(
    staffer: StaffUser,
    database: DatabaseDep,
    session: SessionDep,
    status: Annotated[OrderStatus | None, Query()] = None,
    search: Annotated[str, Query(max_length=40, pattern=NO_NUL)] = "",
    person_id: Annotated[int | None, Query(alias="personId", ge=1, le=LARGEST_ID)] = None,
) -> Response:
    """Export the newest 10,000 matching orders as a file. The last line says if the file is incomplete.
    Access is logged."""
    return await service.export_orders(database, session, staffer, search, status, person_id)


@router.get("/api/admin/orders/{deal_id}", responses=refusals(NotSignedIn, Forbidden, NotFound, OwnOrder))
async def get_one_order(deal_id: Id, staffer: StaffUser, session: SessionDep) -> StaffOrderPageOut:
    """Return an order of other people with its timeline. Access is logged."""
    return await orders.get_order_as_staff(session, staffer, deal_id)


@router.patch(
    "/api/admin/orders/{deal_id}/status",
    responses=refusals(
        NotSignedIn,
        Forbidden,
        NotFound,
        OwnOrder,
        ConflictOfInterest,
        StepRefused,
        CancellationClosed,
        Unavailable,
    ),
)
async def patch_status(
    deal_id: Id, form: StatusIn, staffer: ModeratorUser, database: DatabaseDep, owners: OwnersDep
) -> StaffOrderOut:
    """Set the next status of an order, on behalf of the person who has to act. Your own orders, sales
    of auctions in which you bid, and all other changes are refused."""
    staff = StaffDecision(staffer.user_id, form.reason, form.words)
    await commands.set_status(database, owners, deal_id, form.status, staff)
    async with database.reading() as session:
        deals = await get_deals(session, [deal_id])
        (shown,) = await orders.staff_orders_out(session, [deals[deal_id]])
    return shown
