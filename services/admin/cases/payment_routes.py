from typing import Annotated

from fastapi import APIRouter, Query, Response

from libs.contracts.events.staff import CaseDataRead
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import NotFound
from libs.kit.http.error_responses import refusals
from libs.kit.http.paging import Cursor
from libs.marketplace.access import FinanceUser
from libs.marketplace.access_log import private_read
from services.admin.cases import decisions
from services.admin.cases.routes import LOOKING, STAFF, State, page_of_queue
from services.admin.cases.rules import PAYMENTS, OwnCase, WrongDecision
from services.admin.cases.schemas import CasePageOut, CasesOut, DecisionIn
from services.admin.dependencies import Id

router = APIRouter(prefix="/api/admin/cases/payments", tags=["admin"])


@router.get("", dependencies=[private_read(CaseDataRead, "payment_cases")], responses=refusals(*STAFF))
async def list_payments(
    staffer: FinanceUser,
    session: ReadDep,
    state: Annotated[State, Query()] = "waiting",
    mine: bool = False,
    cursor: Cursor = None,
) -> CasesOut:
    """List payment cases. Open cases are sorted from oldest to newest, decided cases from newest to
    oldest."""
    return await page_of_queue(session, staffer, PAYMENTS, state, mine=mine, cursor=cursor)


@router.get(
    "/{case_id}",
    dependencies=[private_read(CaseDataRead, "payment_case")],
    responses=refusals(*STAFF, NotFound, OwnCase),
)
async def one_payment(case_id: Id, staffer: FinanceUser, session: ReadDep) -> CasePageOut:
    """Read the case of a payment, with its steps and boost's responses."""
    return await decisions.case_page_out(session, staffer, case_id, PAYMENTS)


@router.post("/{case_id}/claim", responses=refusals(*LOOKING))
async def claim_payment(case_id: Id, staffer: FinanceUser, session: SessionDep) -> CasePageOut:
    """Assign the case of a payment to yourself for half an hour."""
    await decisions.claim_case(session, staffer, case_id, PAYMENTS)
    await session.flush()
    return await decisions.case_page_out(session, staffer, case_id, PAYMENTS)


@router.delete("/{case_id}/claim", status_code=204, responses=refusals(*LOOKING))
async def give_payment_back(case_id: Id, staffer: FinanceUser, session: SessionDep) -> Response:
    """Release the case of a payment that is assigned to you."""
    await decisions.release_claim(session, staffer, case_id, PAYMENTS)
    return Response(status_code=204)


@router.post("/{case_id}/decision", responses=refusals(*LOOKING, WrongDecision))
async def decide_payment(
    case_id: Id, form: DecisionIn, staffer: FinanceUser, session: SessionDep
) -> CasePageOut:
    """Decide about a payment. Boost carries out the decision. A large credit requires the same decision by a
    second person."""
    await decisions.decide_case(session, staffer, case_id, form, PAYMENTS)
    await session.flush()
    return await decisions.case_page_out(session, staffer, case_id, PAYMENTS)
