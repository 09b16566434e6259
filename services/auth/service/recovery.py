"""Passwords: forgotten, reset by a mailed link, changed."""

from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import clock
from services.auth.domain.passwords import refuse_weak_password
from services.auth.domain.refusals import WrongPassword
from services.auth.models.accounts import User
from services.auth.queries import accounts as account_queries
from services.auth.queries import mails as mail_queries
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


async def reset_password(
    session: AsyncSession, token: str, password: str, password_hash: str, client: ClientInfo
) -> tuple[User, str]:
    """Set a new password by a mailed link: every session and API key of before ends, and the mailbox is
    proven. The browser's mark comes back as well: from here its owner can sign in, though strangers may be
    guessing."""
    user, _ = await mails.owner_of_link(session, token, "reset")
    refuse_weak_password(password, username=user.username, email=user.email)
    await set_password(session, user, password_hash)
    await credentials.record_change(session, user, "password_reset")
    await sessions.void_tokens(session, user)
    await api_keys.end_all(session, user.known_id)
    now = await clock.now(session)
    if not user.email_verified:
        await accounts.mark_verified(session, user, now)
    device_token, known = await sessions.know_device(session, user.known_id, client, now)
    if not known and await session_queries.device_count(session, user.known_id) > 1:
        await credentials.record_device(session, user, device_token, client, way="reset", now=now)
    return user, device_token


async def change_password(
    session: AsyncSession, proven: User, password_hash: str, *, keep_family: str
) -> User:
    """Set a new password by the old one: the other sessions end, this one lives."""
    user = await account_queries.user_for_update(session, proven.known_id)
    if user is None or user.password_hash != proven.password_hash:
        raise WrongPassword  # it was changed elsewhere in the meantime
    await set_password(session, user, password_hash)
    await credentials.record_change(session, user, "password_changed")
    await sessions.void_tokens(session, user, keep_family=keep_family)
    return user


async def set_password(session: AsyncSession, user: User, password_hash: str) -> None:
    """Store it, kill every mailed link of before, and tell the owner. Call with the account locked."""
    user.password_hash = password_hash
    await mail_queries.drop_links(session, user.known_id)
    await mails.write_to(session, user, "password_changed")
