import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from prometheus_client import Counter
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserSessionEnded, UserSessionsRevoked, session_mark
from libs.kit.errors import NotFound, NotSignedIn
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security import revocation_tables
from libs.kit.security.cookie_marks import REFRESH
from libs.kit.security.tokens import Identity
from services.auth.accounts import signals
from services.auth.accounts.models import User
from services.auth.accounts.queries import (
    drop_pending_address,
    lock_user,
    share_lock_user,
)
from services.auth.accounts.rules import AccountChanged
from services.auth.auth_services import AuthServices, ClientInfo
from services.auth.mail.service import write_mail_to
from services.auth.sign_in import credentials, queries, rules
from services.auth.sign_in.models import RefreshFamily
from services.auth.sign_in.rules import hash_token, new_refresh_token
from services.auth.staff.rules import still_suspended

SIGN_INS = Counter("sign_ins_total", "Attempts to sign in, by way and outcome", ["way", "outcome"])


# More than a person has. Limits the rows of a program that signs in all day.
MAX_SESSIONS, MAX_DEVICES = 100, 50


@dataclass(frozen=True)
class SignedIn:
    user: User
    access_token: str
    refresh_token: str
    device_token: str | None = None


async def begin(
    auth: AuthServices, session: AsyncSession, recognised: User, client: ClientInfo, *, way: str
) -> SignedIn:
    """Starts a session. Raises AccountChanged if the account was closed or its tokens were revoked since
    authentication."""
    user = await share_lock_user(session, recognised.known_id)
    before = (recognised.epoch, recognised.password_hash)
    if user is None or (user.epoch, user.password_hash) != before:
        raise AccountChanged
    now = await clock.now(session)
    token = auth.marks.marked(REFRESH, new_refresh_token())
    family = RefreshFamily(
        id=token.split(".", 1)[0],
        user_id=user.known_id,
        current_hash=hash_token(token),
        rotated_at=now,
        created_at=now,
        expires_at=now + timedelta(days=auth.settings.refresh_days),
        device=rules.device_name(client.user_agent),
        place=rules.place_name(client.address),
        signed_in_with=way,
    )
    session.add(family)
    await session.flush()
    for ended in await queries.end_oldest(session, user.known_id, now, keep=MAX_SESSIONS):
        await record_end(session, user.known_id, ended, now)
        await drop_pending_address(session, user.known_id, ended)
    device_token = await _greet_device(session, user, client, family, now)
    await signals.note_device(auth, session, user.known_id, device_token, now)
    SIGN_INS.labels(way, "ok").inc()
    return signed_in(auth, user, family.id, token, now, device_token)


async def _greet_device(
    session: AsyncSession, user: User, client: ClientInfo, family: RefreshFamily, now: datetime
) -> str:
    device_token, known = await know_device(session, user.known_id, client, now)
    if not known and await queries.count_devices(session, user.known_id) > 1:
        await write_mail_to(session, user, "new_device", device=family.device, place=family.place)
        way = family.signed_in_with
        await credentials.record_device(
            session, user, device_token, client, way=way, family_id=family.id, now=now
        )
    return device_token


async def know_device(
    session: AsyncSession, user_id: int, client: ClientInfo, now: datetime
) -> tuple[str, bool]:
    """Returns the device cookie, and True if the browser was known. Call with the account locked."""
    brought = client.device_token
    known = brought is not None and await queries.knows_device(session, user_id, hash_token(brought))
    # Rate limits count all cookies of an account together, by the account id in the cookie (decision 0020). A
    # cookie without our signature is replaced, because anyone could have written the id. A cookie that we
    # signed for another person is kept, so that this person is not locked out.
    device_token = brought if brought and client.device_is_ours else f"{user_id}.{secrets.token_urlsafe(32)}"
    await queries.remember_device(session, user_id, hash_token(device_token), now)
    if not known or device_token != brought:
        await queries.forget_oldest_devices(session, user_id, keep=MAX_DEVICES)
    return device_token, known


async def refresh(auth: AuthServices, session: AsyncSession, token: str) -> SignedIn | None:
    """Returns None if the session has ended. The caller must then commit and refuse the request."""
    user, family = await _lock_session(session, token.split(".", 1)[0])
    if user is None or family is None:
        raise NotSignedIn
    now = await clock.now(session)
    grace = timedelta(seconds=auth.settings.refresh_grace_seconds)
    verdict = rules.judge_refresh(_state_of(family), hash_token(token), now, grace)
    if verdict is rules.Rotation.REFUSE:
        raise NotSignedIn
    if verdict is rules.Rotation.END_FAMILY:
        await _end(session, family, now)
        return None
    successors = _successors(auth, token)
    # A replica with another newest root secret may have responded. Its response is repeated.
    successor = next((item for item in successors if hash_token(item) == family.current_hash), successors[0])
    if verdict is rules.Rotation.ROTATE:
        family.parent_hash, family.current_hash, family.rotated_at = (
            hash_token(token),
            hash_token(successor),
            now,
        )
    return signed_in(auth, user, family.id, successor, now)


