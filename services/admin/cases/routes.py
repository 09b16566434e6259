from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.staff import CaseDataRead
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import (
    Forbidden,
    IdempotencyMismatch,
    InvalidInput,
    NotFound,
    NotSignedIn,
)
from libs.kit.http.bulk import BatchOut, BatchPreviewOut, LinesIn
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.kit.http.paging import Cursor, cursor_of, position_of
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace.access import FinanceUser, ModeratorUser, StaffUser
from libs.marketplace.access_log import private_read
from libs.marketplace.assignments import CaseTaken
from libs.marketplace.dealings import CallsDep
from libs.marketplace.errors import ConflictOfInterest, NeedsAnother
from services.admin.cases import bulk, decisions, queries
from services.admin.cases.decisions import Kinds
from services.admin.cases.rules import MODERATED_KINDS, PAYMENTS, CaseOver, OwnCase, WrongDecision
from services.admin.cases.schemas import (
    BulkCasesIn,
    CasePageOut,
    CasesOut,
    DecisionIn,
    PersonCasesOut,
    WaitingOut,
)
from services.admin.dependencies import Id

router = APIRouter(prefix="/api/admin/cases", tags=["admin"])


@router.post("/bulk/preview", responses=refusals(NotSignedIn, Forbidden))
async def preview_cases(form: BulkCasesIn, staffer: ModeratorUser, database: DatabaseDep) -> BatchPreviewOut:
    """Preview an action on up to 100 cases. Nothing is changed."""
    return await bulk.preview_cases(database, staffer, form, MODERATED_KINDS)


@router.post("/bulk", responses=refusals(NotSignedIn, Forbidden, IdempotencyMismatch))
async def act_on_cases(
    form: BulkCasesIn, staffer: ModeratorUser, database: DatabaseDep, once: OnceDep
) -> BatchOut:
    """Apply an action to up to 100 cases, each in its own transaction. Repeat the request with the same
    idempotency key to continue after a failure."""
    return await bulk.act_on_cases(database, staffer, form, once, MODERATED_KINDS)


@router.post("/payments/bulk/preview", responses=refusals(NotSignedIn, Forbidden))
async def preview_payments(form: LinesIn, staffer: FinanceUser, database: DatabaseDep) -> BatchPreviewOut:
    """Preview which of up to 100 payment cases can be assigned to you. Nothing is changed."""
    return await bulk.preview_cases(database, staffer, BulkCasesIn.to_claim(form), PAYMENTS)


@router.post("/payments/bulk", responses=refusals(NotSignedIn, Forbidden, IdempotencyMismatch))
async def claim_payments(
    form: LinesIn, staffer: FinanceUser, database: DatabaseDep, once: OnceDep
) -> BatchOut:
    """Assign up to 100 payment cases to yourself, each in its own transaction."""
    return await bulk.act_on_cases(database, staffer, BulkCasesIn.to_claim(form), once, PAYMENTS)


STAFF = (NotSignedIn, Forbidden)
LOOKING = (*STAFF, NotFound, CaseOver, CaseTaken, NeedsAnother, OwnCase)
ModeratedKind = Literal["listing", "message", "review", "person", "purchase", "strike", "sanction"]
State = Literal["waiting", "open", "claimed", "appealed", "decided", "closed"]
PAGE = 50


@router.get("", dependencies=[private_read(CaseDataRead, "cases")], responses=refusals(*STAFF))
async def list_cases(
    staffer: ModeratorUser,
    session: ReadDep,
    state: Annotated[State, Query()] = "waiting",
    kind: Annotated[ModeratedKind | None, Query()] = None,
    mine: bool = False,
    cursor: Cursor = None,
) -> CasesOut:
    """List cases. Open cases are sorted by urgency and age, decided cases from newest to oldest. Cases
    about you are left out."""
    kinds = MODERATED_KINDS if kind is None else (kind,)
    return await page_of_queue(session, staffer, kinds, state, mine=mine, cursor=cursor)


