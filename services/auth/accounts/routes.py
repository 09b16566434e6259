from fastapi import APIRouter

from libs.kit.db.database import ReadDep
from libs.kit.errors import NotSignedIn, RateLimited, Unavailable
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from services.auth.accounts import queries, service
from services.auth.accounts.rules import (
    RegistrationPaused,
    UsernameNotFound,
    UsernameTaken,
)
from services.auth.accounts.schemas import (
    NewAccountOut,
    RegisteredOut,
    RegisterIn,
    SignInByNameOut,
    UsernameIn,
    UserOut,
)
from services.auth.dependencies import AuthDep, ClientDep, account_out

router = APIRouter(tags=["auth"])


@router.post(
    "/api/v1/auth/register",
    status_code=201,
    responses=refusals(UsernameTaken, RegistrationPaused, RateLimited, Unavailable),
)
async def register(form: RegisterIn, auth: AuthDep, client: ClientDep) -> RegisteredOut:
    """Create an account. The response is the same if the email address already has an account."""
    password_hash = await service.new_hash(auth, form.password)
    by_mail = await service.may_be_written_to(auth, form.email, client)
    async with auth.database.transaction() as session:
        await service.register(auth, session, form, password_hash, client, by_mail=by_mail)
    asked = NewAccountOut(
        username=form.username, email=form.email, first_name=form.first_name, last_name=form.last_name
    )
    return RegisteredOut(message="Check your email for a link to verify your account.", user=asked)


@router.get("/api/v1/auth/me", responses=refusals(NotSignedIn))
async def read_me(user: CurrentUser, session: ReadDep, auth: AuthDep) -> UserOut:
    """Read your own account."""
    owner = await queries.get_open_user(session, user.user_id)
    if owner is None:
        raise NotSignedIn
    return account_out(auth, owner)


@router.post("/api/v1/auth/lookup-email", responses=refusals(UsernameNotFound, RateLimited))
async def lookup_email(form: UsernameIn, session: ReadDep) -> SignInByNameOut:
    """Check whether an account with this username exists. The email address of the account is never
    returned."""
    await service.check_username_exists(session, form.username)
    return SignInByNameOut(email=None, sign_in_with="username")
