from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from libs.kit.errors import Forbidden, NotSignedIn, RateLimited, Unavailable
from libs.kit.http.access import CurrentUser, bearer_to_end
from libs.kit.http.error_responses import refusal_response, refusals
from libs.kit.security.cookie_marks import REFRESH
from services.auth.accounts.rules import EmailNotVerified, InvalidCredentials, WrongPassword
from services.auth.accounts.schemas import LoginIn, SessionOut, SuccessOut
from services.auth.dependencies import (
    AuthDep,
    ClientDep,
    OwnerDep,
    RefreshCookie,
    forget_cookie,
    start_session,
)
from services.auth.passkeys.rules import PasskeyRefused
from services.auth.second_factor.rules import InvalidCode, TwoFactorRequired
from services.auth.sign_in import authentication, proofs, service
from services.auth.sign_in.schemas import AgainIn, ProofOut

router = APIRouter(tags=["account"])
sessions = APIRouter(tags=["auth"])


REFUSED = refusals(
    NotSignedIn, Forbidden, WrongPassword, InvalidCode, PasskeyRefused, RateLimited, Unavailable
)


@router.post("/api/user/{user_id}/proof", responses=REFUSED)
async def prove_again(form: AgainIn, owner: OwnerDep, auth: AuthDep, response: Response) -> ProofOut:
    """Prove your identity by password, passkey or code. The proof is valid for five minutes in this
    session."""
    if form.password is not None:
        given = await proofs.by_password(auth, owner, form.password)
    elif form.code is not None:
        given = await proofs.by_code(auth, owner, form.code)
    else:
        given = await proofs.by_passkey(auth, owner, form.challenge_id or "", form.credential or {})
    response.headers["Cache-Control"] = "no-store"
    return ProofOut(proof=given.word, expires_at=given.expires_at)


@sessions.post(
    "/api/v1/auth/login",
    responses=refusals(
        InvalidCredentials, InvalidCode, EmailNotVerified, TwoFactorRequired, RateLimited, Unavailable
    ),
)
async def login(form: LoginIn, auth: AuthDep, client: ClientDep, response: Response) -> SessionOut:
    """Sign in with a username or email address. Sets the refresh cookie."""
    return start_session(response, auth, await authentication.sign_in(auth, form, client))


@sessions.post("/api/v1/auth/refresh", responses=refusals(NotSignedIn))
async def refresh(auth: AuthDep, response: Response, wangi_refresh: RefreshCookie = None) -> SessionOut:
    """Exchange the refresh cookie for a new access token. Using an old cookie again ends the session."""
    if wangi_refresh is None or auth.marks.word_in(REFRESH, wangi_refresh) is None:
        raise NotSignedIn
    # The transaction commits, so that the session ends although the request is refused.
    async with auth.database.transaction() as session:
        signed_in = await service.refresh(auth, session, wangi_refresh)
    if signed_in is None:
        await auth.announce_end(wangi_refresh.partition(".")[0])
        raise NotSignedIn
    return start_session(response, auth, signed_in)


@sessions.post("/api/v1/auth/logout", response_model=SuccessOut, responses=refusals(NotSignedIn, Unavailable))
async def logout(
    request: Request, auth: AuthDep, response: Response, wangi_refresh: RefreshCookie = None
) -> SuccessOut | JSONResponse:
    """End the sessions of the refresh cookie and of the bearer token, and delete the cookie. An invalid
    bearer token is refused unless the cookie is valid."""
    cookie = wangi_refresh if auth.marks.word_in(REFRESH, wangi_refresh or "") is not None else None
    try:
        bearer = await bearer_to_end(request)
    except (NotSignedIn, Unavailable) as refusal:
        if cookie is None:
            refused = refusal_response(refusal)
            forget_cookie(refused)
            return refused
        bearer = None
    if cookie is not None or bearer is not None:
        async with auth.database.transaction() as session:
            ended = await service.sign_out(session, cookie, bearer)
        for session_id in ended:
            await auth.announce_end(session_id)
    forget_cookie(response)
    return SuccessOut(success=True)


@sessions.post("/api/v1/auth/logout-all", responses=refusals(NotSignedIn))
async def logout_all(user: CurrentUser, auth: AuthDep, response: Response) -> SuccessOut:
    """End all sessions of your account on every device."""
    async with auth.database.transaction() as session:
        owner = await service.sign_out_everywhere(session, user.user_id)
    await auth.announce(owner)
    forget_cookie(response)
    return SuccessOut(success=True)
