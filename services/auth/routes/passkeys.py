"""Signing in by a passkey, and one's own passkeys."""

from typing import Annotated

from fastapi import APIRouter, Path, Response

from libs.kit.db.database import ReadDep
from libs.kit.http.access import ProofWord
from libs.kit.http.errors import (
    Forbidden,
    NotFound,
    NotSignedIn,
    ProofNeeded,
    RateLimited,
    Unavailable,
    refusals,
)
from services.auth.domain.refusals import (
    InvalidCredentials,
    PasskeyKnown,
    PasskeyNotAdded,
    PasskeyRefused,
    TooManyPasskeys,
    WrongPassword,
)
from services.auth.queries import passkeys as passkey_queries
from services.auth.routes.dependencies import AuthDep, ClientDep, OwnerDep, welcome
from services.auth.schemas.accounts import SessionOut, SuccessOut
from services.auth.schemas.passkeys import (
    EmptyIn,
    PasskeyIn,
    PasskeyOut,
    PasskeySignInIn,
    QuestionOut,
    passkey_id_of,
)
from services.auth.schemas.second_factor import ProofIn
from services.auth.service import passkeys, proofs

router = APIRouter(tags=["account"])
OWN_PASSKEYS = "/api/user/{user_id}/passkeys"
PROOF_REFUSALS = (NotSignedIn, Forbidden, RateLimited, Unavailable)
PasskeyId = Annotated[str, Path(max_length=1400)]


@router.post("/api/v1/auth/passkey/options", responses=refusals(RateLimited, Unavailable))
async def ask_for_passkey(form: EmptyIn, auth: AuthDep, client: ClientDep) -> QuestionOut:
    """Begin to sign in by a passkey; no name is asked for."""
    question = await passkeys.ask_to_sign_in(auth, client)
    return QuestionOut(challenge_id=question.challenge_id, public_key=question.public_key)


@router.post("/api/v1/auth/passkey", responses=refusals(PasskeyRefused, InvalidCredentials, Unavailable))
async def sign_in_by_passkey(
    form: PasskeySignInIn, auth: AuthDep, client: ClientDep, response: Response
) -> SessionOut:
    """Sign in by a passkey: it is both factors; sets the refresh cookie."""
    signed_in = await passkeys.sign_in(
        auth, client, challenge_id=form.challenge_id, credential=form.credential
    )
    return welcome(response, auth, signed_in)


@router.get(OWN_PASSKEYS, responses=refusals(NotSignedIn, Forbidden))
async def list_passkeys(owner: OwnerDep, session: ReadDep) -> list[PasskeyOut]:
    """List one's own passkeys, oldest first."""
    return [PasskeyOut.of(each) for each in await passkey_queries.passkeys_of(session, owner.user_id)]


@router.post(
    f"{OWN_PASSKEYS}/options",
    responses=refusals(*PROOF_REFUSALS, WrongPassword, ProofNeeded, TooManyPasskeys),
)
async def ask_for_new_passkey(
    form: ProofIn, owner: OwnerDep, auth: AuthDep, wangi_proof: ProofWord = None
) -> QuestionOut:
    """Begin to add a passkey, by a proof or the password."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password)
    async with auth.database.transaction() as session:
        question = await passkeys.ask_to_add(auth, session, proven)
    return QuestionOut(challenge_id=question.challenge_id, public_key=question.public_key)


@router.post(
    OWN_PASSKEYS,
    status_code=201,
    responses=refusals(*PROOF_REFUSALS, PasskeyNotAdded, PasskeyKnown, TooManyPasskeys),
)
async def add_passkey(form: PasskeyIn, owner: OwnerDep, auth: AuthDep) -> PasskeyOut:
    """Keep a new passkey; the owner is told by mail."""
    made = await passkeys.add(
        auth, owner.user_id, challenge_id=form.challenge_id, name=form.name, credential=form.credential
    )
    return PasskeyOut.of(made)


@router.delete(
    f"{OWN_PASSKEYS}/{{passkey_id}}",
    responses=refusals(*PROOF_REFUSALS, WrongPassword, ProofNeeded, NotFound),
)
async def remove_passkey(
    passkey_id: PasskeyId, form: ProofIn, owner: OwnerDep, auth: AuthDep, wangi_proof: ProofWord = None
) -> SuccessOut:
    """Remove one of one's own passkeys, by a proof or the password."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password)
    async with auth.database.transaction() as session:
        await passkeys.remove(session, proven, passkey_id_of(passkey_id))
    return SuccessOut(success=True)
