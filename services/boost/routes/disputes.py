"""HTTP of disputes: opened by the buyer, answered by both with words and photographs, decided by staff."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response

from libs.contracts.events.staff import MoneyDataRead
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.http.access import CurrentUser, ModeratorUser, StaffUser
from libs.kit.http.appeals import AppealedAlready, AppealTooLate, NeedsAnother
from libs.kit.http.claims import CaseTaken
from libs.kit.http.errors import (
    Forbidden,
    NotFound,
    NotSignedIn,
    RateLimited,
    SecondPersonNeeded,
    Unavailable,
    refusals,
)
from libs.kit.http.paging import Cursor
from libs.kit.http.private_reads import private_read
from libs.kit.http.uploads import IMAGE_FORM, ImageDep, NoImageSelected
from libs.kit.media.pictures import InvalidImage, PictureTooLarge
from libs.kit.media.signing import GOOD_FOR_SECONDS
from services.boost.domain.refusals import OwnMoney, PayoutOnHold
from services.boost.domain.refusals_protection import (
    BeingCancelled,
    DisputeStillOpen,
    EvidenceClosed,
    InvalidSplit,
    ProtectionStepRefused,
    TooMuchEvidence,
)
from services.boost.queries import payout_holds
from services.boost.queries import protection as queries
from services.boost.routes.dependencies import PAGE, Id, SetupDep, SignerDep, StoreDep, below, next_of
from services.boost.routes.protection import BOUND, STEP
from services.boost.schemas.protection import (
    AppealIn,
    DealMoneyOut,
    DealOut,
    DecisionIn,
    DisputeIn,
    DisputesOut,
    EvidenceIn,
    ObjectionIn,
)
from services.boost.service import appeals, deal_views, disputes, evidence

router = APIRouter(tags=["boost: protected purchase"])
SHOWING = (*BOUND, EvidenceClosed, TooMuchEvidence)
STAFF = (NotSignedIn, Forbidden)
LARGEST = 2**63 - 1
# Nothing in a photograph runs, whatever a browser takes it for.
SAFE_HEADERS = {
    "Cache-Control": f"private, max-age={GOOD_FOR_SECONDS}",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Content-Disposition": "inline",
}


@router.post("/api/boost/deals/{deal_id}/dispute", responses=refusals(*STEP))
async def post_dispute(
    deal_id: Id,
    form: DisputeIn,
    user: CurrentUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Say as its buyer what is wrong with a parcel: no clock runs until that is decided."""
    await disputes.open_dispute(session, user, deal_id, form)
    await session.flush()
    return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post("/api/boost/deals/{deal_id}/object", responses=refusals(*STEP, EvidenceClosed, TooMuchEvidence))
