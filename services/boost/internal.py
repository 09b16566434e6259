from fastapi import APIRouter, Response

from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import NotFound
from libs.kit.http.access import Internal
from libs.kit.http.error_responses import refusals
from libs.kit.http.export import export_parts
from libs.marketplace.dealings import DealingsOut
from services.boost.boosts.queries import find_set_aside
from services.boost.dependencies import Id
from services.boost.payments.queries import list_in_review
from services.boost.payouts.queries import get_account, get_account_change, list_under_way
from services.boost.payouts.rules import BANKS
from services.boost.payouts.schemas import AccountChangeOut, AccountKnownOut
from services.boost.privacy import queries
from services.boost.privacy.schemas import ObligationOut, ObligationsOut
from services.boost.protection import cancellations as protection_cancellations
from services.boost.protection.queries import find_held, have_held
from services.boost.protection.rules import Cancellation, CancellationClosed, CancellationOutdated
from services.boost.protection.schemas import (
    AllowedOut,
    CancellationIn,
    CancellationOut,
    PendingOut,
    WithdrawalIn,
)
from services.boost.wallet.service import wallet_balance

router = APIRouter(include_in_schema=False, dependencies=[Internal])
MAX_OBLIGATIONS = 20


@router.post(
    "/internal/deals/{deal_id}/cancellation", responses=refusals(CancellationClosed, CancellationOutdated)
)
async def begin_cancellation(deal_id: Id, form: CancellationIn, session: SessionDep) -> CancellationOut:
    """Approve the cancellation of a deal by messaging. The deal's money is not paid out while the
    cancellation is pending."""
    cancellation = Cancellation(form.by, form.asked_at, form.agreed_at)
    pending_since = await protection_cancellations.begin_cancellation(session, deal_id, cancellation)
    return CancellationOut(is_allowed=True, pending_since=pending_since)


@router.get("/internal/deals/{deal_id}/staff-cancellation")
async def is_cancellation_allowed(deal_id: Id, session: ReadDep) -> AllowedOut:
    """Return whether staff may cancel a deal now. Nothing becomes pending. Messaging calls this for a
    preview."""
    return AllowedOut(is_allowed=await protection_cancellations.may_staff_cancel(session, deal_id))


@router.post("/internal/deals/{deal_id}/cancellation/withdraw")
async def withdraw_cancellation(deal_id: Id, form: WithdrawalIn, session: SessionDep) -> PendingOut:
    """End a pending cancellation that messaging did not commit. A newer cancellation stays pending."""
    return PendingOut(
        is_pending=await protection_cancellations.withdraw_cancellation(session, deal_id, form.pending_since)
    )


@router.get("/internal/users/{user_id}/obligations")
async def open_obligations(user_id: Id, session: ReadDep) -> ObligationsOut:
    """Return the obligations that prevent the deletion of a person's account."""
    held = await find_held(session, user_id, MAX_OBLIGATIONS)
    found = [ObligationOut(code="held_money", transaction_id=item, amount=None) for item in held]
    if amount := await list_under_way(session, user_id):
        found.append(ObligationOut(code="unpaid_payout", transaction_id=None, amount=amount))
    if amount := await find_set_aside(session, user_id):
        found.append(ObligationOut(code="set_aside_credit", transaction_id=None, amount=amount))
    if await list_in_review(session, user_id):
        found.append(ObligationOut(code="payment_in_review", transaction_id=None, amount=None))
    if amount := await wallet_balance(session, user_id):
        found.append(ObligationOut(code="wallet_credit", transaction_id=None, amount=amount))
    return ObligationsOut(obligations=found)


@router.get("/internal/users/{user_id}/dealings/{other_id}")
async def dealings(user_id: Id, other_id: Id, session: ReadDep) -> DealingsOut:
    """Return whether money is held for a purchase between two people. Auth and admin call this before staff
    act on a person."""
    return DealingsOut(are_open=await have_held(session, user_id, other_id))


@router.get("/internal/users/{user_id}/payout-account")
async def has_payout_account(user_id: Id, session: ReadDep) -> AccountKnownOut:
    """Return whether a person has a bank account. If so, a name change needs a proof of identity."""
    return AccountKnownOut(is_known=await get_account(session, user_id) is not None)


@router.get("/internal/payout-account-changes/{change_id}")
async def account_change(change_id: Id, session: ReadDep) -> AccountChangeOut:
    """Return the bank account of a change, for the email to its owner."""
    row = await get_account_change(session, change_id)
    if row is None:
        raise NotFound
    return AccountChangeOut(bank_name=BANKS.get(row.bank_code, row.bank_code), last_four=row.last_four)


@router.get("/internal/users/{user_id}/export")
async def export(user_id: Id, database: DatabaseDep) -> Response:
    """Export a person's data."""
    return await export_parts(database, queries.export_person(user_id))
