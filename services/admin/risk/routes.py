from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response

from libs.contracts.events.staff import CaseDataRead
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import Forbidden, InvalidInput, NotFound, NotSignedIn
from libs.kit.http.error_responses import refusals
from libs.kit.http.paging import Cursor, cursor_of, position_of
from libs.marketplace.access import ModeratorUser
from libs.marketplace.access_log import private_read
from libs.marketplace.assignments import CaseTaken
from libs.marketplace.dealings import CallsDep
from libs.marketplace.errors import ConflictOfInterest
from services.admin.cases.rules import CaseOver, OwnCase, WrongDecision
from services.admin.dependencies import Id
from services.admin.risk import queries, service
from services.admin.risk.models import RiskPair
from services.admin.risk.rules import State
from services.admin.risk.schemas import PersonRiskOut, RiskDecisionIn, RiskPairOut, RiskPairsOut

router = APIRouter(prefix="/api/admin/risk", tags=["admin"])
PAGE = 50
MAX_OF_PERSON = 20


@router.get("", dependencies=[private_read(CaseDataRead, "risk")], responses=refusals(NotSignedIn, Forbidden))
async def list_pairs(
    staffer: ModeratorUser,
    session: ReadDep,
    state: Annotated[State, Query()] = "open",
    cursor: Cursor = None,
) -> RiskPairsOut:
    """List pairs and accounts. Open reviews are sorted by score, highest first. Decided reviews are sorted
    from newest to oldest. Those about you are left out."""
    if state == "open":
        score = _score_in(cursor) if cursor else None
        found = await queries.list_open_pairs(session, staffer.user_id, score, PAGE)
    else:
        moment = _moment_in(cursor) if cursor else None
        found = await queries.list_decided_pairs(session, staffer.user_id, state, moment, PAGE)
    following = _cursor_after(found[-1]) if len(found) == PAGE else None
    return RiskPairsOut(pairs=await service.pairs_out(session, found), next=following)


@router.get(
    "/about/{user_id}",
    dependencies=[private_read(CaseDataRead, "person_risk")],
    responses=refusals(NotSignedIn, Forbidden, OwnCase),
)
async def list_of_person(user_id: Id, staffer: ModeratorUser, session: ReadDep) -> PersonRiskOut:
    """List the newest risk reviews of a person."""
    OwnCase.refuse_party(staffer.user_id, (user_id,))
    pairs = await queries.list_pairs_about(session, user_id, MAX_OF_PERSON)
    shown = [pair for pair in pairs if staffer.user_id not in (pair.bidder_id, pair.seller_id)]
    return PersonRiskOut(pairs=await service.pairs_out(session, shown))


def _cursor_after(pair: RiskPair) -> str:
    if pair.state == "open" or pair.decided_at is None:
        return cursor_of(pair.score, pair.known_id)
    return cursor_of(pair.decided_at.isoformat(), pair.known_id)


def _score_in(cursor: str) -> tuple[int, int]:
    score, pair_id = position_of(cursor, 2)
    if not isinstance(score, int) or not 0 <= score <= 100:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return score, _id_in(pair_id)


def _moment_in(cursor: str) -> tuple[datetime, int]:
    moment, pair_id = position_of(cursor, 2)
    try:
        at = datetime.fromisoformat(moment if isinstance(moment, str) else "")
    except ValueError:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.") from None
    if at.tzinfo is None:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return at, _id_in(pair_id)


def _id_in(value: str | int) -> int:
    if not isinstance(value, int) or not 0 <= value < 2**63:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return value


LOOKING = (NotSignedIn, Forbidden, NotFound, CaseOver, CaseTaken, OwnCase)


@router.post("/{pair_id}/claim", responses=refusals(*LOOKING))
async def claim_pair(pair_id: Id, staffer: ModeratorUser, session: SessionDep) -> RiskPairOut:
    """Assign an open pair or account to yourself for half an hour."""
    pair = await service.claim_pair(session, staffer, pair_id)
    await session.flush()
    return (await service.pairs_out(session, [pair]))[0]


@router.delete("/{pair_id}/claim", status_code=204, responses=refusals(*LOOKING))
async def give_pair_back(pair_id: Id, staffer: ModeratorUser, session: SessionDep) -> Response:
    """Release a pair or account that is assigned to you."""
    await service.release_pair(session, staffer, pair_id)
    return Response(status_code=204)


@router.post("/{pair_id}/decision", responses=refusals(*LOOKING, ConflictOfInterest, WrongDecision))
async def decide_pair(
    pair_id: Id,
    form: RiskDecisionIn,
    staffer: ModeratorUser,
    database: DatabaseDep,
    calls: CallsDep,
    session: SessionDep,
) -> RiskPairOut:
    """Release or confirm a pair or account. Later events may flag it again. Refused while you have open
    dealings with one of the people."""
    await service.refuse_dealings_in(database, calls, staffer, pair_id)
    pair = await service.decide_pair(session, staffer, pair_id, form)
    await session.flush()
    return (await service.pairs_out(session, [pair]))[0]
