from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import RateLimited
from services.auth.accounts.models import User
from services.auth.accounts.queries import get_open_user, get_user_by_handle, lock_user
from services.auth.accounts.rules import (
    AccountChanged,
    EmailNotVerified,
    InvalidCredentials,
    WrongPassword,
    key_of,
)
from services.auth.accounts.schemas import LoginIn
from services.auth.auth_services import AuthServices, ClientInfo
from services.auth.second_factor.rules import TwoFactorRequired
from services.auth.second_factor.service import check_code
from services.auth.sign_in import guessing
from services.auth.sign_in.queries import knows_device
from services.auth.sign_in.rules import code_buckets, hash_token, own_buckets, sign_in_buckets
from services.auth.sign_in.service import SIGN_INS, SignedIn, begin

# Limit of wrong guesses per IP address and window. Thousands of people share a mobile carrier's IP address.
MAX_WRONG = 200


async def sign_in(auth: AuthServices, form: LoginIn, client: ClientInfo) -> SignedIn:
    recognised = await authenticate(auth, form, client)
    try:
        return await _begin(auth, recognised, client)
    except AccountChanged:  # For example, staff lifted a suspension while the password was hashed.
        return await _begin(auth, await _read_again(auth, recognised), client)


async def _begin(auth: AuthServices, recognised: User, client: ClientInfo) -> SignedIn:
    async with auth.database.transaction() as session:
        return await begin(auth, session, recognised, client, way="password")


async def _read_again(auth: AuthServices, recognised: User) -> User:
    """Raises AccountChanged if the password or the second factor is no longer the one that was checked. The
    code is not checked again, because a code works once."""
    async with auth.database.reading() as session:
        user = await get_open_user(session, recognised.known_id)
    before = (recognised.password_hash, recognised.totp_confirmed_at)
    if user is None or (user.password_hash, user.totp_confirmed_at) != before:
        raise AccountChanged
    return user


async def authenticate(auth: AuthServices, form: LoginIn, client: ClientInfo) -> User:
    """Checks username or email address, password and code. No database connection is held while the password
    is hashed."""
    async with auth.passwords.place():
        user = await _by_password(auth, form, client)
    if not user.email_verified:
        raise EmailNotVerified
    if user.has_second_factor:
        await pass_second_factor(auth, user, form.code)
    return user


async def _by_password(auth: AuthServices, form: LoginIn, client: ClientInfo) -> User:
    async with auth.database.reading() as session:
        user = await get_user_by_handle(session, username=form.username, email=form.email)
        device = await _known_device(session, user, client)
    buckets = sign_in_buckets(
        handle=key_of(form.username or form.email or ""),
        user_id=user.id if user else None,
        device=device,
        generosity=auth.generosity,
    )
    try:
        place = [] if device else await guessing.count_place(auth, "sign-in", client, MAX_WRONG)
        may_be_right = await guessing.count_guess(auth.database, buckets)
    except RateLimited:
        SIGN_INS.labels("password", "too_many").inc()
        raise
    fits = await auth.passwords.verify(form.password, user.password_hash if user else None)
    if not (fits and may_be_right) or user is None:
        SIGN_INS.labels("password", "refused").inc()
        raise InvalidCredentials
    await guessing.give_guess_back(auth.database, [*place, *buckets])
    return user


async def pass_second_factor(auth: AuthServices, user: User, code: str | None) -> None:
    """Also accepts recovery codes. Wrong codes are rate-limited like wrong passwords."""
    if not code:
        raise TwoFactorRequired
    buckets = code_buckets(user.known_id, auth.generosity)
    await guessing.count_guess(auth.database, buckets)
    async with auth.database.transaction() as session:
        locked = await lock_user(session, user.known_id)
        if locked is None:
            raise InvalidCredentials
        await check_code(auth, session, locked, code)
    await guessing.give_guess_back(auth.database, buckets)


async def _known_device(session: AsyncSession, user: User | None, client: ClientInfo) -> bytes | None:
    """Also queries for an unknown account, so that both cases take the same time."""
    if client.device_token is None:
        return None
    device = hash_token(client.device_token)
    return device if await knows_device(session, user.known_id if user else 0, device) else None


async def prove_again(auth: AuthServices, user_id: int, password: str) -> User:
    buckets = own_buckets(user_id, auth.generosity)
    async with auth.passwords.place():
        await guessing.count_guess(auth.database, buckets)
        async with auth.database.reading() as session:
            user = await get_open_user(session, user_id)
        if not await auth.passwords.verify(password, user.password_hash if user else None) or user is None:
            raise WrongPassword
        await guessing.give_guess_back(auth.database, buckets)
    return user