async def post_objection(
    deal_id: Id,
    form: ObjectionIn,
    user: CurrentUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Say as its seller that nothing came back, or something else: no clock runs, and staff decides again."""
    await disputes.object_to_return(session, user, deal_id, form.words)
    await session.flush()
    return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post("/api/boost/deals/{deal_id}/evidence", status_code=201, responses=refusals(*SHOWING))
async def post_evidence(
    deal_id: Id,
    form: EvidenceIn,
    user: CurrentUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Add a statement or the number of a parcel to a dispute."""
    await disputes.add_evidence(session, user, deal_id, form)
    await session.flush()
    return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post(
    "/api/boost/deals/{deal_id}/evidence/photograph",
    status_code=201,
    responses=refusals(*SHOWING, NoImageSelected, InvalidImage, PictureTooLarge, RateLimited, Unavailable),
    openapi_extra=IMAGE_FORM,
)
async def post_photograph(
    deal_id: Id,
    user: CurrentUser,
    image: ImageDep,
    database: DatabaseDep,
    store: StoreDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Add a photograph to a dispute."""
    await evidence.add_photograph(database, store, user, deal_id, image)
    async with database.reading() as session:
        return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post(
    "/api/boost/deals/{deal_id}/appeal",
    responses=refusals(*STEP, AppealedAlready, AppealTooLate),
)
async def post_appeal(
    deal_id: Id,
    form: AppealIn,
    user: CurrentUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Appeal, as the one against whom staff has decided a dispute: another of staff decides before anything
    moves, and that stays."""
    await appeals.appeal(session, user, deal_id, form.words)
    return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)


@router.get("/api/boost/evidence/{token}", response_class=Response, responses=refusals(NotFound, Unavailable))
async def get_photograph(
    token: Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")],
    session: ReadDep,
    store: StoreDep,
    signer: SignerDep,
    viewer_id: Annotated[int, Query(alias="for", ge=1, le=LARGEST)],
    until: Annotated[int, Query(ge=0, le=LARGEST)],
    mac: Annotated[str, Query(pattern=r"^[0-9a-f]{32}$")],
    size: Annotated[Literal["small"] | None, Query()] = None,
) -> Response:
    """Return a photograph of a dispute at an address that was signed for one reader."""
    if not signer.fits(token, viewer_id, until, mac) or await queries.of_token(session, token) is None:
        raise NotFound
    content = await store.get(token if size is None else f"{token}-small")
    if content is None:
        raise NotFound
    return Response(content, media_type="image/webp", headers=SAFE_HEADERS)


@router.get(
    "/api/admin/boost/disputes",
    dependencies=[private_read(MoneyDataRead, "disputes")],
    responses=refusals(*STAFF),
)
async def staff_disputes(
    staffer: ModeratorUser,
    session: ReadDep,
    state: Annotated[Literal["open", "appealed", "asked", "decided", "withheld"], Query()] = "open",
    cursor: Cursor = None,
) -> DisputesOut:
    """Return disputes that wait for a decision, for that of an appeal or, asked for, for a second person, the
    oldest first; those that were decided; or purchases whose money waits for moderators."""
    find = {
        "open": queries.open_disputes, "appealed": queries.appealed, "asked": queries.asked_for,
        "decided": queries.decided, "withheld": payout_holds.withheld,
    }  # fmt: skip
    found = await find[state](session, below(cursor), PAGE)
    last = found[-1].deal_id if found else 0
    return DisputesOut(disputes=await deal_views.lines_out(session, found), next=next_of(len(found), last))


@router.get(
    "/api/admin/boost/deals/{deal_id}",
    dependencies=[private_read(MoneyDataRead, "deal_money")],
    responses=refusals(*STAFF, NotFound),
)
async def staff_deal_money(
    deal_id: Id, staffer: StaffUser, session: ReadDep, setup: SetupDep
) -> DealMoneyOut:
    """Return where the money of a purchase is. What the two say of each other is read with the dispute."""
    return await deal_views.money_out(session, setup.terms, deal_id)


@router.get(
    "/api/admin/boost/disputes/{deal_id}",
    dependencies=[private_read(MoneyDataRead, "dispute")],
    responses=refusals(*STAFF, NotFound, OwnMoney),
)
async def staff_dispute(
    deal_id: Id, staffer: ModeratorUser, session: ReadDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Return the money of a deal with its dispute and all evidence."""
    return await deal_views.staff_deal_out(session, setup.terms, staffer, deal_id, signer)


@router.post(
    "/api/admin/boost/disputes/{deal_id}/claim",
    responses=refusals(*STAFF, NotFound, OwnMoney, ProtectionStepRefused, NeedsAnother, CaseTaken),
)
async def claim_dispute(
    deal_id: Id, staffer: ModeratorUser, session: SessionDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Keep a dispute, or what is withheld, for oneself for half an hour; no other decides it until then."""
    await disputes.claim(session, staffer, deal_id)
    await session.flush()
    return await deal_views.staff_deal_out(session, setup.terms, staffer, deal_id, signer)


@router.delete(
    "/api/admin/boost/disputes/{deal_id}/claim",
    status_code=204,
    responses=refusals(*STAFF, NotFound, OwnMoney, CaseTaken),
)
async def give_dispute_back(deal_id: Id, staffer: ModeratorUser, session: SessionDep) -> Response:
    """Give a dispute back that one has claimed, before the half hour is over."""
    await disputes.give_back(session, staffer, deal_id)
    return Response(status_code=204)


@router.post(
    "/api/admin/boost/disputes/{deal_id}/decision",
    responses=refusals(
        *STAFF,
        NotFound,
        ProtectionStepRefused,
        BeingCancelled,
        DisputeStillOpen,
        InvalidSplit,
        OwnMoney,
        PayoutOnHold,
        SecondPersonNeeded,
        NeedsAnother,
        CaseTaken,
    ),
)
async def decide_dispute(
    deal_id: Id,
    form: DecisionIn,
    staffer: ModeratorUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Decide a dispute: release, refund, return and then refund, or split; with the reason. Nothing moves
    while it may be appealed; by the same call another of staff decides an appeal, and that stays. While a
    parcel goes back staff may decide anew, which may be appealed as well. So ends, too, what is withheld once
    moderators have confirmed it. About a large amount this asks another member of staff, or agrees to what
    one has asked for."""
    terms = disputes.DecisionTerms(alone_up_to=setup.second_person_above, appeal_for=setup.appeal_for)
    await disputes.decide(session, staffer, deal_id, form, terms)
    await session.flush()
    return await deal_views.staff_deal_out(session, setup.terms, staffer, deal_id, signer)


@router.delete(
    "/api/admin/boost/disputes/{deal_id}/decision",
    responses=refusals(*STAFF, NotFound, OwnMoney, NeedsAnother, CaseTaken),
)
async def withdraw_decision(
    deal_id: Id, staffer: ModeratorUser, session: SessionDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Take back a decision that waits for another member of staff."""
    await disputes.withdraw_decision(session, staffer, deal_id)
    return await deal_views.staff_deal_out(session, setup.terms, staffer, deal_id, signer)
