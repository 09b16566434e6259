from libs.kit.errors import ProofNeeded, Unavailable
from libs.kit.http.client import InternalClient
from libs.kit.security.tokens import Identity
from services.boost.payments.setup import Setup
from services.boost.payouts import views
from services.boost.payouts.rules import (
    HolderNameMismatch,
)
from services.boost.payouts.schemas import PayoutAccountIn, PayoutAccountOut
from services.boost.payouts.service import delete_account, store_account


async def set_payout_account(
    setup: Setup, auth: InternalClient, person: Identity, form: PayoutAccountIn, proof: str | None
) -> PayoutAccountOut:
    """Requires a proof of identity. The holder's name must match the person's name in auth."""
    await _check_proof(auth, person, proof)
    answer = await auth.post(f"/internal/users/{person.user_id}/holder-name", {"name": form.holder_name})
    if answer.status != 200:
        raise Unavailable
    if not answer.body["matches"]:
        raise HolderNameMismatch
    async with setup.database.transaction() as session:
        row = await store_account(session, setup.safe, person, form)
    return views.account_out(setup.safe, row)


async def drop_payout_account(
    setup: Setup, auth: InternalClient, person: Identity, proof: str | None
) -> None:
    await _check_proof(auth, person, proof)
    async with setup.database.transaction() as session:
        await delete_account(session, person)


async def _check_proof(auth: InternalClient, person: Identity, proof: str | None) -> None:
    """A stolen token alone must not be enough to change the account."""
    shown = {"sessionId": person.session_id, "proof": proof}
    answer = await auth.post(f"/internal/users/{person.user_id}/proof", shown)
    if answer.status != 200:
        raise Unavailable
    if not answer.body["isProven"]:
        raise ProofNeeded(answer.body["methods"])
