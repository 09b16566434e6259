from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Response

from libs.contracts.events.staff import MoneyDataRead
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn, OutcomeUnknown, RateLimited, Unavailable
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.kit.http.paging import Cursor
from libs.kit.http.picture_store import PictureStoreDep
from libs.kit.http.uploads import IMAGE_FORM, ImageDep, NoImageSelected
from libs.kit.media.pictures import InvalidImage, PictureTooLarge
from libs.kit.media.signing import GOOD_FOR_SECONDS
from libs.marketplace.access import ActiveUser, ModeratorUser, StaffUser
from libs.marketplace.access_log import private_read
from libs.marketplace.assignments import CaseTaken
from libs.marketplace.dealings import refuse_bidder
from libs.marketplace.errors import (
    AppealedAlready,
    AppealTooLate,
    Banned,
    ConflictOfInterest,
    NeedsAnother,
    SecondPersonNeeded,
    Suspended,
)
from services.boost.dependencies import (
    PAGE,
    AuctionDep,
    Id,
    MessagingDep,
    SetupDep,
    SignerDep,
    cursor_row,
    next_of,
)
from services.boost.payments.rules import PaymentsPaused, PaymentWayOff
from services.boost.payments.service import deal_payment_url
from services.boost.payouts.queries import list_withheld
from services.boost.payouts.rules import BANKS, FIRST_PAYOUT_AFTER, PayoutOnHold
from services.boost.protection import (
    appeals,
    cancellations,
    disputes,
    evidence,
    queries,
    rules,
    service,
    views,
)
from services.boost.protection.rules import (
    AlreadyPosted,
    BeingCancelled,
    DisputeStillOpen,
    EvidenceClosed,
    InvalidSplit,
    NotYourStep,
    ProtectionClosed,
    ProtectionStepRefused,
    ShipByOpen,
    TooMuchEvidence,
)
from services.boost.protection.schemas import (
    AppealIn,
    BankOut,
    DealMoneyOut,
    DealOut,
    DealPayOut,
    DecisionIn,
    DisputeIn,
    DisputesOut,
    EvidenceIn,
    ObjectionIn,
    SendBackIn,
    TermsOut,
)
from services.boost.staff.rules import OwnMoney

router = APIRouter(tags=["boost: protected purchase"])
# The buyer and seller of an open purchase may act while banned or suspended (decision 0040).
PARTY_REFUSALS = (NotSignedIn, NotFound, NotYourStep)
STEP_REFUSALS = (*PARTY_REFUSALS, ProtectionStepRefused, BeingCancelled)


async def _refuse_bidder(
    deal_id: Id, staffer: ModeratorUser, database: DatabaseDep, auction: AuctionDep
) -> None:
    """Auction is asked before the deal is locked, because it may be slow."""
    async with database.reading() as session:
        row = await queries.get_protection(session, deal_id)
    await refuse_bidder(auction, None if row is None else row.auction_id, staffer.user_id)


NoBidder = Depends(_refuse_bidder, scope="function")


@router.get("/api/boost/protection")
async def get_terms(session: ReadDep, setup: SetupDep) -> TermsOut:
    """Return whether protected purchase is available, and its terms."""
    terms = await setup.terms.now(session)
    return TermsOut(
        is_open=terms.is_open,
        fee_basis_points=terms.fee_basis_points,
        ship_within_working_days=rules.SHIP_WITHIN_WORKING_DAYS,
        cancel_after_days=rules.CANCEL_AFTER.days,
        inspection_hours=int(rules.INSPECTION.total_seconds()) // 3600,
        evidence_days=rules.EVIDENCE_FOR.days,
        first_payout_after_days=FIRST_PAYOUT_AFTER.days,
        banks=[BankOut(code=code, name=name) for code, name in BANKS.items()],
    )


