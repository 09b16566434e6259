import io
import secrets
from dataclasses import dataclass

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import clock
from libs.kit.security.safe import SealBroken
from services.auth.accounts.models import User
from services.auth.accounts.queries import lock_user
from services.auth.accounts.rules import WrongPassword
from services.auth.auth_services import AuthServices
from services.auth.mail.service import write_mail_to
from services.auth.rekeying import RECOVERY, purpose_of
from services.auth.second_factor import queries, rules
from services.auth.second_factor.models import RecoveryCode
from services.auth.second_factor.rules import InvalidCode, SecondFactorOff, SecondFactorOn
from services.auth.sign_in import credentials
from services.auth.sign_in.service import void_tokens

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Enrolment:
    """The secret is shown only once."""

    secret: str
    uri: str
    qr_svg: str


async def start(auth: AuthServices, session: AsyncSession, proven: User) -> Enrolment:
    """Stores a new secret, which has no effect until a code is confirmed."""
    import pyotp

    user = await lock_proven(session, proven)
    if user.has_second_factor:
        raise SecondFactorOn
    secret = pyotp.random_base32()
    user.totp_secret, user.totp_last_step = auth.safe.seal(secret.encode(), _purpose(user)), None
    uri = rules.uri_of(secret, user.username)
    return Enrolment(secret, uri, _qr_code(uri))


def _qr_code(uri: str) -> str:
    import segno

    out = io.BytesIO()
    code = segno.make(uri, error="m", micro=False)
    code.save(
        out, kind="svg", xmldecl=False, svgns=True, nl=False, scale=4, border=4, dark="#000", light="#fff"
    )
    return out.getvalue().decode()


async def confirm(auth: AuthServices, session: AsyncSession, user_id: int, code: str) -> list[str]:
    """Turns on two-step sign-in. Returns the recovery codes, which are shown only once. Staff access starts
    when an admin gives the role again."""
    user = await lock_user(session, user_id)
    if user is None or user.totp_secret is None:
        raise SecondFactorOff
    if user.has_second_factor:
        raise SecondFactorOn
    if not await _takes_digits(auth, session, user, code):
        raise InvalidCode
    user.totp_confirmed_at = await clock.now(session)
    await write_mail_to(session, user, "second_factor_on")
    await credentials.record_change(session, user, "second_factor_on")
    return await _new_codes(auth, session, user)


async def stop(auth: AuthServices, session: AsyncSession, proven: User, code: str) -> User:
    """Turns off two-step sign-in. Voids the tokens of staff, because their role may no longer be in
    effect."""
    user = await _with_code(auth, session, proven, code)
    await clear(session, user)
    await write_mail_to(session, user, "second_factor_off")
    await credentials.record_change(session, user, "second_factor_off")
    if user.serves_as is not None:
        await void_tokens(session, user, keep_family=None)
    return user


async def renew_codes(auth: AuthServices, session: AsyncSession, proven: User, code: str) -> list[str]:
    return await _new_codes(auth, session, await _with_code(auth, session, proven, code))


async def check_code(auth: AuthServices, session: AsyncSession, user: User, code: str) -> None:
    """Accepts a six-digit code or a recovery code, each only once. Call with the account locked and the guess
    counted."""
    if await _takes_digits(auth, session, user, code) or await _takes_recovery_code(
        auth, session, user, code
    ):
        return
    raise InvalidCode


async def clear(session: AsyncSession, user: User) -> None:
    """Call with the account locked."""
    user.totp_secret = user.totp_confirmed_at = user.totp_last_step = None
    await queries.drop_codes(session, user.known_id)


async def lock_proven(session: AsyncSession, proven: User) -> User:
    """Locks the account. Raises WrongPassword if it has changed since the proof."""
    user = await lock_user(session, proven.known_id)
    if user is None or (user.password_hash, user.epoch) != (proven.password_hash, proven.epoch):
        raise WrongPassword
    return user


async def _with_code(auth: AuthServices, session: AsyncSession, proven: User, code: str) -> User:
    user = await lock_proven(session, proven)
    if not user.has_second_factor:
        raise SecondFactorOff
    await check_code(auth, session, user, code)
    return user


async def _takes_digits(auth: AuthServices, session: AsyncSession, user: User, code: str) -> bool:
    """Call with the account locked, so that concurrent requests cannot use the same code."""
    if user.totp_secret is None:
        return False
    try:
        secret = auth.safe.open(user.totp_secret, _purpose(user)).decode()
    except SealBroken:
        # The secret was copied from another account, or the root secret differs.
        log.error("a second factor does not open", user_id=user.known_id)
        return False
    step = rules.fitting_step(secret, code, await clock.now(session), user.totp_last_step)
    if step is None:
        return False
    user.totp_last_step = step
    return True


async def _takes_recovery_code(auth: AuthServices, session: AsyncSession, user: User, code: str) -> bool:
    plain = rules.plain_recovery_code(code)
    if plain is None or not user.has_second_factor:
        return False
    hashes, now = _hashes(auth, user, plain), await clock.now(session)
    if not await queries.use_code(session, user.known_id, hashes, now):
        return False
    left = await queries.count_codes_left(session, user.known_id)
    await write_mail_to(session, user, "recovery_code_used", left=str(left))
    return True


async def _new_codes(auth: AuthServices, session: AsyncSession, user: User) -> list[str]:
    await queries.drop_codes(session, user.known_id)
    codes = [_random_code() for _ in range(rules.RECOVERY_CODES)]
    for code in codes:
        plain = rules.plain_recovery_code(code)
        assert plain is not None
        session.add(RecoveryCode(user_id=user.known_id, code_hash=_hashes(auth, user, plain)[0]))
    return codes


def _random_code() -> str:
    numbers = bytes(secrets.randbelow(len(rules.RECOVERY_LETTERS)) for _ in range(rules.RECOVERY_LENGTH))
    return rules.recovery_code(numbers)


def _hashes(auth: AuthServices, user: User, plain: str) -> list[bytes]:
    """Returns keyed hashes, because the 50 bits of a recovery code could be guessed from a stolen table.
    Includes keys of previous root secrets."""
    return [
        bytes.fromhex(derivation)
        for derivation in auth.safe.derivations(RECOVERY, f"{user.known_id}:{plain}")
    ]


def _purpose(user: User) -> str:
    return purpose_of(user.known_id)
