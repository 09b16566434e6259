"""HTTP of finance: one payment that does not fit, for its case."""

from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response

from libs.contracts.events.staff import MoneyDataRead
from libs.kit.db.database import ReadDep
from libs.kit.http.access import FinanceUser
from libs.kit.http.errors import Forbidden, NotFound, NotSignedIn, TooLarge, Unavailable, refusals
from libs.kit.http.private_reads import private_read
from services.boost.dependencies import Id, SetupDep
from services.boost.payments import callbacks, mismatches, queries
from services.boost.payments.schemas import MismatchOut
from services.boost.staff import queries as staff_queries
from services.boost.staff import second_person as staff_second_person
from services.boost.staff.routes import bill_out, notifications_of_bills
from services.boost.staff.schemas import CreditAskedOut

router = APIRouter(tags=["boost"])
MOST_BYTES = 8 * 1024
DASHBOARD = "/seller/dashboard"


@router.post("/api/boost/callback", responses=refusals(TooLarge, Unavailable))
async def receive_payment_callback(request: Request, setup: SetupDep) -> Response:
    """Keep what the payment provider tells; what is not signed by it changes nothing."""
    body = await request.body()
    if len(body) > MOST_BYTES:
        raise TooLarge
    await callbacks.receive_callback(setup, "callback", body)
    return Response(status_code=200)


@router.get(
    "/api/boost/return", status_code=302, response_class=Response, responses=refusals(TooLarge, Unavailable)
)
async def redirect_back(request: Request, setup: SetupDep) -> Response:
    """Send a person who comes from the payment to their dashboard or their purchase, with how it stands."""
    query: bytes = request.scope["query_string"]
    if len(query) > MOST_BYTES:
        raise TooLarge
    notice = await callbacks.return_from_payment(setup, query)
    if notice.deal_id is not None:
        words = urlencode({"payment": notice.payment, "message": notice.message})
        return Response(status_code=302, headers={"Location": f"/orders/{notice.deal_id}?{words}"})
    parts = {"tab": "boosted", "payment": notice.payment, "message": notice.message}
    if notice.order_id is not None:
        parts["order"] = str(notice.order_id)
    return Response(status_code=302, headers={"Location": f"{DASHBOARD}?{urlencode(parts)}"})


@router.get(
    "/bills/{bill_id}",
    dependencies=[private_read(MoneyDataRead, "bill")],
    responses=refusals(NotSignedIn, Forbidden, NotFound),
)
async def get_mismatch(bill_id: Id, staffer: FinanceUser, session: ReadDep, setup: SetupDep) -> MismatchOut:
    """Return a payment with what it was for, the amounts that the provider named, and what came of it."""
    payment = await queries.get_payment(session, bill_id)
    if payment is None:
        raise NotFound
    acts = await staff_queries.list_of_payments(session, [bill_id])
    notifications = await notifications_of_bills(session, [payment])
    asked = await staff_second_person.get_open_request(
        session, order_id=payment.order_id, deal_id=payment.deal_id
    )
    return MismatchOut(
        **bill_out(payment, acts).model_dump(by_alias=False),
        order_id=None if payment.order_id is None else str(payment.order_id),
        deal_id=payment.deal_id,
        payer_id=await mismatches.payer_of(session, payment),
        stated=await mismatches.stated_amounts(session, setup, payment),
        notifications=notifications,
        second_person=CreditAskedOut.of(asked),
    )
