"""HTTP of payouts: where one is paid, what is under way, the provider's callback, and staff's list."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from libs.contracts.events.staff import MoneyDataRead
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.http.access import ActiveUser, CurrentUser, FinanceUser, ProofWord
from libs.kit.http.errors import (
    Banned,
    Forbidden,
    IdempotencyMismatch,
    NotFound,
    NotSignedIn,
    ProofNeeded,
    Suspended,
    TooLarge,
    Unavailable,
    refusals,
)
from libs.kit.http.idempotency import Key, check_key
from libs.kit.http.paging import Cursor
from libs.kit.http.private_reads import private_read
from services.boost.dependencies import PAGE, AuthDep, Id, SetupDep, below, next_of
from services.boost.payments.routes import MOST_BYTES
from services.boost.payouts import queries, sending, service, views
from services.boost.payouts.accounts import drop_payout_account, set_payout_account
from services.boost.payouts.rules import (
    HolderNameMismatch,
    NoPayoutAccount,
    NotEnoughBalance,
    PayoutNotDue,
    PayoutNotFailed,
    PayoutNotUnclear,
    PayoutNotWaiting,
    TooManyPayouts,
)
from services.boost.payouts.schemas import (
    PayoutAccountIn,
    PayoutAccountOut,
    PayoutIn,
    PayoutOut,
    PayoutsOut,
    SettleIn,
    StaffPayoutOut,
    StaffPayoutsOut,
)
from services.boost.staff.rules import OwnMoney
from services.boost.staff.schemas import AskIn, ReasonIn

router = APIRouter(tags=["boost: payouts"])
ACTING = (NotSignedIn, Banned, Suspended)
STAFF = (NotSignedIn, Forbidden)
State = Annotated[Literal["open", "failed", "completed", "cancelled"], Query()]


@router.get("/api/boost/payout-account", responses=refusals(NotSignedIn, NotFound))
async def get_account(user: CurrentUser, session: ReadDep, setup: SetupDep) -> PayoutAccountOut:
    """Return where one is paid; of the number only its end."""
    row = await queries.get_account(session, user.user_id)
    if row is None:
        raise NotFound
    return views.account_out(setup.safe, row)


@router.put(
    "/api/boost/payout-account", responses=refusals(*ACTING, ProofNeeded, HolderNameMismatch, Unavailable)
)
async def put_account(
    form: PayoutAccountIn, user: ActiveUser, setup: SetupDep, auth: AuthDep, wangi_proof: ProofWord = None
) -> PayoutAccountOut:
    """Write down where one is paid, with a proof of who one is; the account must be in one's own name. A new
    one waits seven days, and payouts that wait come back."""
    return await set_payout_account(setup, auth, user, form, wangi_proof)


@router.delete(
    "/api/boost/payout-account", status_code=204, responses=refusals(*ACTING, ProofNeeded, Unavailable)
)
async def delete_account(
    user: ActiveUser, setup: SetupDep, auth: AuthDep, wangi_proof: ProofWord = None
) -> Response:
    """Forget where one is paid, with a proof of who one is; payouts that wait come back."""
    await drop_payout_account(setup, auth, user, wangi_proof)
    return Response(status_code=204)


@router.get("/api/boost/payouts", responses=refusals(NotSignedIn))
async def list_payouts(user: CurrentUser, session: ReadDep, cursor: Cursor = None) -> PayoutsOut:
    """Return one's payouts, the newest first."""
    found = await queries.list_of_person(session, user.user_id, below(cursor), PAGE)
    last = found[-1].known_id if found else 0
    shown = await views.payouts_out(session, found)
    return PayoutsOut(payouts=shown, next=next_of(len(found), last))


