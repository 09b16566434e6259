"""People whom an outside provider vouches for: linked with their account, or given one."""

import secrets

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.auth import UserRegistered
from libs.kit.events import outbox
from libs.kit.process import clock
from services.auth import queries
from services.auth.domain import providers as rules
from services.auth.domain.people import key_of, look_of
from services.auth.domain.providers import Outsider, ProviderTrouble
from services.auth.models import OutsideIdentity, Passkey, User
from services.auth.service import accounts, letters, second_factor, sessions
from services.auth.service.office import Office
from services.auth.settings import ProviderSettings


async def account_of(office: Office, provider: ProviderSettings, outsider: Outsider) -> User:
    """The account that is linked, or becomes so now."""
    async with office.database.transaction() as session:
        user = await queries.providers.owner_of_identity(session, provider.id, outsider.subject)
        voided = False
        if user is None:
            user, voided = await _link(office, session, provider, outsider)
        if user.closed_at is not None:
            raise ProviderTrouble(rules.NO_SYNC)
    if voided:
        await office.announce(user)
    return user


async def _link(
    office: Office, session: AsyncSession, provider: ProviderSettings, outsider: Outsider
) -> tuple[User, bool]:
    """Link by the confirmed address: to its owner's account, or to a new one."""
    if outsider.email is None:
        raise ProviderTrouble(rules.NO_DATA)
    voided = False
    user = await _new_account(office, session, provider, outsider, outsider.email)
    if user is None:
        user = await queries.providers.user_by_email_for_update(session, outsider.email)
        if user is None or user.closed_at is not None:
            raise ProviderTrouble(rules.NO_SYNC)
        if user.email_verified:
            await _tell_owner(session, user, provider)
        else:
            await _take_over(session, user, outsider)
            voided = True
    row = {"provider": provider.id, "subject": outsider.subject, "user_id": user.known_id}
    row["linked_at"] = await clock.now(session)
    first = insert(OutsideIdentity).values(row).on_conflict_do_nothing().returning(col(OutsideIdentity.user_id))
    if (await session.execute(first)).scalar_one_or_none() is None:
        raise ProviderTrouble(rules.NO_SYNC)  # the same person came twice at once; the other one got through
    return user, voided


async def _new_account(
    office: Office, session: AsyncSession, provider: ProviderSettings, outsider: Outsider, email: str
) -> User | None:
    """An account without a password; None if the address has one, or had one until lately."""
    if await queries.providers.user_by_email_for_update(session, email) is not None:
        return None
    if await queries.addresses.is_held(session, key_of(email), await clock.now(session)):
        return None
    username = await _free_username(session, rules.username_stem(outsider))
    row = {
        "username": username,
        "username_key": key_of(username),
        "username_look": look_of(username),
        "email": email,
        "email_key": key_of(email),
        "first_name": outsider.first_name or username,
        "last_name": outsider.last_name,
        "provider": provider.id,
        "is_seller": office.settings.default_is_seller,
    }
    made = insert(User).values(row).on_conflict_do_nothing().returning(User)
    user = (await session.execute(made)).scalar_one_or_none()
    if user is not None:
        fact = UserRegistered(user_id=user.known_id, is_seller=user.is_seller, registered_at=user.created_at)
        await outbox.record(session, fact, version=user.version)
        await accounts.mark_verified(session, user, await clock.now(session))
    return user


async def _free_username(session: AsyncSession, stem: str) -> str:
    for name in [stem, *(f"{stem}.{secrets.randbelow(10**digits)}" for digits in (2, 4, 6, 9))]:
        if await queries.people.username_is_free(session, name):
            return name
    raise ProviderTrouble(rules.NO_SYNC)


async def _take_over(session: AsyncSession, user: User, outsider: Outsider) -> None:
    """Somebody registered with this address and never proved it theirs. The provider's word proves it now: whatever
    the first one left behind that could sign in is void."""
    user.password_hash = user.pending_email = None
    user.first_name, user.last_name = outsider.first_name or user.username, outsider.last_name
    await second_factor.clear(session, user)
    await session.execute(delete(Passkey).where(col(Passkey.user_id) == user.known_id))
    await queries.letters.drop_links(session, user.known_id)
    await sessions.void_tokens(session, user)
    await accounts.mark_verified(session, user, await clock.now(session))


async def _tell_owner(session: AsyncSession, user: User, provider: ProviderSettings) -> None:
    await letters.write_to(session, user, "provider_linked", provider=provider.name)