def _successors(auth: AuthServices, token: str) -> list[str]:
    """Derives the next token with each root secret, so that a lost response can be repeated."""
    family = token.split(".", 1)[0]
    words = [f"{family}.{derivation}" for derivation in auth.safe.derivations("refresh", token)]
    return [auth.marks.all_marked(REFRESH, word)[which] for which, word in enumerate(words)]


async def sign_out(session: AsyncSession, refresh_token: str | None, bearer: Identity | None) -> list[str]:
    """Returns the ids of the ended sessions. Unknown sessions are ignored. The session id alone is not
    enough, because lists show it."""
    now, ended = await clock.now(session), []
    if refresh_token is not None:
        _, family = await _lock_session(session, refresh_token.split(".", 1)[0])
        if family is not None and hash_token(refresh_token) in (family.current_hash, family.parent_hash):
            await _end(session, family, now)
            ended.append(family.id)
    if bearer is not None and bearer.session_id not in ended:
        _, family = await _lock_session(session, bearer.session_id)
        if family is not None and family.user_id == bearer.user_id:
            await _end(session, family, now)
            ended.append(family.id)
    return ended


async def _lock_session(session: AsyncSession, session_id: str) -> tuple[User | None, RefreshFamily | None]:
    """Locks the account first, because the session may request an email change concurrently."""
    user_id = await queries.get_user_of_family(session, session_id)
    if user_id is None:
        return None, None
    return await lock_user(session, user_id), await queries.lock_family(session, session_id)


async def _end(session: AsyncSession, family: RefreshFamily, now: datetime) -> None:
    """Call with the account and the session locked, in this order."""
    if family.revoked_at is None:
        family.revoked_at = now
        await record_end(session, family.user_id, family.id, now)
        await drop_pending_address(session, family.user_id, family.id)


async def record_end(session: AsyncSession, user_id: int, session_id: str, now: datetime) -> None:
    """Records an event, and a row for services that query auth."""
    event = UserSessionEnded(user_id=user_id, session=session_mark(session_id), ended_at=now)
    await revocation_tables.keep_session(session, event)
    await outbox.record(session, event, version=1)


async def end_one(session: AsyncSession, user_id: int, session_id: str) -> None:
    """Ends a session and voids its access token."""
    _, family = await _lock_session(session, session_id)
    if family is None or family.user_id != user_id:
        raise NotFound
    await _end(session, family, await clock.now(session))


async def sign_out_everywhere(session: AsyncSession, user_id: int) -> User:
    """Voids all tokens in every service and on open sockets."""
    user = await lock_user(session, user_id)
    if user is None:
        raise NotFound
    await void_tokens(session, user)
    return user


async def void_tokens(session: AsyncSession, user: User, *, keep_family: str | None = "") -> None:
    """Raises the epoch and ends all sessions except `keep_family`. If `keep_family` is None, no session ends,
    and each gets a new token. Otherwise, also drops an email change that another session requested, and an
    unfinished set-up of two-step sign-in. Call with the account locked."""
    now = await clock.now(session)
    user.epoch += 1
    user.version += 1
    event = UserSessionsRevoked(user_id=user.known_id, epoch=user.epoch, revoked_at=now)
    await revocation_tables.keep_epoch(session, event)
    await outbox.record(session, event, version=user.version)
    if keep_family is None:
        return
    await queries.end_families(session, user.known_id, now, but_for=keep_family)
    # The session that requested the email change has ended, and may be an intruder's.
    if user.pending_session != keep_family:
        user.pending_email = user.pending_session = None
    if not user.has_second_factor:
        user.totp_secret = user.totp_last_step = None


def signed_in(
    auth: AuthServices,
    user: User,
    family_id: str,
    refresh_token: str,
    now: datetime,
    device_token: str | None = None,
    *,
    until: int | None = None,
) -> SignedIn:
    serves_as = None if auth.waits_for_second_factor(user) else user.serves_as
    claims = claims_of(auth, user, family_id, now, serves_as=serves_as)
    return SignedIn(user, auth.keys.access_token(claims, until=until), refresh_token, device_token)


def claims_of(
    auth: AuthServices, user: User, session_id: str, now: datetime, *, serves_as: str | None
) -> dict[str, object]:
    suspended = user.suspended_until if still_suspended(user.suspended_until, now) else None
    claims: dict[str, object] = {
        "iss": auth.settings.token_issuer,
        "aud": auth.settings.token_audience,
        "sub": str(user.known_id),
        "sid": session_id,
        "epoch": user.epoch,
        "username": user.username,
        "roles": rules.roles_of(is_seller=user.is_seller, staff_role=serves_as, is_banned=user.is_banned),
        "accountStatus": "banned" if user.is_banned else "active",
    }
    if suspended is not None:
        claims["suspendedUntil"] = int(suspended.timestamp())
    return claims


def _state_of(family: RefreshFamily) -> rules.Family:
    return rules.Family(
        current_hash=family.current_hash,
        parent_hash=family.parent_hash,
        rotated_at=family.rotated_at,
        expires_at=family.expires_at,
        revoked=family.revoked_at is not None,
    )
