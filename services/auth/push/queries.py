from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, select, text
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.process import clock
from services.auth.push import rules
from services.auth.push.models import PushKey, PushSubscription
from services.auth.sign_in.models import RefreshFamily

_ADD = text("""
    INSERT INTO push_messages (notification_id, subscription_id, next_at, created_at)
    SELECT created.notification_id, s.id, t.now, t.now
    FROM (SELECT clock_timestamp() + CAST(:ahead AS interval) AS now) AS t,
        unnest(CAST(:notifications AS bigint[]), CAST(:users AS bigint[])) AS created (notification_id, user_id)
        JOIN push_subscriptions AS s ON s.user_id = created.user_id
    ORDER BY created.notification_id, s.id ON CONFLICT DO NOTHING RETURNING notification_id""")


# Marks messages as unwanted if the notification was read, or the person is banned, erased or signed out on
# the device.
_TAKE = text("""
    WITH t AS (SELECT clock_timestamp() + CAST(:ahead AS interval) AS now),
    mine AS (
        SELECT m.notification_id, m.subscription_id FROM t, push_messages AS m
        WHERE m.next_at <= t.now ORDER BY m.next_at LIMIT :most FOR UPDATE OF m SKIP LOCKED)
    UPDATE push_messages AS m
    SET next_at = t.now + CAST(:lease AS interval), attempts = m.attempts + 1
    FROM t, mine, push_subscriptions AS s, refresh_families AS f, notifications AS n, users AS u
    WHERE m.notification_id = mine.notification_id AND m.subscription_id = mine.subscription_id
        AND s.id = m.subscription_id AND f.id = s.session_id AND n.id = m.notification_id AND u.id = s.user_id
    RETURNING m.notification_id, m.subscription_id, m.attempts, t.now, s.endpoint, s.p256dh, s.secret, n.kind,
        n.about, n.context, n.link, u.language,
        n.user_id = s.user_id AND n.read_at IS NULL AND NOT u.is_banned AND u.closed_at IS NULL
            AND f.revoked_at IS NULL AND f.expires_at > t.now
            AND m.created_at > t.now - CAST(:kept AS interval) AS is_wanted""").columns(context=JSONB)


# Sorted to avoid deadlocks.
_LOCK = text("""
    SELECT id FROM push_subscriptions WHERE id = ANY(CAST(:ids AS bigint[])) ORDER BY id FOR NO KEY UPDATE""")


_DROP_MESSAGES = text("""
    DELETE FROM push_messages AS m
    USING unnest(CAST(:notifications AS bigint[]), CAST(:devices AS bigint[]), CAST(:attempts AS int[]))
        AS o (notification_id, subscription_id, attempts)
    WHERE m.notification_id = o.notification_id AND m.subscription_id = o.subscription_id
        AND m.attempts = o.attempts""")


_DROP_KINDS = text("""
    DELETE FROM push_messages AS m USING push_subscriptions AS s, notifications AS n
    WHERE s.user_id = :user AND m.subscription_id = s.id AND n.id = m.notification_id
        AND n.kind = ANY(CAST(:kinds AS text[]))""")


_PUT_OFF = text("""
    UPDATE push_messages AS m SET next_at = o.next_at
    FROM unnest(CAST(:notifications AS bigint[]), CAST(:devices AS bigint[]), CAST(:attempts AS int[]),
        CAST(:next AS timestamptz[])) AS o (notification_id, subscription_id, attempts, next_at)
    WHERE m.notification_id = o.notification_id AND m.subscription_id = o.subscription_id
        AND m.attempts = o.attempts""")


_NOTE_SUCCESS = text("""
    UPDATE push_subscriptions SET succeeded_at = :now, failures = 0 WHERE id = ANY(CAST(:ids AS bigint[]))""")


_NOTE_FAILURE = text("""
    UPDATE push_subscriptions SET failures = failures + 1 WHERE id = ANY(CAST(:ids AS bigint[]))""")


_GIVE_UP = text("""
    DELETE FROM push_subscriptions
    WHERE id = ANY(CAST(:gone AS bigint[])) OR (id = ANY(CAST(:failed AS bigint[])) AND failures >= :most)""")


@dataclass(frozen=True)
class TakenMessage:
    notification_id: int
    subscription_id: int
    attempts: int
    now: datetime
    endpoint: str
    p256dh: bytes
    secret: bytes
    kind: str
    about: str
    context: dict[str, Any]
    link: str
    language: str
    is_wanted: bool


@dataclass(frozen=True)
class Attempt:
    message: TakenMessage
    outcome: rules.Outcome
    wait_seconds: float = 0.0


async def list_devices(
    session: AsyncSession, user_id: int, now: datetime
) -> list[tuple[PushSubscription, str]]:
    query = (
        select(PushSubscription, col(RefreshFamily.device))
        .join(RefreshFamily, col(RefreshFamily.id) == col(PushSubscription.session_id))
        .where(col(PushSubscription.user_id) == user_id)
        .where(col(RefreshFamily.revoked_at).is_(None), col(RefreshFamily.expires_at) > now)
        .order_by(col(PushSubscription.renewed_at).desc(), col(PushSubscription.id).desc())
        .limit(rules.MAX_DEVICES)
    )
    return [(device, name) for device, name in await session.execute(query)]


