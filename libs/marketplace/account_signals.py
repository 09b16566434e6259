"""Keyed hashes of values that accounts share. Values are compared only within the service that stores
them."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.signals import COUNTS_FOR, MAX_SHARERS, SignalKind
from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old
from libs.kit.security.safe import Safe

REPUBLISH_AFTER = timedelta(days=90)
# Maximum number of values of a kind per account.
MAX_OF_ACCOUNT = 20

_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:word, 0))")
_SHARED = text(
    "SELECT hash, user_id, signal, since, seen_at, published_at FROM signals "
    "WHERE kind = :kind AND hash = ANY(CAST(:hashes AS bytea[])) AND seen_at > :after "
    "ORDER BY user_id = :user_id DESC, since, user_id LIMIT :most"
)
_KEEP = text(
    "INSERT INTO signals (kind, hash, user_id, signal, since, seen_at) "
    "VALUES (:kind, :hash, :user_id, :signal, :now, :now) "
    "ON CONFLICT (kind, hash, user_id) DO UPDATE SET signal = excluded.signal, seen_at = excluded.seen_at"
)
_MARK_PUBLISHED = text(
    "UPDATE signals SET published_at = :now WHERE kind = :kind AND hash = ANY(CAST(:hashes AS bytea[])) "
    "AND user_id = ANY(CAST(:people AS bigint[]))"
)
_DROP_OLDEST = text(
    # Skips locked rows, because waiting for them could cause a deadlock.
    "DELETE FROM signals WHERE ctid = ANY(ARRAY(SELECT ctid FROM signals WHERE kind = :kind AND user_id = :user_id "
    "ORDER BY seen_at DESC OFFSET :keep FOR UPDATE SKIP LOCKED))"
)
_FORGET = text("DELETE FROM signals WHERE user_id = ANY(CAST(:people AS bigint[]))")


@dataclass(frozen=True)
class Sharer:
    user_id: int
    signal: int
    since: datetime
    seen_at: datetime


async def record_signal(
    session: AsyncSession, safe: Safe, kind: SignalKind, user_id: int, value: str, now: datetime
) -> list[Sharer]:
    """Store the hash of a value. Returns the accounts to publish, each at most once in 90 days. Returns an
    empty list if more than `MAX_SHARERS` accounts share the value."""
    hashes = [bytes.fromhex(word) for word in safe.derivations(f"signal:{kind}", value)]
    await session.execute(_LOCK, {"word": hashes[0].hex()})
    values = {"kind": kind, "hashes": hashes, "user_id": user_id, "after": now - COUNTS_FOR}
    rows = list(await session.execute(_SHARED, values | {"most": MAX_SHARERS + 2}))
    own = next((row for row in rows if row.user_id == user_id), None)
    # Accounts above the limit are also stored, so that later calls detect that the limit is exceeded.
    if own is None and len({row.user_id for row in rows}) > MAX_SHARERS:
        return []
    signal = rows[-1].signal if rows else secrets.randbits(62) + 1
    signal = own.signal if own is not None else signal
    kept = own.hash if own is not None else hashes[0]
    await session.execute(
        _KEEP, {"kind": kind, "hash": kept, "user_id": user_id, "signal": signal, "now": now}
    )
    if own is None:
        await session.execute(_DROP_OLDEST, {"kind": kind, "user_id": user_id, "keep": MAX_OF_ACCOUNT})
    others = [row for row in rows if row.user_id != user_id]
    if not others:
        return []
    sharers = [
        Sharer(row.user_id, row.signal, row.since, row.seen_at) for row in others if row.published_at is None
    ]
    if own is None or own.published_at is None or own.published_at < now - REPUBLISH_AFTER:
        sharers.append(Sharer(user_id, signal, now if own is None else own.since, now))
    people = [sharer.user_id for sharer in sharers]
    await session.execute(_MARK_PUBLISHED, {"kind": kind, "hashes": hashes, "people": people, "now": now})
    return sharers


async def delete_signals(session: AsyncSession, *people: int) -> None:
    await session.execute(_FORGET, {"people": list(people)})


async def trim_signals(database: Database, now: datetime) -> int:
    """Delete signals that were last seen half a year ago, in batches."""
    return await delete_old(database, "signals", "seen_at < :before", {"before": now - COUNTS_FOR})
