from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from libs.contracts.events.staff import MoneyDataRead
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import (
    Forbidden,
    IdempotencyMismatch,
    NotFound,
    NotSignedIn,
    ProofNeeded,
    TooLarge,
    Unavailable,
)
from libs.kit.http.access import CurrentUser, ProofWord
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import Key, check_key
from libs.kit.http.paging import Cursor
from libs.marketplace.access import ActiveUser, FinanceUser
from libs.marketplace.access_log import private_read
from libs.marketplace.errors import Banned, Suspended
from services.boost.dependencies import PAGE, AuthDep, Id, SetupDep, cursor_row, next_of
from services.boost.payments.rules import MAX_CALLBACK_BYTES
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
    """Return your bank account. Only the last four digits of its number are shown."""
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
    """Set your bank account, with a proof of identity. The account must be in your own name. A new account
    can be used after seven days, and pending payouts return to the wallet."""
    return await set_payout_account(setup, auth, user, form, wangi_proof)


@router.delete(
    "/api/boost/payout-account", status_code=204, responses=refusals(*ACTING, ProofNeeded, Unavailable)
)
async def delete_account(
    user: ActiveUser, setup: SetupDep, auth: AuthDep, wangi_proof: ProofWord = None
) -> Response:
    """Delete your bank account, with a proof of identity. Pending payouts return to the wallet."""
    await drop_payout_account(setup, auth, user, wangi_proof)
    return Response(status_code=204)


@router.get("/api/boost/payouts", responses=refusals(NotSignedIn))
async def list_payouts(user: CurrentUser, session: ReadDep, cursor: Cursor = None) -> PayoutsOut:
    """List your payouts, newest first."""
    of_person = await queries.list_of_person(session, user.user_id, cursor_row(cursor), PAGE)
    last = of_person[-1].known_id if of_person else 0
    shown = await views.payouts_out(session, of_person)
    return PayoutsOut(payouts=shown, next=next_of(len(of_person), last))


@router.post(
    "/api/boost/payouts",
    status_code=201,
    responses=refusals(*ACTING, NoPayoutAccount, NotEnoughBalance, TooManyPayouts, IdempotencyMismatch),
)
async def post_payout(
    form: PayoutIn, user: ActiveUser, session: SessionDep, idempotency_key: Key = None
) -> PayoutOut:
    """Pay out an amount to your bank account."""
    if idempotency_key is not None:
        check_key(idempotency_key)
    made = await service.request_payout(session, user, form.amount, idempotency_key)
    return (await views.payouts_out(session, [made]))[0]


@router.post("/api/boost/payouts/{payout_id}/cancel", responses=refusals(*ACTING, NotFound, PayoutNotWaiting))
async def cancel_payout(payout_id: Id, user: ActiveUser, session: SessionDep) -> PayoutOut:
    """Cancel a payout that has not been sent. The money returns to your wallet."""
    stopped = await service.cancel_payout(session, user, payout_id)
    return (await views.payouts_out(session, [stopped]))[0]


@router.post("/api/boost/payouts/callback", responses=refusals(TooLarge, Unavailable))
async def payout_callback(request: Request, setup: SetupDep) -> Response:
    """Receive a callback about a payout and schedule a poll. A callback without a valid signature changes
    nothing."""
    body = await request.body()
    if len(body) > MAX_CALLBACK_BYTES:
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
    """List other people's payouts: open payouts, oldest first, or ended payouts, newest first."""
    at = cursor_row(cursor)
    found = await (
        queries.list_open(session, staffer.user_id, at, PAGE)
        if state == "open"
        else queries.list_ended(session, staffer.user_id, state, at, PAGE)
    )
    last = found[-1].known_id if found else 0
    shown = await views.staff_payouts_out(session, setup.safe, found)
    return StaffPayoutsOut(payouts=shown, next=next_of(len(found), last))


@router.post(
    "/api/admin/boost/payouts/{payout_id}/ask",
    responses=refusals(*STAFF, OwnMoney, NotFound, PayoutNotDue, Unavailable),
)
async def hurry_payout(payout_id: Id, form: AskIn, staffer: FinanceUser, setup: SetupDep) -> StaffPayoutOut:
    """Send or poll a payout now. A reason is optional."""
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
    """Retry a failed payout once, to the person's current account. Returns the new payout."""
    made = await service.retry_payout(session, staffer, payout_id, form.reason)
    return await views.staff_payout_out(session, setup.safe, made.known_id)


@router.post(
    "/api/admin/boost/payouts/{payout_id}/settle",
    responses=refusals(*STAFF, OwnMoney, NotFound, PayoutNotUnclear),
)
async def settle_payout(
    payout_id: Id, form: SettleIn, staffer: FinanceUser, session: SessionDep, setup: SetupDep
) -> StaffPayoutOut:
    """End a payout that the provider leaves unresolved, with its outcome and a reason."""
    await sending.settle_payout(session, staffer, payout_id, form.outcome, form.reason)
    return await views.staff_payout_out(session, setup.safe, payout_id)