async def page_of_queue(
    session: AsyncSession, staffer: Identity, kinds: Kinds, state: State, *, mine: bool, cursor: str | None
) -> CasesOut:
    now = clock.about_now()
    queue = await queries.list_queue(
        session, kinds=kinds, state=state, mine=staffer.user_id if mine else None, now=now,
        after=_place(cursor) if cursor else None, most=PAGE,
    )  # fmt: skip
    following = cursor_of(queue[-1].priority, queue[-1].known_id) if len(queue) == PAGE else None
    shown = [case for case in queue if staffer.user_id not in decisions.parties_of(case)]
    return CasesOut(cases=await decisions.cases_out(session, shown, now), next=following)


def _place(cursor: str) -> tuple[int, int]:
    priority, case_id = position_of(cursor, 2)
    if not isinstance(priority, int) or not isinstance(case_id, int):
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    if not 0 <= priority < 2**31 or not 0 <= case_id < 2**63:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return priority, case_id


@router.get("/waiting", responses=refusals(*STAFF))
async def list_waiting(staffer: StaffUser, session: ReadDep) -> list[WaitingOut]:
    """Read the number and age of reports, appeals, strikes and risk reviews that wait for staff, and of
    sanctions that wait for services."""
    return await decisions.open_work_out(session)


@router.get(
    "/about/{user_id}",
    dependencies=[private_read(CaseDataRead, "person_cases")],
    responses=refusals(*STAFF, OwnCase),
)
async def cases_about(user_id: Id, staffer: StaffUser, session: ReadDep) -> PersonCasesOut:
    """Read the newest cases about a person, the person's sanctions with the responses of services, the newest
    reports by the person, and how often staff agreed."""
    OwnCase.refuse_party(staffer.user_id, (user_id,))
    return await decisions.person_cases(session, staffer, user_id, PAGE)


@router.get(
    "/{case_id}",
    dependencies=[private_read(CaseDataRead, "case")],
    responses=refusals(*STAFF, NotFound, OwnCase),
)
async def one_case(case_id: Id, staffer: ModeratorUser, session: ReadDep) -> CasePageOut:
    """Read a case with its reports, steps and the responses of services."""
    return await decisions.case_page_out(session, staffer, case_id, MODERATED_KINDS)


@router.post("/{case_id}/claim", responses=refusals(*LOOKING))
async def claim_case(case_id: Id, staffer: ModeratorUser, session: SessionDep) -> CasePageOut:
    """Assign a case to yourself for half an hour. If the case is assigned to someone else, the error contains
    that person."""
    await decisions.claim_case(session, staffer, case_id, MODERATED_KINDS)
    await session.flush()
    return await decisions.case_page_out(session, staffer, case_id, MODERATED_KINDS)


@router.delete("/{case_id}/claim", status_code=204, responses=refusals(*LOOKING))
async def give_case_back(case_id: Id, staffer: ModeratorUser, session: SessionDep) -> Response:
    """Release a case that is assigned to you."""
    await decisions.release_claim(session, staffer, case_id, MODERATED_KINDS)
    return Response(status_code=204)


@router.post("/{case_id}/decision", responses=refusals(*LOOKING, ConflictOfInterest, WrongDecision))
async def decide_case(
    case_id: Id,
    form: DecisionIn,
    staffer: ModeratorUser,
    database: DatabaseDep,
    calls: CallsDep,
    session: SessionDep,
) -> CasePageOut:
    """Decide a case. Both sides are notified. The responsible service carries out the decision. Anything but
    a dismissal is refused while you have open dealings with the person."""
    if form.decision != "dismiss":
        await decisions.refuse_dealings_in(database, calls, staffer, case_id)
    await decisions.decide_case(session, staffer, case_id, form, MODERATED_KINDS)
    await session.flush()
    return await decisions.case_page_out(session, staffer, case_id, MODERATED_KINDS)
