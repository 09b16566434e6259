from fastapi import APIRouter, Response

from libs.kit.errors import Forbidden, NotSignedIn, ProofNeeded, RateLimited, Unavailable
from libs.kit.http.access import ProofWord
from libs.kit.http.error_responses import refusals
from services.auth.accounts.rules import WrongPassword
from services.auth.accounts.schemas import SuccessOut
from services.auth.auth_services import AuthServices
from services.auth.dependencies import AuthDep, OwnerDep
from services.auth.second_factor import service
from services.auth.second_factor.rules import InvalidCode, SecondFactorOff, SecondFactorOn
from services.auth.second_factor.schemas import CodeIn, EnrolmentOut, FullProofIn, ProofIn, RecoveryCodesOut
from services.auth.sign_in import guessing, proofs
from services.auth.sign_in.rules import NO_CODE, code_buckets

router = APIRouter(tags=["account"])


PATH = "/api/user/{user_id}/two-factor"


PROOF_REFUSALS = (NotSignedIn, Forbidden, RateLimited, Unavailable)


@router.post(PATH, responses=refusals(*PROOF_REFUSALS, WrongPassword, ProofNeeded, SecondFactorOn))
async def start_second_factor(
    form: ProofIn, owner: OwnerDep, auth: AuthDep, response: Response, wangi_proof: ProofWord = None
) -> EnrolmentOut:
    """Start to set up two-step sign-in. Returns the secret for the authenticator app. Two-step sign-in stays
    off until you confirm a code."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password)
    async with auth.database.transaction() as session:
        enrolment = await service.start(auth, session, proven)
    _show_once(response)
    return EnrolmentOut(secret=enrolment.secret, uri=enrolment.uri, qr_svg=enrolment.qr_svg)


@router.post(
    f"{PATH}/confirm", responses=refusals(*PROOF_REFUSALS, InvalidCode, SecondFactorOn, SecondFactorOff)
)
async def confirm_second_factor(
    form: CodeIn, owner: OwnerDep, auth: AuthDep, response: Response
) -> RecoveryCodesOut:
    """Turn on two-step sign-in with a code from the app. The recovery codes are shown only once."""
    await _count(auth, owner.user_id)
    async with auth.database.transaction() as session:
        codes = await service.confirm(auth, session, owner.user_id, form.code)
    await _give_back(auth, owner.user_id)
    _show_once(response)
    return RecoveryCodesOut(recovery_codes=codes)


@router.delete(
    PATH, responses=refusals(*PROOF_REFUSALS, WrongPassword, ProofNeeded, InvalidCode, SecondFactorOff)
)
async def stop_second_factor(
    form: FullProofIn, owner: OwnerDep, auth: AuthDep, wangi_proof: ProofWord = None
) -> SuccessOut:
    """Turn off two-step sign-in. Requires a code, and the password or a proof by passkey."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password, ways=NO_CODE)
    await _count(auth, owner.user_id)
    async with auth.database.transaction() as session:
        user = await service.stop(auth, session, proven, form.code)
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
    """Replace the recovery codes. The old codes are no longer valid."""
    proven = await proofs.proven(auth, owner, wangi_proof, form.password, ways=NO_CODE)
    await _count(auth, owner.user_id)
    async with auth.database.transaction() as session:
        codes = await service.renew_codes(auth, session, proven, form.code)
    await _give_back(auth, owner.user_id)
    _show_once(response)
    return RecoveryCodesOut(recovery_codes=codes)


async def _count(auth: AuthServices, user_id: int) -> None:
    """Counts towards the limit of sign-in codes, because six digits can be guessed."""
    await guessing.count_guess(auth.database, code_buckets(user_id, auth.generosity))


async def _give_back(auth: AuthServices, user_id: int) -> None:
    await guessing.give_guess_back(auth.database, code_buckets(user_id, auth.generosity))


def _show_once(response: Response) -> None:
    response.headers["Cache-Control"] = "no-store"
