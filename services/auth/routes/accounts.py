"""Registering, signing in and out, and who is signed in."""

from fastapi import APIRouter, Response

from libs.kit.db.database import ReadDep
from libs.kit.http.access import CurrentUser
from libs.kit.http.errors import NotSignedIn, RateLimited, Unavailable, refusals
from libs.kit.security.signing import REFRESH
from services.auth import queries
from services.auth.domain.refusals import (
    EmailNotVerified,
    InvalidCode,
    InvalidCredentials,
    TwoFactorRequired,
    UsernameNotFound,
    UsernameTaken,
)
from services.auth.routes.asking import OfficeDep, RefreshCookie, VisitDep, forget_cookie, welcome
from services.auth.schemas.accounts import (
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
from services.auth.service import accounts, sessions

router = APIRouter(tags=["auth"])


@router.post("/api/v1/auth/register", status_code=201, responses=refusals(UsernameTaken, RateLimited, Unavailable))
async def register(form: RegisterIn, office: OfficeDep, visit: VisitDep) -> RegisteredOut:
    """Make an account. The answer is the same when the e-mail address has one already."""
    password_hash = await accounts.new_hash(office, form.password)
    by_mail = await accounts.may_be_written_to(office, form.email, visit)
    async with office.database.transaction() as session:
        await accounts.register(office, session, form, password_hash, visit, by_mail=by_mail)
    asked = NewAccountOut(
        username=form.username, email=form.email, first_name=form.first_name, last_name=form.last_name
    )
    return RegisteredOut(message="Check your email for a link to verify your account.", user=asked)


@router.post(
    "/api/v1/auth/login",
    responses=refusals(InvalidCredentials, InvalidCode, EmailNotVerified, TwoFactorRequired, RateLimited, Unavailable),
)
async def login(form: LoginIn, office: OfficeDep, visit: VisitDep, response: Response) -> SessionOut:
    """Sign in by username or by e-mail; sets the refresh cookie."""
    recognised = await accounts.recognise(office, form, visit)
    async with office.database.transaction() as session:
        signed_in = await sessions.begin(office, session, recognised, visit, way="password")
    return welcome(response, office, signed_in)


@router.post("/api/v1/auth/refresh", responses=refusals(NotSignedIn))
async def refresh(office: OfficeDep, response: Response, wangi_refresh: RefreshCookie = None) -> SessionOut:
    """A new access token by the refresh cookie. An old cookie that comes again ends the sign-in everywhere."""
    if wangi_refresh is None or office.marks.word_in(REFRESH, wangi_refresh) is None:
        raise NotSignedIn
    async with office.database.transaction() as session:  # ends the family even though the answer is a refusal
        signed_in = await sessions.refresh(office, session, wangi_refresh)
    if signed_in is None:
        await office.announce_end(wangi_refresh.partition(".")[0])
        raise NotSignedIn
    return welcome(response, office, signed_in)


@router.post("/api/v1/auth/logout")
async def logout(office: OfficeDep, response: Response, wangi_refresh: RefreshCookie = None) -> SuccessOut:
    """End this sign-in."""
    if wangi_refresh is not None and office.marks.word_in(REFRESH, wangi_refresh) is not None:
        async with office.database.transaction() as session:
            ended = await sessions.sign_out(session, wangi_refresh)
        if ended is not None:
            await office.announce_end(ended)
    forget_cookie(response)
    return SuccessOut()


@router.post("/api/v1/auth/logout-all", responses=refusals(NotSignedIn))
async def logout_all(user: CurrentUser, office: OfficeDep, response: Response) -> SuccessOut:
    """End every sign-in of this account, on every device, service and open socket."""
    async with office.database.transaction() as session:
        owner = await sessions.sign_out_everywhere(session, user.user_id)
    await office.announce(owner)
    forget_cookie(response)
    return SuccessOut()


@router.get("/api/v1/auth/me", responses=refusals(NotSignedIn))
async def read_me(user: CurrentUser, session: ReadDep) -> UserOut:
    """The account that is signed in."""
    owner = await queries.people.open_user(session, user.user_id)
    if owner is None:
        raise NotSignedIn
    return UserOut.of(owner)


@router.post("/api/v1/auth/lookup-email", responses=refusals(UsernameNotFound, RateLimited))
async def lookup_email(form: UsernameIn, session: ReadDep) -> SignInByNameOut:
    """Whether one can sign in by this username. The address behind it is told to nobody."""
    await accounts.look_up(session, form.username)
    return SignInByNameOut()
