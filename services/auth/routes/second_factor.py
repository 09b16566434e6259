"""The second factor of one's own account."""

from fastapi import APIRouter, Response

from libs.kit.http.access import ProofWord
from libs.kit.http.errors import Forbidden, NotSignedIn, ProofNeeded, RateLimited, Unavailable, refusals
from services.auth.domain.guessing import code_buckets
from services.auth.domain.proofs import NO_CODE
from services.auth.domain.refusals import (
    InvalidCode,
    SecondFactorOff,
    SecondFactorOn,
    WrongPassword,
)
from services.auth.routes.dependencies import AuthDep, OwnerDep
from services.auth.schemas.accounts import SuccessOut
from services.auth.schemas.second_factor import CodeIn, EnrolmentOut, FullProofIn, ProofIn, RecoveryCodesOut
from services.auth.service import guess_counts, proofs, second_factor
from services.auth.service.auth_services import AuthServices

router = APIRouter(tags=["account"])
PATH = "/api/user/{user_id}/two-factor"
PROOF_REFUSALS = (NotSignedIn, Forbidden, RateLimited, Unavailable)


@router.post(PATH, responses=refusals(*PROOF_REFUSALS, WrongPassword, ProofNeeded, SecondFactorOn))
async def start_second_factor(
    form: ProofIn, owner: OwnerDep, auth: AuthDep, response: Response, wangi_proof: ProofWord = None
) -> EnrolmentOut:
    """Begin: the secret for the authenticator app. Nothing changes until its first code is confirmed."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password)
    async with auth.database.transaction() as session:
        enrolment = await second_factor.start(auth, session, proven)
    _show_once(response)
    return EnrolmentOut(secret=enrolment.secret, uri=enrolment.uri, qr_svg=enrolment.qr_svg)


@router.post(
    f"{PATH}/confirm", responses=refusals(*PROOF_REFUSALS, InvalidCode, SecondFactorOn, SecondFactorOff)
)
async def confirm_second_factor(
    form: CodeIn, owner: OwnerDep, auth: AuthDep, response: Response
) -> RecoveryCodesOut:
    """Turn it on by a first code; the recovery codes are told this once."""
    await _count(auth, owner.user_id)
    async with auth.database.transaction() as session:
        codes = await second_factor.confirm(auth, session, owner.user_id, form.code)
    await _give_back(auth, owner.user_id)
    _show_once(response)
    return RecoveryCodesOut(recovery_codes=codes)


@router.delete(
    PATH, responses=refusals(*PROOF_REFUSALS, WrongPassword, ProofNeeded, InvalidCode, SecondFactorOff)
)
async def stop_second_factor(
    form: FullProofIn, owner: OwnerDep, auth: AuthDep, wangi_proof: ProofWord = None
) -> SuccessOut:
    """Turn it off, by a code beside the password or a proof by passkey."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password, ways=NO_CODE)
    await _count(auth, owner.user_id)
    async with auth.database.transaction() as session:
        user = await second_factor.stop(auth, session, proven, form.code)
    await auth.announce(user)
    await _give_back(auth, owner.user_id)
    return SuccessOut(success=True)


@router.post(
    f"{PATH}/recovery-codes",
    responses=refusals(*PROOF_REFUSALS, WrongPassword, ProofNeeded, InvalidCode, SecondFactorOff),
)
async def renew_recovery_codes(
    form: FullProofIn, owner: OwnerDep, auth: AuthDep, response: Response, wangi_proof: ProofWord = None
) -> RecoveryCodesOut:
    """Make ten new recovery codes; the old ones are void."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password, ways=NO_CODE)
    await _count(auth, owner.user_id)
    async with auth.database.transaction() as session:
        codes = await second_factor.renew_codes(auth, session, proven, form.code)
    await _give_back(auth, owner.user_id)
    _show_once(response)
    return RecoveryCodesOut(recovery_codes=codes)


async def _count(auth: AuthServices, user_id: int) -> None:
    """Six digits can be guessed: counted together with the guesses at sign-in."""
    await guess_counts.count(auth.database, code_buckets(user_id, auth.generosity))


async def _give_back(auth: AuthServices, user_id: int) -> None:
    await guess_counts.give_back(auth.database, code_buckets(user_id, auth.generosity))


def _show_once(response: Response) -> None:
    response.headers["Cache-Control"] = "no-store"