@router.get("/api/boost/deals/{deal_id}", responses=refusals(NotSignedIn, NotFound))
async def get_deal(
    deal_id: Id, user: CurrentUser, session: ReadDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Return the held money of a deal, for its buyer or seller. 404 if no money can be held."""
    return await views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post(
    "/api/boost/deals/{deal_id}/pay",
    responses=refusals(
        *PARTY_REFUSALS,
        Banned,
        Suspended,
        ProtectionClosed,
        PaymentsPaused,
        PaymentWayOff,
        Unavailable,
        OutcomeUnknown,
    ),
)
async def pay_deal(deal_id: Id, user: ActiveUser, setup: SetupDep) -> DealPayOut:
    """Return the payment page of a deal, including the fee. An open bill is reused."""
    return DealPayOut(deal_id=deal_id, payment_url=await deal_payment_url(setup, user, deal_id))


@router.post("/api/boost/deals/{deal_id}/arrived", responses=refusals(*STEP_REFUSALS))
async def post_arrival(
    deal_id: Id, user: CurrentUser, session: SessionDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Confirm that the parcel has arrived. The buyer then has 72 hours to inspect it."""
    await service.take_step(session, user, deal_id, "ARRIVED")
    return await views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post("/api/boost/deals/{deal_id}/accept", responses=refusals(*STEP_REFUSALS))
async def post_acceptance(
    deal_id: Id, user: CurrentUser, session: SessionDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Accept the parcel. The seller is paid."""
    await service.take_step(session, user, deal_id, "ACCEPTED")
    return await views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post(
    "/api/boost/deals/{deal_id}/call-off",
    responses=refusals(*STEP_REFUSALS, ShipByOpen, AlreadyPosted, Unavailable),
)
async def post_call_off(
    deal_id: Id, user: CurrentUser, messaging: MessagingDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Cancel a purchase that the seller did not post in time. The buyer gets a full refund."""
    await cancellations.call_off_deal(setup.database, messaging, user, deal_id)
    async with setup.database.reading() as session:
        return await views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post("/api/boost/deals/{deal_id}/send-back", responses=refusals(*STEP_REFUSALS))
async def post_return(
    deal_id: Id,
    form: SendBackIn,
    user: CurrentUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Set the tracking number of a return that staff ordered."""
    await disputes.send_back(session, user, deal_id, form.tracking_number)
    return await views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post("/api/boost/deals/{deal_id}/take-back", responses=refusals(*STEP_REFUSALS))
async def post_taken_back(
    deal_id: Id, user: CurrentUser, session: SessionDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Confirm as the seller that the parcel is back. The buyer gets a full refund."""
    await service.take_step(session, user, deal_id, "TAKE_BACK")
    return await views.deal_out(session, setup.terms, user, deal_id, signer)


EVIDENCE_REFUSALS = (*PARTY_REFUSALS, EvidenceClosed, TooMuchEvidence)
STAFF_REFUSALS = (NotSignedIn, Forbidden)
LARGEST = 2**63 - 1
# Prevents browsers from running content in a photograph.
SAFE_HEADERS = {
    "Cache-Control": f"private, max-age={GOOD_FOR_SECONDS}",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Content-Disposition": "inline",
}


@router.post("/api/boost/deals/{deal_id}/dispute", responses=refusals(*STEP_REFUSALS))
async def post_dispute(
    deal_id: Id,
    form: DisputeIn,
    user: CurrentUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Open a dispute as the buyer. The deadline stops until the dispute is decided."""
    await disputes.open_dispute(session, user, deal_id, form)
    await session.flush()
    return await views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post(
    "/api/boost/deals/{deal_id}/object", responses=refusals(*STEP_REFUSALS, EvidenceClosed, TooMuchEvidence)
)
async def post_objection(
    deal_id: Id,
    form: ObjectionIn,
    user: CurrentUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Object as the seller if a returned parcel is missing or wrong. Staff decides again."""
    await disputes.object_to_return(session, user, deal_id, form.words)
    await session.flush()
    return await views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post("/api/boost/deals/{deal_id}/evidence", status_code=201, responses=refusals(*EVIDENCE_REFUSALS))
async def post_evidence(
    deal_id: Id,
    form: EvidenceIn,
    user: CurrentUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Add a statement or a tracking number to a dispute."""
    await disputes.add_evidence(session, user, deal_id, form)
    await session.flush()
    return await views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post(
    "/api/boost/deals/{deal_id}/evidence/photograph",
    status_code=201,
    responses=refusals(
        *EVIDENCE_REFUSALS, NoImageSelected, InvalidImage, PictureTooLarge, RateLimited, Unavailable
    ),
    openapi_extra=IMAGE_FORM,
)
async def post_photograph(
    deal_id: Id,
    user: CurrentUser,
    image: ImageDep,
    database: DatabaseDep,
    store: PictureStoreDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Add a photograph to a dispute."""
    await evidence.add_photograph(database, store, user, deal_id, image)
    async with database.reading() as session:
        return await views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post(
    "/api/boost/deals/{deal_id}/appeal",
    responses=refusals(*STEP_REFUSALS, AppealedAlready, AppealTooLate),
)
async def post_appeal(
    deal_id: Id,
    form: AppealIn,
    user: CurrentUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Appeal a decision that goes against you. Another member of staff decides the appeal before any money
    moves. That decision is final."""
    await appeals.appeal_decision(session, user, deal_id, form.words)
    return await views.deal_out(session, setup.terms, user, deal_id, signer)


@router.get("/api/boost/evidence/{token}", response_class=Response, responses=refusals(NotFound, Unavailable))
async def get_photograph(
    token: Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")],
    session: ReadDep,
    store: PictureStoreDep,
    signer: SignerDep,
    viewer_id: Annotated[int, Query(alias="for", ge=1, le=LARGEST)],
    until: Annotated[int, Query(ge=0, le=LARGEST)],
    mac: Annotated[str, Query(pattern=r"^[0-9a-f]{32}$")],
    size: Annotated[Literal["small"] | None, Query()] = None,
) -> Response:
    """Return a photograph of a dispute. The URL is signed for a single viewer."""
    if not signer.fits(token, viewer_id, until, mac) or await queries.get_photograph(session, token) is None:
        raise NotFound
    content = await store.get(token if size is None else f"{token}-small")
    if content is None:
        raise NotFound
    return Response(content, media_type="image/webp", headers=SAFE_HEADERS)


@router.get(
    "/api/admin/boost/disputes",
    dependencies=[private_read(MoneyDataRead, "disputes")],
    responses=refusals(*STAFF_REFUSALS),
)
async def staff_disputes(
    staffer: ModeratorUser,
    session: ReadDep,
    state: Annotated[Literal["open", "appealed", "asked", "decided", "withheld"], Query()] = "open",
    cursor: Cursor = None,
) -> DisputesOut:
    """List disputes that are open, appealed, decided or awaiting a second person, or purchases whose payout
    is on hold. Leaves out those in which you are the buyer or seller."""
    find = {
        "open": queries.list_open_disputes, "appealed": queries.list_appealed, "asked": queries.list_awaiting_approval,
        "decided": queries.list_decided, "withheld": list_withheld,
    }  # fmt: skip
    found = await find[state](session, staffer.user_id, cursor_row(cursor), PAGE)
    last = found[-1].deal_id if found else 0
    return DisputesOut(disputes=await views.dispute_lines_out(session, found), next=next_of(len(found), last))


@router.get(
    "/api/admin/boost/deals/{deal_id}",
    dependencies=[private_read(MoneyDataRead, "deal_money")],
    responses=refusals(*STAFF_REFUSALS, NotFound, OwnMoney),
)
async def staff_deal_money(
    deal_id: Id, staffer: StaffUser, session: ReadDep, setup: SetupDep
) -> DealMoneyOut:
    """Return the held money of a deal, without its dispute. Refused to its buyer and seller."""
    return await views.deal_money_out(session, setup.terms, staffer, deal_id)


@router.get(
    "/api/admin/boost/disputes/{deal_id}",
    dependencies=[private_read(MoneyDataRead, "dispute")],
    responses=refusals(*STAFF_REFUSALS, NotFound, OwnMoney),
)
async def staff_dispute(
    deal_id: Id, staffer: ModeratorUser, session: ReadDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Return the held money of a deal, with its dispute and all evidence."""
    return await views.staff_deal_out(session, setup.terms, staffer, deal_id, signer)


@router.post(
    "/api/admin/boost/disputes/{deal_id}/claim",
    dependencies=[NoBidder],
    responses=refusals(
        *STAFF_REFUSALS,
        NotFound,
        OwnMoney,
        ConflictOfInterest,
        ProtectionStepRefused,
        NeedsAnother,
        CaseTaken,
        Unavailable,
    ),
)
async def claim_dispute(
    deal_id: Id, staffer: ModeratorUser, session: SessionDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Assign a dispute or a payout on hold to yourself for half an hour. Other staff cannot decide
    meanwhile. Refused if you bid in the auction of the bottle."""
    await disputes.claim_dispute(session, staffer, deal_id)
    await session.flush()
    return await views.staff_deal_out(session, setup.terms, staffer, deal_id, signer)


@router.delete(
    "/api/admin/boost/disputes/{deal_id}/claim",
    status_code=204,
    responses=refusals(*STAFF_REFUSALS, NotFound, OwnMoney, CaseTaken),
)
async def give_dispute_back(deal_id: Id, staffer: ModeratorUser, session: SessionDep) -> Response:
    """Release your assignment of a dispute."""
    await disputes.release_claim(session, staffer, deal_id)
    return Response(status_code=204)


@router.post(
    "/api/admin/boost/disputes/{deal_id}/decision",
    dependencies=[NoBidder],
    responses=refusals(
        *STAFF_REFUSALS,
        NotFound,
        ProtectionStepRefused,
        BeingCancelled,
        DisputeStillOpen,
        InvalidSplit,
        OwnMoney,
        ConflictOfInterest,
        Unavailable,
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
    """Decide a dispute: release, refund, return or split, with a reason. No money moves while the decision
    can be appealed. The same call decides an appeal, which needs another member of staff and is final. While
    a parcel goes back, staff may decide again. After moderators have confirmed the risk, the same call
    decides payouts on hold. A large amount needs two people: the first call requests the decision and the
    second approves it."""
    terms = disputes.DecisionTerms(alone_up_to=setup.second_person_above, appeal_for=setup.appeal_for)
    await disputes.decide_dispute(session, staffer, deal_id, form, terms)
    await session.flush()
    return await views.staff_deal_out(session, setup.terms, staffer, deal_id, signer)


@router.delete(
    "/api/admin/boost/disputes/{deal_id}/decision",
    responses=refusals(*STAFF_REFUSALS, NotFound, OwnMoney, NeedsAnother, CaseTaken),
)
async def withdraw_decision(
    deal_id: Id, staffer: ModeratorUser, session: SessionDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Withdraw a decision that awaits a second member of staff."""
    await disputes.withdraw_decision(session, staffer, deal_id)
    return await views.staff_deal_out(session, setup.terms, staffer, deal_id, signer)