@router.post(
    "/api/boost/payouts",
    status_code=201,
    responses=refusals(*ACTING, NoPayoutAccount, NotEnoughBalance, TooManyPayouts, IdempotencyMismatch),
)
async def post_payout(
    form: PayoutIn, user: ActiveUser, session: SessionDep, idempotency_key: Key = None
) -> PayoutOut:
    """Pay an amount of one's wallet out to one's bank account."""
    if idempotency_key is not None:
        check_key(idempotency_key)
    made = await service.request_payout(session, user, form.amount, idempotency_key)
    return (await views.payouts_out(session, [made]))[0]


@router.post("/api/boost/payouts/{payout_id}/cancel", responses=refusals(*ACTING, NotFound, PayoutNotWaiting))
async def cancel_payout(payout_id: Id, user: ActiveUser, session: SessionDep) -> PayoutOut:
    """Call one's own payout back that was not sent yet; its money is in the wallet again."""
    stopped = await service.cancel_payout(session, user, payout_id)
    return (await views.payouts_out(session, [stopped]))[0]


@router.post("/api/boost/payouts/callback", responses=refusals(TooLarge, Unavailable))
async def payout_callback(request: Request, setup: SetupDep) -> Response:
    """Ask the provider soon about a payout of which it tells; what it did not sign changes nothing."""
    body = await request.body()
    if len(body) > MOST_BYTES:
        raise TooLarge
    await sending.receive_payout_callback(setup, body)
    return Response(status_code=200)


@router.get(
    "/api/admin/boost/payouts",
    dependencies=[private_read(MoneyDataRead, "payouts")],
    responses=refusals(*STAFF),
)
async def staff_payouts(
    staffer: FinanceUser, session: ReadDep, setup: SetupDep, state: State = "open", cursor: Cursor = None
) -> StaffPayoutsOut:
    """Return the payouts of everybody: those under way, the oldest first, or ended ones, the newest first."""
    at = below(cursor)
    found = await (
        queries.list_open(session, at, PAGE)
        if state == "open"
        else queries.list_ended(session, state, at, PAGE)
    )
    last = found[-1].known_id if found else 0
    shown = await views.staff_payouts_out(session, setup.safe, found)
    return StaffPayoutsOut(payouts=shown, next=next_of(len(found), last))


@router.post(
    "/api/admin/boost/payouts/{payout_id}/ask",
    responses=refusals(*STAFF, OwnMoney, NotFound, PayoutNotDue, Unavailable),
)
async def hurry_payout(payout_id: Id, form: AskIn, staffer: FinanceUser, setup: SetupDep) -> StaffPayoutOut:
    """Send a payout that waits, or ask the provider about one that was sent, now; a reason may be said."""
    await sending.hurry_payout(setup, staffer, payout_id, form.words)
    async with setup.database.reading() as session:
        return await views.staff_payout_out(session, setup.safe, payout_id)


@router.post(
    "/api/admin/boost/payouts/{payout_id}/retry",
    responses=refusals(*STAFF, OwnMoney, NotFound, PayoutNotFailed, NoPayoutAccount, NotEnoughBalance),
)
async def retry_payout(
    payout_id: Id, form: ReasonIn, staffer: FinanceUser, session: SessionDep, setup: SetupDep
) -> StaffPayoutOut:
    """Send a failed payout anew, once, to the account that its person has now; return the new one."""
    made = await service.retry_payout(session, staffer, payout_id, form.reason)
    return await views.staff_payout_out(session, setup.safe, made.known_id)


@router.post(
    "/api/admin/boost/payouts/{payout_id}/settle",
    responses=refusals(*STAFF, OwnMoney, NotFound, PayoutNotUnclear),
)
async def settle_payout(
    payout_id: Id, form: SettleIn, staffer: FinanceUser, session: SessionDep, setup: SetupDep
) -> StaffPayoutOut:
    """End a payout that the provider leaves open, as it told staff by other means, with the reason."""
    await sending.settle_payout(session, staffer, payout_id, form.outcome, form.reason)
    return await views.staff_payout_out(session, setup.safe, payout_id)
