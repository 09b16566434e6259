"""What came as the provider's word."""

import hashlib
from datetime import datetime

from sqlalchemy import func, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.models.payments import Notification

MOST_FORGED = 1_000
_FORGED = text("""
INSERT INTO payment_notifications (kind, digest, raw, received_at, judged_at, judgement)
SELECT CAST(:kind AS text), CAST(:digest AS bytea), CAST(:raw AS bytea), at, at, 'forged'
FROM (SELECT CAST(:at AS timestamptz) AS at) AS now
WHERE (SELECT count(*) FROM (
    SELECT FROM payment_notifications WHERE judgement = 'forged' LIMIT :most) AS forged) < :most
ON CONFLICT (digest) DO NOTHING""")


async def keep(
    session: AsyncSession, kind: str, raw: bytes, bill_id: str, signature: str, at: datetime
) -> bool:
    """Write down a signed notification, however its fields are written; false where the same came before.

    Only a failure is judged anew: each failed payment of a bill is told in the same words."""
    row = insert(Notification).values(
        kind=kind,
        digest=_digest(kind, signature.encode()),
        raw=raw,
        bill_id=bill_id,
        received_at=at,
        look_at=at,
    )
    row = row.on_conflict_do_update(
        index_elements=["digest"],
        set_={"judged_at": None, "received_at": at, "look_at": at},
        where=col(Notification.judgement) == "failed",
    )
    done = await session.execute(row.returning(col(Notification.id)))
    return done.first() is not None


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


async def taken(session: AsyncSession, notification_id: int) -> Notification | None:
    """Return a notification that is still to be judged, locked; None where another replica judges it."""
    query = select(Notification).where(
        col(Notification.id) == notification_id, col(Notification.judged_at).is_(None)
    )
    found = await session.execute(query.with_for_update(skip_locked=True))
    return found.scalar_one_or_none()


async def of_bills(session: AsyncSession, bill_ids: list[str], most: int) -> list[Notification]:
    """Return what came about these bills, the newest first."""
    query = select(Notification).where(col(Notification.bill_id).in_(bill_ids))
    return list((await session.execute(query.order_by(col(Notification.id).desc()).limit(most))).scalars())


async def counted(session: AsyncSession) -> int:
    """Return how many forged notifications are kept."""
    query = select(func.count()).select_from(Notification).where(col(Notification.judgement) == "forged")
    return int((await session.execute(query)).scalar_one())


def _digest(kind: str, raw: bytes) -> bytes:
    return hashlib.sha256(kind.encode() + b"\0" + raw).digest()
