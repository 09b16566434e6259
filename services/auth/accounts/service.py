from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import (
    SellerRightsChanged,
    UserProfileChanged,
    UserRegistered,
    UserRenamed,
    UserVerified,
)
from libs.contracts.events.boost import WalletEvent
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace import operator_settings
from services.auth.accounts import addresses, queries, signals
from services.auth.accounts.models import User
from services.auth.accounts.profile_schemas import ProfileIn
from services.auth.accounts.rules import (
    RegistrationPaused,
    UsernameNotFound,
    UsernameTaken,
    key_of,
    look_of,
)
from services.auth.accounts.schemas import RegisterIn
from services.auth.auth_services import AuthServices, ClientInfo
from services.auth.mail.service import owner_of_link, way_back, write_mail
from services.auth.sign_in import guessing
from services.auth.sign_in.rules import mail_bucket

PUBLIC_FIELDS = ("username", "shop_name", "bio", "location")


async def register(
    auth: AuthServices,
    session: AsyncSession,
    form: RegisterIn,
    password_hash: str,
    client: ClientInfo,
    *,
    by_mail: bool,
) -> None:
    """Creates an account. If the email address is taken, the owner is notified instead. Both cases queue one
    mail, so that they take the same time. No mail is queued if `by_mail` is False."""
    if not await operator_settings.is_on(session, "registration"):
        raise RegistrationPaused
    if not await queries.is_username_free(session, form.username):
        raise UsernameTaken
    user = await _insert_user(auth, session, form, password_hash, client.language)
    if user is not None:
        await outbox.record(session, _registered(user), version=user.version)
        if by_mail:
            context = way_back(form.redirect)
            await write_mail(session, "verify", to=form.email, language=client.language, context=context)
        return
    if by_mail:
        await write_mail(session, "already_registered", to=form.email, language=client.language)


async def may_be_written_to(auth: AuthServices, email: str, client: ClientInfo) -> bool:
    bucket = mail_bucket(key_of(email), auth.generosity, known=client.device_is_ours)
    return await guessing.count_guess(auth.database, [bucket])


async def _insert_user(
    auth: AuthServices, session: AsyncSession, form: RegisterIn, password_hash: str, language: str
) -> User | None:
    if await queries.is_address_reserved(session, key_of(form.email), await clock.now(session)):
        return None
    row = {
        "username": form.username,
        "username_key": key_of(form.username),
        "username_look": look_of(form.username),
        "email": form.email,
        "email_key": key_of(form.email),
        "password_hash": password_hash,
        "first_name": form.first_name,
        "last_name": form.last_name,
        "language": language,
        "is_seller": auth.settings.default_is_seller,
    }
    try:
        return await queries.add_user(session, row, taken_by=["email_key"])
    except IntegrityError:  # Another request took the username concurrently.
        raise UsernameTaken from None


async def new_hash(auth: AuthServices, password: str) -> str:
    async with auth.passwords.place():
        return await auth.passwords.hash(password)


async def verify_email(auth: AuthServices, session: AsyncSession, token: str) -> tuple[User, str]:
    """Verifies a new or changed email address. Returns the account and the purpose of the link."""
    now = await clock.now(session)
    user, purpose = await owner_of_link(session, token, "verify", "email_change")
    if purpose == "email_change":
        await addresses.confirm_new_address(auth, session, user)
    if not user.email_verified:
        await mark_verified(session, user, now)
    return user, purpose


async def mark_verified(session: AsyncSession, user: User, now: datetime) -> None:
    """Call with the account locked, after the owner opened a mailed link."""
    user.email_verified = True
    user.version += 1
    await outbox.record(session, UserVerified(user_id=user.known_id, verified_at=now), version=user.version)


async def keep_balance(session: AsyncSession, event: WalletEvent) -> None:
    await queries.save_balance(session, event.user_id, event.entry_id, event.balance)


async def set_verified(session: AsyncSession, user_id: int, now: datetime, *, is_verified: bool) -> bool:
    """Returns True if the badge changed."""
    user = await queries.lock_user(session, user_id)
    if user is None or user.is_verified == is_verified:
        return False
    user.is_verified, user.badge_lost_at = is_verified, None if is_verified else now
    user.version += 1
    changed = UserProfileChanged(user_id=user_id, changed=["isVerified"], changed_at=now)
    await outbox.record(session, changed, version=user.version)
    return True


async def check_username_exists(session: AsyncSession, username: str) -> None:
    """Raises UsernameNotFound. Usernames are public, so the response reveals no secret."""
    if await queries.get_user_by_handle(session, username=username, email=None) is None:
        raise UsernameNotFound


async def change_profile(
    auth: AuthServices, session: AsyncSession, user_id: int, form: ProfileIn, *, asked_by: str
) -> User:
    """`asked_by` is the session that survives when a new email address is confirmed."""
    user = await queries.lock_user(session, user_id)
    if user is None:
        raise NotFound
    changes = form.changes()
    await _change_username(session, user, changes)
    await addresses.request_new_address(session, user, changes.pop("email", None), asked_by=asked_by)
    if changes.pop("is_seller", False) and not user.is_seller:
        await _become_seller(session, user)
    changed = [name for name, value in changes.items() if getattr(user, name) != value]
    for name in changed:
        setattr(user, name, changes[name])
    if "language" in changes:
        user.language_chosen = True
    if "address" in changed:
        await signals.note_address(auth, session, user)
    if not {"first_name", "last_name"}.isdisjoint(changed):
        user.version += 1
        event = UserRenamed(user_id=user.known_id, renamed_at=await clock.now(session))
        await outbox.record(session, event, version=user.version)
    await record_changes(session, user, [name for name in changed if name in PUBLIC_FIELDS])
    return user


async def record_changes(session: AsyncSession, user: User, changed: list[str]) -> None:
    """Publishes the names of the changed fields without their values. Call with the account locked."""
    if not changed:
        return
    user.version += 1
    event = UserProfileChanged(
        user_id=user.known_id, changed=sorted(changed), changed_at=await clock.now(session)
    )
    await outbox.record(session, event, version=user.version)


async def _change_username(session: AsyncSession, user: User, changes: dict[str, Any]) -> None:
    name = changes.get("username")
    if name is None or name == user.username:
        return
    if not await queries.is_username_free(session, name, but_for=user.known_id):
        raise UsernameTaken
    user.username_key, user.username_look = key_of(name), look_of(name)
    try:
        await session.flush()
    except IntegrityError:  # Another request took the username concurrently.
        raise UsernameTaken from None


async def _become_seller(session: AsyncSession, user: User) -> None:
    """Also restores selling rights that staff removed (C9). The next token contains the seller role."""
    now = await clock.now(session)
    user.is_seller, user.seller_terms_at = True, now
    user.version += 1
    event = SellerRightsChanged(user_id=user.known_id, is_seller=True, changed_at=now)
    await outbox.record(session, event, version=user.version)


def _registered(user: User) -> UserRegistered:
    return UserRegistered(user_id=user.known_id, is_seller=user.is_seller, registered_at=user.created_at)
