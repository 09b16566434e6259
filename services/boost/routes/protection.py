"""HTTP of protected purchase: its terms, the money of a deal, and the steps that its two people take."""

from fastapi import APIRouter

from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.http.access import ActiveUser, CurrentUser
from libs.kit.http.errors import (
    Banned,
    NotFound,
    NotSignedIn,
    OutcomeUnknown,
    Suspended,
    Unavailable,
    refusals,
)
from services.boost.domain import payouts as payout_rules
from services.boost.domain import protection as rules
from services.boost.domain.refusals import PaymentsPaused, PaymentWayOff
from services.boost.domain.refusals_protection import (
    AlreadyPosted,
    BeingCancelled,
    NotYourStep,
    ProtectionClosed,
    ProtectionStepRefused,
    ShipByOpen,
)
from services.boost.routes.dependencies import Id, MessagingDep, SetupDep, SignerDep
from services.boost.schemas.protection import BankOut, DealOut, DealPayOut, SendBackIn, TermsOut
from services.boost.service import cancellations, deal_views, disputes, payments, protection

router = APIRouter(tags=["boost: protected purchase"])
# What an open purchase asks of its two people, they may do banned or suspended too (decision 0045).
BOUND = (NotSignedIn, NotFound, NotYourStep)
STEP = (*BOUND, ProtectionStepRefused, BeingCancelled)


@router.get("/api/boost/protection")
async def get_terms(session: ReadDep, setup: SetupDep) -> TermsOut:
    """Return whether purchases are protected here, and on which terms."""
    terms = await setup.terms.now(session)
    return TermsOut(
        is_open=terms.is_open,
        fee_basis_points=terms.fee_basis_points,
        ship_within_working_days=rules.SHIP_WITHIN_WORKING_DAYS,
        cancel_after_days=rules.CANCEL_AFTER.days,
        inspection_hours=rules.INSPECTION.days * 24,
        evidence_days=rules.EVIDENCE_FOR.days,
        first_payout_after_days=payout_rules.FIRST_PAYOUT_AFTER.days,
        banks=[BankOut(code=code, name=name) for code, name in payout_rules.BANKS.items()],
    )


@router.get("/api/boost/deals/{deal_id}", responses=refusals(NotSignedIn, NotFound))
async def get_deal(
    deal_id: Id, user: CurrentUser, session: ReadDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Return the money of a deal, for its two people; there is none where none can be held."""
    return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post(
    "/api/boost/deals/{deal_id}/pay",
    responses=refusals(
        *BOUND,
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
    """Return where the buyer pays a deal, fee and all; the same bill while it is open."""
    return DealPayOut(deal_id=deal_id, payment_url=await payments.deal_address(setup, user, deal_id))


@router.post("/api/boost/deals/{deal_id}/arrived", responses=refusals(*STEP))
async def post_arrival(
    deal_id: Id, user: CurrentUser, session: SessionDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Say that the parcel is here; from now on its buyer has 72 hours to look at it."""
    await protection.act(session, user, deal_id, "ARRIVED")
    return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post("/api/boost/deals/{deal_id}/accept", responses=refusals(*STEP))
async def post_acceptance(
    deal_id: Id, user: CurrentUser, session: SessionDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Accept the parcel before its time is over: the seller gets the money."""
    await protection.act(session, user, deal_id, "ACCEPTED")
    return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post(
    "/api/boost/deals/{deal_id}/call-off", responses=refusals(*STEP, ShipByOpen, AlreadyPosted, Unavailable)
)
async def post_call_off(
    deal_id: Id, user: CurrentUser, messaging: MessagingDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Call off a purchase that the seller did not post in time. The buyer gets everything back."""
    await cancellations.call_off(setup.database, messaging, user, deal_id)
    async with setup.database.reading() as session:
        return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post("/api/boost/deals/{deal_id}/send-back", responses=refusals(*STEP))
async def post_return(
    deal_id: Id,
    form: SendBackIn,
    user: CurrentUser,
    session: SessionDep,
    setup: SetupDep,
    signer: SignerDep,
) -> DealOut:
    """Write down how the parcel goes back, as staff has decided."""
    await disputes.send_back(session, user, deal_id, form.tracking_number)
    return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)


@router.post("/api/boost/deals/{deal_id}/take-back", responses=refusals(*STEP))
async def post_taken_back(
    deal_id: Id, user: CurrentUser, session: SessionDep, setup: SetupDep, signer: SignerDep
) -> DealOut:
    """Say as its seller that the parcel is back: the buyer gets everything back."""
    await protection.act(session, user, deal_id, "TAKE_BACK")
    return await deal_views.deal_out(session, setup.terms, user, deal_id, signer)
