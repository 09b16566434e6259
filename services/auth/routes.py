"""HTTP of auth: each route is a sentence."""

from typing import Annotated, Any

from fastapi import APIRouter, Cookie, Depends, Request, Response

from libs.kit import revocation
from libs.kit.access import CurrentUser, Internal
from libs.kit.db import ReadDep, SessionDep, database_of
from libs.kit.errors import NotFound, NotSignedIn, Unavailable, refusals
from services.auth import queries
from services.auth.domain import InvalidCredentials, UsernameTaken
from services.auth.schemas import (
    LoginIn,
    NewAccountOut,
    PublicUserOut,
    RegisteredOut,
    RegisterIn,
    SessionOut,
    SuccessOut,
    UserOut,
)
from services.auth.service import Accounts, SignedIn

COOKIE = "wangi_refresh"
COOKIE_PATH = "/api/v1/auth"

router = APIRouter(tags=["auth"])


def _accounts(request: Request) -> Accounts:
    accounts: Accounts = request.app.state.accounts
    return accounts


AccountsDep = Annotated[Accounts, Depends(_accounts)]
RefreshCookie = Annotated[str | None, Cookie(alias=COOKIE, max_length=256, pattern=r"^[A-Za-z0-9_.-]*$")]


@router.post("/api/v1/auth/register", status_code=201, responses=refusals(UsernameTaken, Unavailable))
async def register(form: RegisterIn, accounts: AccountsDep, session: SessionDep) -> RegisteredOut:
    """Make an account. The answer is the same when the e-mail address has one already."""
    await accounts.register(session, form)
    asked = NewAccountOut(
        username=form.username, email=form.email, first_name=form.first_name, last_name=form.last_name
    )
    return RegisteredOut(message="Your account is ready. You can sign in now.", user=asked)


@router.post("/api/v1/auth/login", responses=refusals(InvalidCredentials, Unavailable))
async def login(form: LoginIn, accounts: AccountsDep, request: Request, response: Response) -> SessionOut:
    """Sign in by username or by e-mail; sets the refresh cookie."""
    recognised = await accounts.recognise(database_of(request), form)
    async with database_of(request).transaction() as session:
        signed_in = await accounts.sign_in(session, recognised)
    return _welcome(response, accounts, signed_in)


@router.post("/api/v1/auth/refresh", responses=refusals(NotSignedIn))
async def refresh(
    request: Request, accounts: AccountsDep, response: Response, wangi_refresh: RefreshCookie = None
) -> SessionOut:
    """Exchange the refresh cookie for a new access token; a replayed cookie ends that sign-in everywhere."""
    if wangi_refresh is None:
        raise NotSignedIn
    async with database_of(request).transaction() as session:  # ends the family even though the answer is a refusal
        signed_in = await accounts.refresh(session, wangi_refresh)
    if signed_in is None:
        raise NotSignedIn
    return _welcome(response, accounts, signed_in)


@router.post("/api/v1/auth/logout")
async def logout(
    accounts: AccountsDep, session: SessionDep, response: Response, wangi_refresh: RefreshCookie = None
) -> SuccessOut:
    """End this sign-in."""
    await accounts.sign_out(session, wangi_refresh)
    response.delete_cookie(COOKIE, path=COOKIE_PATH)
    return SuccessOut()


@router.post("/api/v1/auth/logout-all", responses=refusals(NotSignedIn))
async def logout_all(request: Request, user: CurrentUser, accounts: AccountsDep, response: Response) -> SuccessOut:
    """End every sign-in of this account, on every device, service and open socket."""
    async with database_of(request).transaction() as session:
        owner = await accounts.sign_out_everywhere(session, user.user_id)
    await revocation.announce(request.app.state.redis, user.user_id, owner.epoch)
    response.delete_cookie(COOKIE, path=COOKIE_PATH)
    return SuccessOut()


@router.get("/api/v1/auth/me", responses=refusals(NotSignedIn))
async def me(user: CurrentUser, session: ReadDep) -> UserOut:
    """The account that is signed in."""
    owner = await queries.user_by_id(session, user.user_id)
    if owner is None:
        raise NotSignedIn
    return UserOut.of(owner)


@router.get("/.well-known/jwks.json", include_in_schema=False)
async def jwks(accounts: AccountsDep, response: Response) -> dict[str, Any]:
    """The public keys that our tokens are checked with."""
    response.headers["Cache-Control"] = "public, max-age=60"
    return dict(accounts.signer.public_keys.as_dict())


@router.get("/internal/users/{user_id}", dependencies=[Internal], include_in_schema=False)
async def public_user(user_id: int, session: ReadDep) -> PublicUserOut:
    """For a service whose copy of a person has not arrived yet."""
    user = await queries.user_by_id(session, user_id)
    if user is None or user.id is None:
        raise NotFound
    return PublicUserOut(id=user.id, username=user.username, is_seller=user.is_seller)


def _welcome(response: Response, accounts: Accounts, signed_in: SignedIn) -> SessionOut:
    response.set_cookie(
        COOKIE,
        signed_in.refresh_token,
        max_age=30 * 86_400,
        path=COOKIE_PATH,
        httponly=True,
        samesite="strict",
        secure=accounts.cookie_over_https_only,
    )
    return SessionOut(token=signed_in.access_token, user=UserOut.of(signed_in.user))
