from fastapi import APIRouter, Response

from libs.kit.errors import Forbidden, NotSignedIn, RateLimited, Unavailable
from libs.kit.http.error_responses import refusals
from services.auth.accounts.rules import WrongPassword
from services.auth.dependencies import AuthDep, OwnerDep
from services.auth.passkeys.rules import PasskeyRefused
from services.auth.second_factor.rules import InvalidCode
from services.auth.sign_in import proofs
from services.auth.sign_in.schemas import AgainIn, ProofOut

router = APIRouter(tags=["account"])


REFUSED = refusals(
    NotSignedIn, Forbidden, WrongPassword, InvalidCode, PasskeyRefused, RateLimited, Unavailable
)


@router.post("/api/user/{user_id}/proof", responses=REFUSED)
async def prove_again(form: AgainIn, owner: OwnerDep, auth: AuthDep, response: Response) -> ProofOut:
    """Prove who you are by password, passkey or code. The proof is valid for five minutes, in this session
    only."""
    if form.password is not None:
        given = await proofs.by_password(auth, owner, form.password)
    elif form.code is not None:
        given = await proofs.by_code(auth, owner, form.code)
    else:
        given = await proofs.by_passkey(auth, owner, form.challenge_id or "", form.credential or {})
    response.headers["Cache-Control"] = "no-store"
    return ProofOut(proof=given.word, expires_at=given.expires_at)
