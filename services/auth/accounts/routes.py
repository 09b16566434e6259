from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from libs.kit.db.database import ReadDep
from libs.kit.errors import NotSignedIn, RateLimited, Unavailable
from libs.kit.http.access import CurrentUser, bearer_to_end
from libs.kit.http.error_responses import answer, refusals
from libs.kit.security.cookie_marks import REFRESH
from services.auth.accounts import queries, service
from services.auth.accounts.rules import (
    EmailNotVerified,
    InvalidCredentials,
    RegistrationPaused,
    UsernameNotFound,
    UsernameTaken,
)
from services.auth.accounts.schemas import (
    LoginIn,
    NewAccountOut,
    RegisteredOut,
    RegisterIn,
    SessionOut,
    SignInByNameOut,
    SuccessOut,
    UsernameIn,
    UserOut,
)
from services.auth.dependencies import AuthDep, ClientDep, RefreshCookie, account_out, forget_cookie, welcome
from services.auth.second_factor.rules import InvalidCode, TwoFactorRequired
from services.auth.sign_in import service as sign_in_service

router = APIRouter(tags=["auth"])


@router.post(
    "/api/v1/auth/register",
    status_code=201,
    responses=refusals(UsernameTaken, RegistrationPaused, RateLimited, Unavailable),
)
async def register(form: RegisterIn, auth: AuthDep, client: ClientDep) -> RegisteredOut:
    """Create an account. The response is the same if the e-mail address already has one."""
    password_hash = await service.new_hash(auth, form.password)
    by_mail = await service.may_be_written_to(auth, form.email, client)
    async with auth.database.transaction() as session:
        await service.register(auth, session, form, password_hash, client, by_mail=by_mail)
    asked = NewAccountOut(
        username=form.username, email=form.email, first_name=form.first_name, last_name=form.last_name
    )
    return RegisteredOut(message="Check your email for a link to verify your account.", user=asked)


@router.post(
    "/api/v1/auth/login",
    responses=refusals(
        InvalidCredentials, InvalidCode, EmailNotVerified, TwoFactorRequired, RateLimited, Unavailable
    ),
)
async def login(form: LoginIn, auth: AuthDep, client: ClientDep, response: Response) -> SessionOut:
    """Sign in by username or e-mail address. Sets the refresh cookie."""
    recognised = await service.recognise(auth, form, client)
    async with auth.database.transaction() as session:
        signed_in = await sign_in_service.begin(auth, session, recognised, client, way="password")
    return welcome(response, auth, signed_in)


@router.post("/api/v1/auth/refresh", responses=refusals(NotSignedIn))
async def refresh(auth: AuthDep, response: Response, wangi_refresh: RefreshCookie = None) -> SessionOut:
    """Exchange the refresh cookie for a new access token. Reusing an old cookie ends the sign-in
    everywhere."""
    if wangi_refresh is None or auth.marks.word_in(REFRESH, wangi_refresh) is None:
        raise NotSignedIn
    # Committed, so that the family ends despite the refusal.
    async with auth.database.transaction() as session:
        signed_in = await sign_in_service.refresh(auth, session, wangi_refresh)
    if signed_in is None:
        await auth.announce_end(wangi_refresh.partition(".")[0])
        raise NotSignedIn
    return welcome(response, auth, signed_in)


@router.post("/api/v1/auth/logout", response_model=SuccessOut, responses=refusals(NotSignedIn, Unavailable))
async def logout(
    request: Request, auth: AuthDep, response: Response, wangi_refresh: RefreshCookie = None
) -> SuccessOut | JSONResponse:
    """End the sessions of the cookie and of the bearer token, and delete the cookie. An invalid bearer token
    is refused unless the cookie is valid."""
    cookie = wangi_refresh if auth.marks.word_in(REFRESH, wangi_refresh or "") is not None else None
    try:
        bearer = await bearer_to_end(request)
    except (NotSignedIn, Unavailable) as refusal:
        if cookie is None:
            refused = answer(refusal)
            forget_cookie(refused)
            return refused
        bearer = None
    if cookie is not None or bearer is not None:
        async with auth.database.transaction() as session:
            ended = await sign_in_service.sign_out(session, cookie, bearer)
        for session_id in ended:
            await auth.announce_end(session_id)
    forget_cookie(response)
    return SuccessOut(success=True)


@router.post("/api/v1/auth/logout-all", responses=refusals(NotSignedIn))
async def logout_all(user: CurrentUser, auth: AuthDep, response: Response) -> SuccessOut:
    """End all sessions of this account on every device."""
    async with auth.database.transaction() as session:
        owner = await sign_in_service.sign_out_everywhere(session, user.user_id)
    await auth.announce(owner)
    forget_cookie(response)
    return SuccessOut(success=True)


@router.get("/api/v1/auth/me", responses=refusals(NotSignedIn))
async def read_me(user: CurrentUser, session: ReadDep, auth: AuthDep) -> UserOut:
    """Read your own account."""
    owner = await queries.get_open_user(session, user.user_id)
    if owner is None:
        raise NotSignedIn
    return account_out(auth, owner)


@router.post("/api/v1/auth/lookup-email", responses=refusals(UsernameNotFound, RateLimited))
async def lookup_email(form: UsernameIn, session: ReadDep) -> SignInByNameOut:
    """Check whether an account with this username exists. Its e-mail address is never returned."""
    await service.look_up(session, form.username)
    return SignInByNameOut(email=None, sign_in_with="username")
