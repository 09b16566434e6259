import secrets
from datetime import timedelta

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import clock
from services.auth.accounts import queries, rules
from services.auth.accounts.models import AddressUndo, User
from services.auth.accounts.rules import InvalidLink, TooManyMoves, key_of
from services.auth.api_keys.service import end_all_keys
from services.auth.auth_services import AuthServices
from services.auth.mail.models import OneTimeLink
from services.auth.mail.queries import drop_links
from services.auth.mail.service import link_token, write_mail, write_mail_to
from services.auth.passkeys.queries import drop_passkeys
from services.auth.providers.queries import unlink_since
from services.auth.second_factor import service as second_factor_service
from services.auth.sign_in import credentials, guessing
from services.auth.sign_in.rules import hash_token, move_buckets
from services.auth.sign_in.service import void_tokens


async def count_move(auth: AuthServices, user_id: int, email: str) -> None:
    """Counts against the rate limit. Call this before any change, because the new email address may be a
    stranger's."""
    await guessing.count_guess(auth.database, move_buckets(user_id, key_of(email), auth.generosity))


async def request_new_address(session: AsyncSession, user: User, email: str | None, *, asked_by: str) -> None:
    """Mails a confirmation link to the new email address and a notification to the old one. Call with the
    account locked."""
    if email is None or email == (user.pending_email or user.email):
        return
    await drop_links(
        session, user.known_id, purpose="email_change"
    )  # Otherwise the earlier link would confirm the new address.
    if email == user.email:
        user.pending_email = user.pending_session = None
        return
    if await queries.count_undos(session, user.known_id, await clock.now(session)) >= rules.MAX_UNDOS:
        raise TooManyMoves
    user.pending_email, user.pending_session = email, asked_by
    await write_mail(session, "email_change", to=email, language=user.language, user=user)
    await write_mail_to(session, user, "email_change_notified", email=email)


async def confirm_new_address(auth: AuthServices, session: AsyncSession, user: User) -> None:
    """Switches the account to the pending email address. Ends all sessions except the one that requested the
    change, and mails an undo link to the old address. Call with the account locked."""
    now = await clock.now(session)
    new_email = user.pending_email
    if new_email is None or await queries.is_address_reserved(
        session, key_of(new_email), now, but_for=user.known_id
    ):
        raise InvalidLink
    before, asked_by = user.email, user.pending_session
    user.email, user.email_key, user.pending_email, user.pending_session = (
        new_email,
        key_of(new_email),
        None,
        None,
    )
    try:
        await session.flush()
    except IntegrityError:
        raise InvalidLink from None
    await credentials.record_change(session, user, "email_changed")
    await void_tokens(session, user, keep_family=asked_by or "")
    undo_id = secrets.token_urlsafe(18)
    session.add(
        AddressUndo(
            id=undo_id,
            user_id=user.known_id,
            token_hash=hash_token(link_token(auth, undo_id)),
            email=before,
            email_key=key_of(before),
            changed_at=now,
            expires_at=now + rules.UNDO_WITHIN,
        )
    )
    context = {"name": user.first_name, "email": new_email}
    await write_mail(
        session,
        "email_changed",
        to=before,
        language=user.language,
        user=user,
        context=context,
        link_id=undo_id,
    )


async def undo_change(auth: AuthServices, session: AsyncSession, token: str) -> tuple[User, str]:
    """Restores the previous email address. Ends every session and removes recently added sign-in methods.
    Returns the account and a password reset token."""
    now = await clock.now(session)
    way_back = await queries.take_undo(session, token.partition(".")[0], hash_token(token), now)
    user = await queries.lock_user(session, way_back.user_id) if way_back else None
    if way_back is None or user is None:
        raise InvalidLink
    lost = user.email
    user.email, user.email_key = way_back.email, way_back.email_key
    user.pending_email = user.pending_session = user.password_hash = None
    try:
        await session.flush()
    except IntegrityError:  # Another account took the email address concurrently.
        raise InvalidLink from None
    await write_mail(
        session,
        "email_change_undone",
        to=lost,
        language=user.language,
        user=user,
        context={"name": user.first_name},
    )
    await credentials.record_change(session, user, "email_restored")
    await _take_back(session, user, way_back)
    await drop_links(session, user.known_id)
    await void_tokens(session, user)
    return user, await _reset_link(auth, session, user)


async def _take_back(session: AsyncSession, user: User, way_back: AddressUndo) -> None:
    """Deletes the undo links of later changes, because an intruder may hold them."""
    own, since = user.known_id, rules.suspect_before_change(way_back.changed_at)
    await queries.drop_undos(session, own, since=way_back.changed_at)
    await drop_passkeys(session, own, since=since)
    # Ends every key, because a rotated key keeps its creation time.
    await end_all_keys(session, own)
    await unlink_since(session, own, since)
    if user.totp_confirmed_at is None or user.totp_confirmed_at >= since:
        await second_factor_service.clear(session, user)


async def _reset_link(auth: AuthServices, session: AsyncSession, user: User) -> str:
    link_id = secrets.token_urlsafe(18)
    token = link_token(auth, link_id)
    ends = await clock.now(session) + timedelta(minutes=auth.settings.link_minutes)
    session.add(
        OneTimeLink(
            id=link_id,
            user_id=user.known_id,
            purpose="reset",
            token_hash=hash_token(token),
            epoch=user.epoch,
            expires_at=ends,
        )
    )
    return token
