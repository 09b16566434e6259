"""The account is closed at once. A job erases its data, and each service confirms the erasure."""

from datetime import datetime, timedelta
from typing import Any

import structlog
from prometheus_client import Gauge
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import admin, auction, boost, catalog, messaging
from libs.contracts.events.auth import UserErased
from libs.contracts.services import SERVICES
from libs.kit.errors import NotFound, Unavailable
from libs.kit.events import outbox
from libs.kit.http.client import InternalClient
from libs.kit.process import clock
from libs.marketplace import account_signals
from services.auth.accounts import pictures
from services.auth.accounts.models import User
from services.auth.accounts.queries import lock_closed_user, lock_user
from services.auth.accounts.rules import ERASED_PREFIX
from services.auth.auth_services import AuthServices
from services.auth.mail.service import write_mail
from services.auth.notifications.queries import repeats_words_of
from services.auth.notifications.service import forget_writer
from services.auth.privacy import queries
from services.auth.privacy.models import Erasure
from services.auth.privacy.rules import ObligationsOpen
from services.auth.sign_in.service import void_tokens

log = structlog.get_logger(__name__)


# The services that store personal data. Each must confirm the erasure.
ANSWERING = tuple(name for name in SERVICES if name != "auth")


# The services that can prevent the deletion of an account.
KEEPING = ("auction", "messaging", "boost")


Forgotten = (
    admin.PersonForgotten | auction.PersonForgotten | boost.PersonForgotten | catalog.PersonForgotten
    | messaging.PersonForgotten
)  # fmt: skip


LATE_AFTER = timedelta(hours=24)


PIECE, MAX_PIECES = 200, 20


LATE = Gauge("erasures_unacknowledged", "Erasures that a service has not confirmed within a day")


async def open_obligations(calls: dict[str, InternalClient], user_id: int) -> list[dict[str, Any]]:
    """Raises Unavailable if a service does not respond, so that nothing is deleted."""
    obligations: list[dict[str, Any]] = []
    for name in KEEPING:
        answer = await calls[name].get(f"/internal/users/{user_id}/obligations")
        if answer.status != 200:  # A wrong internal secret gets a 404 response.
            raise Unavailable
        obligations += answer.body["obligations"]
    return obligations


async def close_account(
    session: AsyncSession, user_id: int, obligations: list[dict[str, Any]], left_credit: int | None = None
) -> User:
    """Closes the account and requests its erasure. To give up wallet credit, `left_credit` must be its exact
    amount."""
    if obligations and [(obligation["code"], obligation.get("amount")) for obligation in obligations] != [
        ("wallet_credit", left_credit)
    ]:
        raise ObligationsOpen(obligations=obligations)
    user = await lock_user(session, user_id)
    if user is None:
        raise NotFound
    now = await clock.now(session)
    user.closed_at = now
    await queries.add_request(session, user_id, now)
    await void_tokens(session, user)
    return user


async def erase_due(auth: AuthServices) -> None:
    async with auth.database.reading() as session:
        waiting = await queries.list_waiting(session)
    for user_id in waiting:
        try:
            await _erase_one(auth, user_id)
        except Unavailable:
            log.warning("an erasure waits for the pictures or the database", user_id=user_id)


async def _erase_one(auth: AuthServices, user_id: int) -> None:
    """Erases large tables in batches, then the remaining data in the transaction that records the event.
    Pictures are deleted before the commit, so that a failure cannot leave a picture behind."""
    await queries.drop_most_of(auth.database, user_id)
    await forget_writer(auth.database, user_id)
    async with auth.database.transaction() as session:
        request = await queries.lock_request(session, user_id)
        if request is None or await repeats_words_of(session, user_id):
            return
        user = await lock_closed_user(session, user_id)
        await pictures.delete_pictures(auth, user.avatar_url, user.profile_image, user.cover_photo)
        await _erase(session, user, request, await clock.now(session))


async def _erase(session: AsyncSession, user: User, asked: Erasure, now: datetime) -> None:
    """Keeps the row without personal data, because other people's deals refer to its id."""
    await queries.drop_all_of(session, user)
    await account_signals.delete_signals(session, user.known_id)
    context = {"name": user.first_name}
    await write_mail(session, "account_deleted", to=user.email, language=user.language, context=context)
    placeholder = f"{ERASED_PREFIX}{user.known_id}"
    user.username = user.username_key = user.username_look = placeholder
    user.email = user.email_key = f"{placeholder}@invalid"
    user.first_name = user.last_name = ""
    for field in ("pending_email", "password_hash", "address", "profile_image", "avatar_url", "cover_photo"):
        setattr(user, field, None)
    for field in (
        "shop_name",
        "location",
        "bio",
        "provider",
        "totp_secret",
        "totp_confirmed_at",
        "totp_last_step",
        "pending_session",
    ):
        setattr(user, field, None)
    user.staff_role = user.staff_since = None
    user.is_seller = user.is_admin = user.is_verified = user.email_verified = False
    user.identity_checked_at, user.badge_lost_at, user.wallet_balance = None, None, 0
    user.language, user.language_chosen, user.theme = "en", False, "system"
    user.suspended_until = user.seller_terms_at = None
    user.erased_at = asked.erased_at = now
    user.version += 1
    await outbox.record(session, UserErased(user_id=user.known_id, erased_at=now), version=user.version)


async def free_names(auth: AuthServices) -> int:
    """Deletes accounts that stayed unconfirmed for a week, in all services. Works in batches and returns the
    number of accounts."""
    gone = 0
    for _ in range(MAX_PIECES):
        async with auth.database.transaction() as session:
            now = await clock.now(session)
            unverified = await queries.forget_unverified(session, PIECE)
            user_ids = [user_id for user_id, _ in unverified]
            await account_signals.delete_signals(session, *user_ids)
            await queries.empty_reasons(session, user_ids)
            events = [
                (UserErased(user_id=user_id, erased_at=now), version + 1) for user_id, version in unverified
            ]
            await outbox.record_all(session, events)
        gone += len(unverified)
        if len(unverified) < PIECE:
            break
    return gone


async def store_acknowledgement(
    session: AsyncSession, user_id: int, service: str, forgotten_at: datetime
) -> None:
    if not await queries.is_erasure_requested(session, user_id):
        return
    await queries.insert_acknowledgement(session, user_id, service, forgotten_at)


async def watch_acknowledgements(auth: AuthServices) -> None:
    """Logs erasures that a service has not confirmed within a day. The law allows fourteen days."""
    await queries.save_acknowledgements(auth.database, ANSWERING, clock.about_now())
    async with auth.database.reading() as session:
        now = await clock.now(session)
        late = await queries.count_late_acknowledgements(session, ANSWERING, now - LATE_AFTER)
    LATE.set(len(late))
    for user_id, missing in late:
        log.error("an erasure is not confirmed", user_id=user_id, missing=missing)
