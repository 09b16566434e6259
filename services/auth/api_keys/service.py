from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import ApiKeyCreated, ApiKeyRevoked, ApiKeyRotated
from libs.contracts.scopes import Scope
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.api_keys import SHOWN, api_key_hash, is_api_key, new_api_key, session_of_key
from libs.marketplace.errors import Banned, Suspended
from services.auth.accounts.models import User
from services.auth.accounts.queries import get_open_user
from services.auth.api_keys import queries, rules
from services.auth.api_keys.models import ApiKey
from services.auth.api_keys.rules import TooManyApiKeys
from services.auth.auth_services import AuthServices
from services.auth.mail.service import write_mail_to
from services.auth.second_factor.service import lock_proven
from services.auth.sign_in.service import claims_of, record_end
from services.auth.staff.rules import still_suspended
from services.auth.webhooks.queries import list_endpoints
from services.auth.webhooks.service import pause_all_endpoints


async def create_key(
    session: AsyncSession, proven: User, *, name: str, scopes: list[Scope], days: int
) -> tuple[ApiKey, str]:
    """Creates a key and mails its owner. Returns the key and its secret, which cannot be read again."""
    user = await lock_proven(session, proven)
    now = await clock.now(session)
    if await queries.count_live_keys(session, user.known_id, now) >= rules.MAX_KEYS:
        raise TooManyApiKeys
    secret = new_api_key()
    key = ApiKey(
        user_id=user.known_id,
        name=name,
        scopes=list(scopes),
        prefix=secret[:SHOWN],
        secret_hash=api_key_hash(secret),
        days=days,
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    session.add(key)
    await session.flush()
    await queries.forget_oldest_ended(session, user.known_id, now, keep=rules.MAX_ENDED)
    event = ApiKeyCreated(
        user_id=user.known_id,
        key_id=key.known_id,
        scopes=key.scopes,
        expires_at=key.expires_at,
        created_at=now,
    )
    await outbox.record(session, event, version=key.generation)
    await write_mail_to(session, user, "api_key_created", key=name, scopes=", ".join(scopes))
    return key, secret


async def rotate_key(
    session: AsyncSession, proven: User, key_id: int, *, end_now: bool
) -> tuple[ApiKey, str]:
    """Restarts the lifetime of the key. The previous secret stays valid for one day unless `end_now` is set.
    Older secrets end at once."""
    user = await lock_proven(session, proven)
    now = await clock.now(session)
    key = await queries.lock_own_key(session, user.known_id, key_id, now)
    if key is None:
        raise NotFound
    newest, *others = rules.live_secrets(_secrets_of(key), now)
    for ended in [newest, *others] if end_now else others:
        await _void(session, key, ended.generation, now)
    secret = new_api_key()
    key.previous_hash = None if end_now else key.secret_hash
    key.previous_ends_at = None if end_now else min(now + rules.OVERLAP, newest.until)
    key.secret_hash, key.prefix = api_key_hash(secret), secret[:SHOWN]
    key.generation += 1
    key.expires_at = now + timedelta(days=key.days)
    event = ApiKeyRotated(
        user_id=user.known_id,
        key_id=key.known_id,
        scopes=key.scopes,
        previous_ends_at=key.previous_ends_at or now,
        rotated_at=now,
    )
    await outbox.record(session, event, version=key.generation)
    await write_mail_to(session, user, "api_key_rotated", key=key.name)
    return key, secret


async def revoke_key(session: AsyncSession, user_id: int, key_id: int) -> None:
    """Requires no proof of identity, so that owners can stop a leaked key at once."""
    now = await clock.now(session)
    key = await queries.lock_own_key(session, user_id, key_id, now)
    if key is None:
        raise NotFound
    await _end(session, key, now)


@dataclass(frozen=True)
class Access:
    """The names of a person's valid API keys and active webhooks, for a mail to the owner."""

    keys: list[str]
    webhooks: list[str]


async def list_access(session: AsyncSession, user_id: int) -> Access:
    now = await clock.now(session)
    keys, endpoints = await queries.list_keys(session, user_id), await list_endpoints(session, user_id)
    return Access(
        keys=[key.name for key in keys if key.expires_at > now],
        webhooks=[endpoint.name for endpoint in endpoints if endpoint.status == "active"],
    )


async def end_all_keys(session: AsyncSession, user_id: int) -> None:
    """Also pauses the owner's webhooks. Call with the account locked."""
    await pause_all_endpoints(session, user_id, "account")
    now = await clock.now(session)
    for key in await queries.lock_live_keys(session, user_id, now):
        await _end(session, key, now)


async def exchange_key(auth: AuthServices, presented: str) -> str | None:
    """Returns a short-lived token, or None if the key is invalid."""
    if not is_api_key(presented):
        return None
    async with auth.database.reading() as session:
        now = await clock.now(session)
        hashed = api_key_hash(presented)
        key = await queries.get_key_by_hash(session, hashed)
        live = rules.secret_of(_secrets_of(key), hashed, now) if key is not None else None
        user = await get_open_user(session, key.user_id) if key is not None else None
    if key is None or live is None or user is None:
        return None
    _refuse_inactive(user, now)
    if rules.is_new_use(key.last_used_at, now):
        async with auth.database.transaction() as session:
            await queries.note_use(session, key.known_id, now, now - rules.USED_APART)
    ends = min(live.until, now + rules.TOKEN_LIFE)
    # The token has no staff role, because staff actions require a person.
    claims = claims_of(auth, user, session_of_key(key.known_id, live.generation), now, serves_as=None)
    return auth.keys.access_token({**claims, "scope": " ".join(key.scopes)}, until=int(ends.timestamp()))


def _refuse_inactive(user: User, now: datetime) -> None:
    """Banned and suspended people must sign in to read their data."""
    if user.is_banned:
        raise Banned
    if user.suspended_until is not None and still_suspended(user.suspended_until, now):
        raise Suspended(user.suspended_until)


async def _end(session: AsyncSession, key: ApiKey, now: datetime) -> None:
    for live in rules.live_secrets(_secrets_of(key), now):
        await _void(session, key, live.generation, now)
    key.revoked_at = now
    event = ApiKeyRevoked(user_id=key.user_id, key_id=key.known_id, scopes=key.scopes, revoked_at=now)
    await outbox.record(session, event, version=key.generation + 1)


async def _void(session: AsyncSession, key: ApiKey, generation: int, now: datetime) -> None:
    await record_end(session, key.user_id, session_of_key(key.known_id, generation), now)


def _secrets_of(key: ApiKey) -> rules.KeySecrets:
    return rules.KeySecrets(
        secret_hash=key.secret_hash,
        previous_hash=key.previous_hash,
        previous_ends_at=key.previous_ends_at,
        generation=key.generation,
        expires_at=key.expires_at,
        revoked_at=key.revoked_at,
    )
