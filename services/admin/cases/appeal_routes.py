"""HTTP of what was decided about oneself: read it, and appeal."""

from fastapi import APIRouter

from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.http.access import CurrentUser
from libs.kit.http.appeals import AppealedAlready, AppealTooLate
from libs.kit.http.errors import NotFound, NotSignedIn, refusals
from services.admin.cases import appeals
from services.admin.cases.schemas import MeasureAppealIn, OwnCaseOut
from services.admin.dependencies import Id

router = APIRouter(prefix="/api/cases", tags=["admin"])


@router.get("/strikes/{strike_id}", responses=refusals(NotSignedIn, NotFound))
async def own_strike(strike_id: Id, person: CurrentUser, session: ReadDep) -> OwnCaseOut:
    """Return one's own strike of an auction, and what became of an appeal against it."""
    return await appeals.own_subject(session, person, "strike", strike_id)


@router.get("/measures/{act_id}", responses=refusals(NotSignedIn, NotFound))
async def own_restriction(act_id: Id, person: CurrentUser, session: ReadDep) -> OwnCaseOut:
    """Return one's own ban or suspension that staff did without a report, and what became of an appeal."""
    return await appeals.own_subject(session, person, "measure", act_id)


@router.get("/{case_id}", responses=refusals(NotSignedIn, NotFound))
async def own_case(case_id: Id, person: CurrentUser, session: ReadDep) -> OwnCaseOut:
    """Return what was decided about oneself and why, until when, and what became of an appeal."""
    return await appeals.own_case(session, person, case_id)


@router.post(
    "/{case_id}/appeal",
    status_code=201,
    responses=refusals(NotSignedIn, NotFound, AppealedAlready, AppealTooLate),
)
async def appeal_measure(
    case_id: Id, form: MeasureAppealIn, person: CurrentUser, session: SessionDep
) -> OwnCaseOut:
    """Ask for another of staff to look at what was decided about oneself, once; banned or suspended too."""
    return await appeals.appeal_measure(session, person, case_id, form.words)
