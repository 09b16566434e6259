"""HTTP of finance: one payment that does not fit, for its case."""

from fastapi import APIRouter

from libs.contracts.events.staff import MoneyDataRead
from libs.kit.db.database import ReadDep
from libs.kit.http.access import FinanceUser
from libs.kit.http.errors import Forbidden, NotFound, NotSignedIn, refusals
from libs.kit.http.private_reads import private_read
from services.boost.queries import payments as queries
from services.boost.queries import staff_acts as act_queries
from services.boost.routes.dependencies import Id, SetupDep
from services.boost.routes.staff import bill_out, notifications_of_bills
from services.boost.schemas.payments import MismatchOut
from services.boost.schemas.staff_acts import CreditAskedOut
from services.boost.service import mismatches, second_person

router = APIRouter(prefix="/api/admin/boost", tags=["boost: staff"])


@router.get(
    "/bills/{bill_id}",
    dependencies=[private_read(MoneyDataRead, "bill")],
    responses=refusals(NotSignedIn, Forbidden, NotFound),
)
async def mismatch(bill_id: Id, staffer: FinanceUser, session: ReadDep, setup: SetupDep) -> MismatchOut:
    """Return a payment with what it was for, the amounts that the provider named, and what came of it."""
    payment = await queries.payment_by_id(session, bill_id)
    if payment is None:
        raise NotFound
    acts = await act_queries.of_payments(session, [bill_id])
    notifications = await notifications_of_bills(session, [payment])
    asked = await second_person.waiting_for(session, order_id=payment.order_id, deal_id=payment.deal_id)
    return MismatchOut(
        **bill_out(payment, acts).model_dump(by_alias=False),
        order_id=None if payment.order_id is None else str(payment.order_id),
        deal_id=payment.deal_id,
        payer_id=await mismatches.payer_of(session, payment),
        stated=await mismatches.stated_amounts(session, setup, payment),
        notifications=notifications,
        second_person=CreditAskedOut.of(asked),
    )
