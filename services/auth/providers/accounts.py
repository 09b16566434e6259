import secrets

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserRegistered
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace import operator_settings
from services.auth.accounts.models import User
from services.auth.accounts.queries import add_user, is_address_reserved, is_username_free
from services.auth.accounts.rules import key_of, look_of
from services.auth.accounts.service import mark_verified
from services.auth.api_keys.service import end_all_keys
from services.auth.auth_services import AuthServices
from services.auth.mail.queries import drop_links
from services.auth.mail.service import write_mail_to
from services.auth.passkeys.queries import drop_passkeys
from services.auth.providers import queries, rules
from services.auth.providers.rules import ProviderProfile, ProviderTrouble
from services.auth.second_factor import service as second_factor_service
from services.auth.settings import ProviderSettings
from services.auth.sign_in import credentials
from services.auth.sign_in.service import void_tokens


async def account_of(auth: AuthServices, provider: ProviderSettings, profile: ProviderProfile) -> User:
    async with auth.database.transaction() as session:
        user = await queries.get_owner_of_identity(session, provider.id, profile.subject)
        voided = False
        if user is None:
            user, voided = await _link(auth, session, provider, profile)
        if user.closed_at is not None:
            raise ProviderTrouble(rules.NO_SYNC)
    if voided:
        await auth.announce(user)
    return user


async def _link(
    auth: AuthServices, session: AsyncSession, provider: ProviderSettings, profile: ProviderProfile
) -> tuple[User, bool]:
    if profile.email is None:
        raise ProviderTrouble(rules.NO_DATA)
    voided = False
    user = await _new_account(auth, session, provider, profile, profile.email)
    if user is None:
        user = await queries.lock_user_by_email(session, profile.email)
        if user is None or user.closed_at is not None:
            raise ProviderTrouble(rules.NO_SYNC)
        if user.email_verified:
            await _notify_owner(session, user, provider)
            await credentials.record_change(session, user, "provider_linked")
        else:
            await _take_over(session, user, profile)
            voided = True
    row = {"provider": provider.id, "subject": profile.subject, "user_id": user.known_id}
    row["linked_at"] = await clock.now(session)
    if not await queries.link_identity(session, row):
        # A concurrent request linked the identity first.
        raise ProviderTrouble(rules.NO_SYNC)
    return user, voided


async def _new_account(
    auth: AuthServices,
    session: AsyncSession,
    provider: ProviderSettings,
    profile: ProviderProfile,
    email: str,
) -> User | None:
    """Returns None if another account has the email address, or had it recently."""
    if await queries.lock_user_by_email(session, email) is not None:
        return None
    if await is_address_reserved(session, key_of(email), await clock.now(session)):
        return None
    if not await operator_settings.is_on(session, "registration"):
        raise ProviderTrouble(rules.REGISTRATION_PAUSED)
    username = await _free_username(session, rules.username_stem(profile))
    row = {
        "username": username,
        "username_key": key_of(username),
        "username_look": look_of(username),
        "email": email,
        "email_key": key_of(email),
        "first_name": profile.first_name or username,
        "last_name": profile.last_name,
        "provider": provider.id,
        "is_seller": auth.settings.default_is_seller,
    }
    user = await add_user(session, row)
    if user is not None:
        event = UserRegistered(user_id=user.known_id, is_seller=user.is_seller, registered_at=user.created_at)
        await outbox.record(session, event, version=user.version)
        await mark_verified(session, user, await clock.now(session))
    return user


async def _free_username(session: AsyncSession, stem: str) -> str:
    for name in [stem, *(f"{stem}.{secrets.randbelow(10**digits)}" for digits in (2, 4, 6, 9))]:
        if await is_username_free(session, name):
            return name
    raise ProviderTrouble(rules.NO_SYNC)


async def _take_over(session: AsyncSession, user: User, profile: ProviderProfile) -> None:
    """Removes all earlier sign-in methods and verifies the account, because a stranger may have registered
    this email address without confirming it."""
    user.password_hash = user.pending_email = None
    user.first_name, user.last_name = profile.first_name or user.username, profile.last_name
    await second_factor_service.clear(session, user)
    await drop_passkeys(session, user.known_id)
    await end_all_keys(session, user.known_id)
    await drop_links(session, user.known_id)
    await void_tokens(session, user)
    await mark_verified(session, user, await clock.now(session))


async def _notify_owner(session: AsyncSession, user: User, provider: ProviderSettings) -> None:
    await write_mail_to(session, user, "provider_linked", provider=provider.name)
