from typing import Annotated

from fastapi import APIRouter, Path, Response

from libs.kit.db.database import ReadDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn, ProofNeeded, RateLimited, Unavailable
from libs.kit.http.access import ProofWord
from libs.kit.http.error_responses import refusals
from services.auth.accounts.rules import InvalidCredentials, WrongPassword
from services.auth.accounts.schemas import SessionOut, SuccessOut
from services.auth.dependencies import AuthDep, ClientDep, OwnerDep, start_session
from services.auth.passkeys import queries, service
from services.auth.passkeys.rules import PasskeyKnown, PasskeyNotAdded, PasskeyRefused, TooManyPasskeys
from services.auth.passkeys.schemas import (
    EmptyIn,
    PasskeyIn,
    PasskeyOut,
    PasskeySignInIn,
    QuestionOut,
    passkey_id_of,
)
from services.auth.second_factor.schemas import ProofIn
from services.auth.sign_in import proofs

router = APIRouter(tags=["account"])


OWN_PASSKEYS = "/api/user/{user_id}/passkeys"


PROOF_REFUSALS = (NotSignedIn, Forbidden, RateLimited, Unavailable)


PasskeyId = Annotated[str, Path(max_length=1400)]


@router.post("/api/v1/auth/passkey/options", responses=refusals(RateLimited, Unavailable))
async def ask_for_passkey(form: EmptyIn, auth: AuthDep, client: ClientDep) -> QuestionOut:
    """Get the options for signing in with a passkey. No username is needed."""
    question = await service.ask_to_sign_in(auth, client)
    return QuestionOut(challenge_id=question.challenge_id, public_key=question.public_key)


@router.post("/api/v1/auth/passkey", responses=refusals(PasskeyRefused, InvalidCredentials, Unavailable))
async def sign_in_by_passkey(
    form: PasskeySignInIn, auth: AuthDep, client: ClientDep, response: Response
) -> SessionOut:
    """Sign in with a passkey. A passkey counts as both factors. Sets the refresh cookie."""
    signed_in = await service.sign_in(
        auth, client, challenge_id=form.challenge_id, credential=form.credential
    )
    return start_session(response, auth, signed_in)


@router.get(OWN_PASSKEYS, responses=refusals(NotSignedIn, Forbidden))
async def list_passkeys(owner: OwnerDep, session: ReadDep) -> list[PasskeyOut]:
    """List your passkeys, oldest first."""
    return [PasskeyOut.from_model(each) for each in await queries.list_passkeys(session, owner.user_id)]


@router.post(
    f"{OWN_PASSKEYS}/options",
    responses=refusals(*PROOF_REFUSALS, WrongPassword, ProofNeeded, TooManyPasskeys),
)
async def ask_for_new_passkey(
    form: ProofIn, owner: OwnerDep, auth: AuthDep, wangi_proof: ProofWord = None
) -> QuestionOut:
    """Get the options for a new passkey. Requires a proof of identity or the password."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password)
    async with auth.database.transaction() as session:
        question = await service.ask_to_add(auth, session, proven)
    return QuestionOut(challenge_id=question.challenge_id, public_key=question.public_key)


@router.post(
    OWN_PASSKEYS,
    status_code=201,
    responses=refusals(*PROOF_REFUSALS, PasskeyNotAdded, PasskeyKnown, TooManyPasskeys),
)
async def add_passkey(form: PasskeyIn, owner: OwnerDep, auth: AuthDep) -> PasskeyOut:
    """Add a passkey. You are notified by mail."""
    made = await service.add(
        auth, owner.user_id, challenge_id=form.challenge_id, name=form.name, credential=form.credential
    )
    return PasskeyOut.from_model(made)


@router.delete(
    f"{OWN_PASSKEYS}/{{passkey_id}}",
    responses=refusals(*PROOF_REFUSALS, WrongPassword, ProofNeeded, NotFound),
)
async def remove_passkey(
    passkey_id: PasskeyId, form: ProofIn, owner: OwnerDep, auth: AuthDep, wangi_proof: ProofWord = None
) -> SuccessOut:
    """Remove one of your passkeys. Requires a proof of identity or the password."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password)
    async with auth.database.transaction() as session:
        await service.remove(session, proven, passkey_id_of(passkey_id))
    return SuccessOut(success=True)
