from fastapi import APIRouter

from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import NotFound, NotSignedIn
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.marketplace.errors import AppealedAlready, AppealTooLate
from services.admin.cases import appeals
from services.admin.cases.schemas import OwnCaseOut, SanctionAppealIn
from services.admin.dependencies import Id

router = APIRouter(prefix="/api/cases", tags=["admin"])


@router.get("/strikes/{strike_id}", responses=refusals(NotSignedIn, NotFound))
async def own_strike(strike_id: Id, person: CurrentUser, session: ReadDep) -> OwnCaseOut:
    """Read a strike you received in an auction, and the outcome of your appeal."""
    return await appeals.own_subject(session, person, "strike", strike_id)


@router.get("/sanctions/{act_id}", responses=refusals(NotSignedIn, NotFound))
async def own_restriction(act_id: Id, person: CurrentUser, session: ReadDep) -> OwnCaseOut:
    """Read a ban or suspension that staff imposed on you without a report, and the outcome of your appeal."""
    return await appeals.own_subject(session, person, "sanction", act_id)


@router.get("/{case_id}", responses=refusals(NotSignedIn, NotFound))
async def own_case(case_id: Id, person: CurrentUser, session: ReadDep) -> OwnCaseOut:
    """Read a decision about you, with its reason, its end and the outcome of your appeal."""
    return await appeals.own_case(session, person, case_id)


@router.post(
    "/{case_id}/appeal",
    status_code=201,
    responses=refusals(NotSignedIn, NotFound, AppealedAlready, AppealTooLate),
)
async def appeal_sanction(
    case_id: Id, form: SanctionAppealIn, person: CurrentUser, session: SessionDep
) -> OwnCaseOut:
    """Appeal a decision about you, once. Another staff member reviews the appeal. Banned and suspended people
    may appeal too."""
    return await appeals.appeal_sanction(session, person, case_id, form.words)