async def put_device(session: AsyncSession, row: dict[str, Any]) -> int | None:
    """Adds a device, or renews the device with the same endpoint. Returns None if the endpoint belongs to
    another person."""
    new = insert(PushSubscription).values(row)
    changed = {name: row[name] for name in ("session_id", "p256dh", "secret", "renewed_at")}
    kept = new.on_conflict_do_update(
        index_elements=["endpoint_hash"],
        set_=changed | {"failures": 0},
        where=col(PushSubscription.user_id) == row["user_id"],
    )
    return (await session.execute(kept.returning(col(PushSubscription.id)))).scalar_one_or_none()


async def drop_address_of_others(session: AsyncSession, user_id: int, endpoint_hash: bytes) -> None:
    """Removes the endpoint from other people, because this person uses the browser now."""
    same = col(PushSubscription.endpoint_hash) == endpoint_hash
    await session.execute(delete(PushSubscription).where(same, col(PushSubscription.user_id) != user_id))


async def drop_others_of_session(session: AsyncSession, session_id: str, device_id: int) -> None:
    same = col(PushSubscription.session_id) == session_id
    await session.execute(delete(PushSubscription).where(same, col(PushSubscription.id) != device_id))


async def make_room(session: AsyncSession, user_id: int) -> None:
    own = col(PushSubscription.user_id) == user_id
    newest_first = (col(PushSubscription.renewed_at).desc(), col(PushSubscription.id).desc())
    extra = select(col(PushSubscription.id)).where(own).order_by(*newest_first).offset(rules.MAX_DEVICES)
    await session.execute(delete(PushSubscription).where(col(PushSubscription.id).in_(extra)))


async def drop_own_device(session: AsyncSession, user_id: int, device_id: int) -> bool:
    own = (col(PushSubscription.user_id) == user_id) & (col(PushSubscription.id) == device_id)
    gone = delete(PushSubscription).where(own).returning(col(PushSubscription.id))
    return (await session.execute(gone)).first() is not None


async def add_messages(session: AsyncSession, notifications: Sequence[tuple[int, int]]) -> bool:
    """Returns True if any message was queued."""
    values = {
        "notifications": [notification_id for notification_id, _ in notifications],
        "users": [user_id for _, user_id in notifications],
        "ahead": clock.ahead(),
    }
    return bool((await session.execute(_ADD, values)).all())


async def drop_waiting(session: AsyncSession, user_id: int, kinds: Collection[str]) -> None:
    await session.execute(_DROP_KINDS, {"user": user_id, "kinds": list(kinds)})


async def take_messages(session: AsyncSession, most: int) -> list[TakenMessage]:
    """Leases the messages, so that they become due again if this process dies."""
    values = {"most": most, "lease": rules.LEASE, "kept": rules.KEPT, "ahead": clock.ahead()}
    return [TakenMessage(**row) for row in (await session.execute(_TAKE, values)).mappings()]


async def settle_attempts(session: AsyncSession, attempts: Sequence[Attempt], now: datetime) -> None:
    """Deletes finished messages and devices that no longer exist, and reschedules the other messages."""
    await session.execute(_LOCK, {"ids": [attempt.message.subscription_id for attempt in attempts]})
    over = [attempt.message for attempt in attempts if attempt.outcome != "again"]
    await session.execute(_DROP_MESSAGES, _keys(over))
    again = [attempt for attempt in attempts if attempt.outcome == "again"]
    if again:
        due = [now + timedelta(seconds=item.wait_seconds) for item in again]
        await session.execute(_PUT_OFF, _keys([item.message for item in again]) | {"next": due})
    sent, failed, gone = (_devices(attempts, outcome) for outcome in ("sent", "refused", "gone"))
    if sent:
        await session.execute(_NOTE_SUCCESS, {"ids": sent, "now": now})
    if failed:
        await session.execute(_NOTE_FAILURE, {"ids": failed})
    if failed or gone:
        await session.execute(_GIVE_UP, {"gone": gone, "failed": failed, "most": rules.MAX_FAILURES})


def _keys(messages: Collection[TakenMessage]) -> dict[str, list[Any]]:
    return {
        "notifications": [message.notification_id for message in messages],
        "devices": [message.subscription_id for message in messages],
        "attempts": [message.attempts for message in messages],
    }


def _devices(attempts: Sequence[Attempt], outcome: str) -> list[int]:
    return sorted({attempt.message.subscription_id for attempt in attempts if attempt.outcome == outcome})


async def lock_push_key(session: AsyncSession) -> PushKey | None:
    """Also takes a lock until the commit, so that only one process can create the key."""
    await session.execute(text("SELECT pg_advisory_xact_lock(hashtext('auth:push_keys'))"))
    return await session.get(PushKey, 1)
