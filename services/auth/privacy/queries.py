from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel, col

from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old, in_pieces
from libs.kit.http.idempotency import forget_keys
from services.auth.accounts.models import AddressUndo, User
from services.auth.api_keys.models import ApiKey
from services.auth.mail.models import Mail, OneTimeLink
from services.auth.notifications.models import Notification, NotificationPreference, OutbidMail
from services.auth.passkeys.models import Challenge, Passkey
from services.auth.privacy.models import Erasure, ErasureAcknowledgement
from services.auth.providers.models import ProviderIdentity
from services.auth.push.models import PushSubscription
from services.auth.second_factor.models import RecoveryCode
from services.auth.sign_in.models import KnownDevice, RefreshFamily
from services.auth.staff.models import StaffAct
from services.auth.webhooks.models import WebhookEndpoint

# Tables whose rows are deleted. The account row is kept.
PERSONAL: tuple[type[SQLModel], ...] = (
    AddressUndo, ApiKey, Challenge, KnownDevice, Mail, Notification, NotificationPreference, OneTimeLink, OutbidMail,
    Passkey, ProviderIdentity, PushSubscription, RecoveryCode, RefreshFamily, WebhookEndpoint,
)  # fmt: skip


MAX_ACTS = 200


_CONFIRM = text("""
    UPDATE erasures SET confirmed_at = :now WHERE user_id = ANY(ARRAY(
        SELECT e.user_id FROM erasures AS e
        WHERE e.confirmed_at IS NULL AND e.erased_at IS NOT NULL AND :every <= (
            SELECT count(*) FROM erasure_acknowledgements AS r
            WHERE r.user_id = e.user_id AND r.service = ANY(CAST(:services AS text[])))
        LIMIT :piece FOR UPDATE OF e SKIP LOCKED))""")


async def list_waiting(session: AsyncSession) -> list[int]:
    """Returns the oldest request first."""
    query = (
        select(col(Erasure.user_id)).where(col(Erasure.erased_at).is_(None)).order_by(col(Erasure.asked_at))
    )
    return list((await session.execute(query.limit(100))).scalars())


async def is_erasure_requested(session: AsyncSession, user_id: int) -> bool:
    return await session.get(Erasure, user_id) is not None


async def lock_request(session: AsyncSession, user_id: int) -> Erasure | None:
    """Returns None if the erasure is finished or locked by another process."""
    waiting = (col(Erasure.user_id) == user_id) & col(Erasure.erased_at).is_(None)
    query = select(Erasure).where(waiting).with_for_update(skip_locked=True)
    return (await session.execute(query)).scalar_one_or_none()


async def drop_most_of(database: Database, user_id: int) -> None:
    """Deletes a person's rows in batches, because a single statement could take too long. Keeps the account.
    Also deletes mail that strangers requested for the person's email address."""
    parameters = {"user_id": user_id}
    for table in PERSONAL:
        await delete_old(database, str(table.__tablename__), "user_id = :user_id", parameters)
    owner = "(SELECT email_key FROM users WHERE id = :user_id)"
    await delete_old(database, "mails", f"lower(address) = {owner}", parameters)


async def drop_all_of(session: AsyncSession, user: User) -> None:
    """Deletes rows that were added since `drop_most_of`. Call with the account locked."""
    for table in PERSONAL:
        await session.execute(delete(table).where(table.user_id == user.known_id))  # type: ignore[attr-defined]
    await empty_reasons(session, [user.known_id])
    await forget_keys(session, user.known_id)
    await session.execute(delete(Mail).where(func.lower(col(Mail.address)) == user.email_key))


async def empty_reasons(session: AsyncSession, user_ids: Sequence[int]) -> None:
    acts = update(StaffAct).where(col(StaffAct.user_id).in_(user_ids), col(StaffAct.reason) != "")
    await session.execute(acts.values(reason=""))


async def save_acknowledgements(
    database: Database, services: Sequence[str], now: datetime, *, piece: int = 1_000
) -> int:
    parameters = {"services": list(services), "every": len(services), "now": now, "piece": piece}
    return await in_pieces(database, _CONFIRM, parameters, piece)


async def count_late_acknowledgements(
    session: AsyncSession, services: Sequence[str], before: datetime
) -> list[tuple[int, list[str]]]:
    query = select(col(Erasure.user_id), col(ErasureAcknowledgement.service)).where(
        col(Erasure.asked_at) < before, col(Erasure.confirmed_at).is_(None)
    )
    query = query.join(
        ErasureAcknowledgement, col(ErasureAcknowledgement.user_id) == col(Erasure.user_id), isouter=True
    )
    confirmed: dict[int, set[str]] = {}
    for user_id, service in (await session.execute(query)).all():
        confirmed.setdefault(user_id, set()).add(service)
    missing = {user_id: sorted(set(services) - had) for user_id, had in confirmed.items()}
    return [(user_id, absent) for user_id, absent in missing.items() if absent]


async def list_acknowledgements(session: AsyncSession, user_id: int) -> list[str]:
    query = select(col(ErasureAcknowledgement.service)).where(col(ErasureAcknowledgement.user_id) == user_id)
    return sorted((await session.execute(query)).scalars())


async def list_staff_acts(session: AsyncSession, user_id: int) -> list[StaffAct]:
    query = select(StaffAct).where(col(StaffAct.user_id) == user_id).order_by(col(StaffAct.id).desc())
    return list((await session.execute(query.limit(MAX_ACTS))).scalars())


async def stream_rows(session: AsyncSession, table: type[SQLModel], user_id: int) -> list[Any]:
    query = select(table).where(table.user_id == user_id)  # type: ignore[attr-defined]
    return list((await session.execute(query)).scalars())


async def add_request(session: AsyncSession, user_id: int, now: datetime) -> None:
    await session.execute(insert(Erasure).values(user_id=user_id, asked_at=now).on_conflict_do_nothing())


async def insert_acknowledgement(
    session: AsyncSession, user_id: int, service: str, forgotten_at: datetime
) -> None:
    row = insert(ErasureAcknowledgement).values(user_id=user_id, service=service, forgotten_at=forgotten_at)
    await session.execute(row.on_conflict_do_nothing())


async def forget_unverified(session: AsyncSession, most: int) -> list[tuple[int, int]]:
    """Deletes accounts that stayed unconfirmed for a week. Returns their ids and versions."""
    query = text("SELECT user_id, version FROM forget_unverified(:most)")
    return [(user_id, version) for user_id, version in await session.execute(query, {"most": most})]
