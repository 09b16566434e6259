"""What came as the provider's word."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.kit.db.direct import DirectConnection
from libs.kit.process import clock
from services.boost.models.payments import Notification

MOST_FORGED = 1_000
WAITING = "waiting"
_KEEP = """
INSERT INTO payment_notifications (kind, digest, raw, bill_id, received_at, look_at)
SELECT came.*, at, at FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::text[]) AS came,
    (SELECT clock_timestamp() + $5::interval AS at) AS now
ON CONFLICT (digest) DO UPDATE SET judged_at = NULL, received_at = excluded.received_at, look_at = excluded.look_at
WHERE payment_notifications.judgement = 'failed'
RETURNING id
"""
_FORGED = text("""
INSERT INTO payment_notifications (kind, digest, raw, received_at, judged_at, judgement)
SELECT CAST(:kind AS text), CAST(:digest AS bytea), CAST(:raw AS bytea), at, at, 'forged'
FROM (SELECT CAST(:at AS timestamptz) AS at) AS now
WHERE (SELECT count(*) FROM (
    SELECT FROM payment_notifications WHERE judgement = 'forged' LIMIT :most) AS forged) < :most
ON CONFLICT (digest) DO NOTHING""")


class Signed(NamedTuple):
    """What came with a right signature."""

    kind: str
    raw: bytes
    bill_id: str
    signature: str


async def keep_all(connection: DirectConnection, rows: Sequence[Signed]) -> int:
    """Write down signed notifications, however their fields are written; return how many are to be judged:
    not those that came before.

    Only a failure is judged anew: each failed payment of a bill is told in the same words."""
    # In one order, so that two replicas that were told the same wait in no circle.
    by_digest = sorted({_digest(one.kind, one.signature.encode()): one for one in rows}.items())
    columns = [
        [one.kind for _, one in by_digest],
        [digest for digest, _ in by_digest],
        [one.raw for _, one in by_digest],
        [one.bill_id for _, one in by_digest],
    ]
    return len(await connection.fetch(_KEEP, *columns, clock.ahead()))


async def keep_forged(session: AsyncSession, kind: str, raw: bytes, at: datetime) -> None:
    """Write down what is not the provider's word, as long as there are not many of them."""
    values = {"kind": kind, "digest": _digest(kind, raw), "raw": raw, "at": at, "most": MOST_FORGED}
    await session.execute(_FORGED, values)


async def waiting(session: AsyncSession, now: datetime, most: int) -> list[Notification]:
    """Return notifications to be judged, the oldest first."""
    query = select(Notification).where(
        col(Notification.judged_at).is_(None), col(Notification.look_at) <= now
    )
    return list((await session.execute(query.order_by(col(Notification.look_at)).limit(most))).scalars())


async def lock_unjudged(session: AsyncSession, notification_id: int) -> Notification | None:
    """Return a notification that is still to be judged, locked; None where another replica judges it."""
    query = select(Notification).where(
        col(Notification.id) == notification_id, col(Notification.judged_at).is_(None)
    )
    found = await session.execute(query.with_for_update(skip_locked=True))
    return found.scalar_one_or_none()


async def judged(
    session: AsyncSession, judgement: str | None, before: int | None, most: int
) -> list[Notification]:
    """Return what came with this judgement, or all of it, the newest first; `waiting` is what has none."""
    query = select(Notification)
    if judgement == WAITING:
        query = query.where(col(Notification.judged_at).is_(None))
    elif judgement is not None:
        query = query.where(col(Notification.judgement) == judgement)
    if before is not None:
        query = query.where(col(Notification.id) < before)
    return list((await session.execute(query.order_by(col(Notification.id).desc()).limit(most))).scalars())


async def of_bills(session: AsyncSession, bill_ids: list[str], most: int) -> list[Notification]:
    """Return what came about these bills, the newest first."""
    query = select(Notification).where(col(Notification.bill_id).in_(bill_ids))
    return list((await session.execute(query.order_by(col(Notification.id).desc()).limit(most))).scalars())


def _digest(kind: str, raw: bytes) -> bytes:
    return hashlib.sha256(kind.encode() + b"\0" + raw).digest()
