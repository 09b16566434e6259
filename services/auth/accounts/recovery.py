from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import clock
from services.auth.accounts import queries, service
from services.auth.accounts.models import User
from services.auth.accounts.passwords import refuse_weak_password, suspect_since
from services.auth.accounts.rules import WrongPassword
from services.auth.api_keys.service import end_all_keys, list_access
from services.auth.auth_services import AuthServices, ClientInfo
from services.auth.mail.queries import drop_links
from services.auth.mail.service import owner_of_link, way_back, write_mail, write_mail_to
from services.auth.passkeys.queries import drop_passkeys, list_passkeys
from services.auth.providers.queries import list_providers, unlink_since
from services.auth.second_factor import service as second_factor
from services.auth.sign_in import credentials
from services.auth.sign_in.queries import count_devices
from services.auth.sign_in.service import know_device, void_tokens


async def ask_for_mail(
    auth: AuthServices,
    kind: Literal["reset", "verify"],
    email: str,
    client: ClientInfo,
    *,
    redirect: str | None = None,
) -> None:
    """Queues a reset or verification mail. The account is looked up when the mail is sent, so that the
    response cannot reveal whether the account exists. Requests above the limit are ignored silently."""
    if await service.may_be_written_to(auth, email, client):
        async with auth.database.transaction() as session:
            await write_mail(session, kind, to=email, language=client.language, context=way_back(redirect))


@dataclass(frozen=True)
class SignInWays:
    removed_passkeys: list[str]
    removed_second_factor: bool
    removed_providers: list[str]
    kept_passkeys: list[str]
    kept_providers: list[str]


@dataclass(frozen=True)
class Reset:
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
    """Sets the password and verifies the email address. Ends all sessions and API keys, and removes recently
    added sign-in methods. Returns a device cookie, so that the owner can still sign in while strangers guess
    passwords."""
    user, _ = await owner_of_link(session, token, "reset")
    refuse_weak_password(password, username=user.username, email=user.email)
    await _set_password(session, user, password_hash)
    await credentials.record_change(session, user, "password_reset")
    await void_tokens(session, user)
    await end_all_keys(session, user.known_id)
    now = await clock.now(session)
    ways = await _remove_recent_ways(auth, session, user, now)
    factor_of = [user.username] if ways.removed_second_factor else []
    await write_mail_to(
        session, user, "password_reset", **asdict(ways) | {"removed_second_factor": factor_of}
    )
    if not user.email_verified:
        await service.mark_verified(session, user, now)
    device_token, known = await know_device(session, user.known_id, client, now)
    if not known and await count_devices(session, user.known_id) > 1:
        await credentials.record_device(session, user, device_token, client, way="reset", now=now)
    return Reset(user, device_token, ways)


async def _remove_recent_ways(
    auth: AuthServices, session: AsyncSession, user: User, now: datetime
) -> SignInWays:
    """Removes recently added sign-in methods, because an intruder may have added them. The owner reviews
    older methods."""
    names = {oidc_provider.id: oidc_provider.name for oidc_provider in auth.settings.oidc_providers}
    since = suspect_since(now)
    removed = await unlink_since(session, user.known_id, since)
    kept = await list_providers(session, user.known_id)
    was_on, confirmed_at = user.has_second_factor, user.totp_confirmed_at
    # The role of a member of staff depends on the second factor, so an admin decides there.
    is_factor_recent = user.serves_as is None and (confirmed_at is None or confirmed_at >= since)
    if is_factor_recent and user.totp_secret is not None:
        await second_factor.clear(session, user)
        if was_on:
            await credentials.record_change(session, user, "second_factor_off")
    return SignInWays(
        removed_passkeys=await drop_passkeys(session, user.known_id, since=since),
        removed_second_factor=was_on and is_factor_recent,
        removed_providers=[names.get(item, item) for item in removed],
        kept_passkeys=[passkey.name for passkey in await list_passkeys(session, user.known_id)],
        kept_providers=[names.get(item, item) for item in kept],
    )


async def change_password(
    session: AsyncSession, proven: User, password_hash: str, *, keep_family: str
) -> User:
    """Ends all sessions except `keep_family`. The mail names the API keys and webhooks that still work."""
    user = await queries.lock_user(session, proven.known_id)
    if user is None or user.password_hash != proven.password_hash:
        raise WrongPassword  # The password was changed concurrently.
    await _set_password(session, user, password_hash)
    kept = await list_access(session, user.known_id)
    await write_mail_to(session, user, "password_changed", kept_keys=kept.keys, kept_webhooks=kept.webhooks)
    await credentials.record_change(session, user, "password_changed")
    await void_tokens(session, user, keep_family=keep_family)
    return user


async def _set_password(session: AsyncSession, user: User, password_hash: str) -> None:
    user.password_hash = password_hash
    await drop_links(session, user.known_id)
