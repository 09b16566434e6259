"""Passwords: forgotten, reset by a mailed link, changed."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import clock
from services.auth.domain.passwords import refuse_weak_password, suspect_since
from services.auth.domain.refusals import WrongPassword
from services.auth.models.accounts import User
from services.auth.queries import accounts as account_queries
from services.auth.queries import mails as mail_queries
from services.auth.queries import passkeys as passkey_queries
from services.auth.queries import providers as provider_queries
from services.auth.queries import sessions as session_queries
from services.auth.service import accounts, api_keys, credentials, mails, sessions
from services.auth.service.auth_services import AuthServices, ClientInfo


async def ask_for_mail(
    auth: AuthServices,
    kind: Literal["reset", "verify"],
    email: str,
    client: ClientInfo,
    *,
    redirect: str | None = None,
) -> None:
    """Send a link to reset a password, or to verify an address. Whether the address has an account is found
    out when the mail is sent, so nothing of it shows here; too many asked for are quietly none."""
    if await accounts.may_be_written_to(auth, email, client):
        async with auth.database.transaction() as session:
            await mails.write(
                session, kind, to=email, language=client.language, facts=mails.way_back(redirect)
            )


@dataclass(frozen=True)
class SignInWays:
    """The passkeys and provider links of an account, by name, at a reset of its password."""

    removed_passkeys: list[str]
    removed_providers: list[str]
    kept_passkeys: list[str]
    kept_providers: list[str]


@dataclass(frozen=True)
class Reset:
    """A password that was reset, and the cookie of the browser that did it."""

    user: User
    device_token: str
    ways: SignInWays


async def reset_password(
    auth: AuthServices,
    session: AsyncSession,
    token: str,
    password: str,
    password_hash: str,
    client: ClientInfo,
) -> Reset:
    """Set a new password by a mailed link. Sessions, API keys and recent ways to sign in end, and the mailbox
    is proven. The browser's mark comes back as well: from here its owner can sign in, though strangers may be
    guessing."""
    user, _ = await mails.owner_of_link(session, token, "reset")
    refuse_weak_password(password, username=user.username, email=user.email)
    await _set_password(session, user, password_hash)
    await credentials.record_change(session, user, "password_reset")
    await sessions.void_tokens(session, user)
    await api_keys.end_all(session, user.known_id)
    now = await clock.now(session)
    ways = await _remove_recent_ways(auth, session, user, now)
    await mails.write_to(session, user, "password_reset", **asdict(ways))
    if not user.email_verified:
        await accounts.mark_verified(session, user, now)
    device_token, known = await sessions.know_device(session, user.known_id, client, now)
    if not known and await session_queries.device_count(session, user.known_id) > 1:
        await credentials.record_device(session, user, device_token, client, way="reset", now=now)
    return Reset(user, device_token, ways)


async def _remove_recent_ways(
    auth: AuthServices, session: AsyncSession, user: User, now: datetime
) -> SignInWays:
    """Remove the passkeys and provider links that a thief may have added; the owner judges the older ones."""
    names = {one.id: one.name for one in auth.settings.oidc_providers}
    since = suspect_since(now)
    removed = await provider_queries.unlink_since(session, user.known_id, since)
    kept = await provider_queries.providers_of(session, user.known_id)
    return SignInWays(
        removed_passkeys=await passkey_queries.drop_passkeys(session, user.known_id, since=since),
        removed_providers=[names.get(one, one) for one in removed],
        kept_passkeys=[one.name for one in await passkey_queries.passkeys_of(session, user.known_id)],
        kept_providers=[names.get(one, one) for one in kept],
    )


async def change_password(
    session: AsyncSession, proven: User, password_hash: str, *, keep_family: str
) -> User:
    """Set a new password by the old one: the other sessions end, this one lives."""
    user = await account_queries.user_for_update(session, proven.known_id)
    if user is None or user.password_hash != proven.password_hash:
        raise WrongPassword  # it was changed elsewhere in the meantime
    await _set_password(session, user, password_hash)
    await mails.write_to(session, user, "password_changed")
    await credentials.record_change(session, user, "password_changed")
    await sessions.void_tokens(session, user, keep_family=keep_family)
    return user


async def _set_password(session: AsyncSession, user: User, password_hash: str) -> None:
    user.password_hash = password_hash
    await mail_queries.drop_links(session, user.known_id)
