import hashlib
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, case, func, or_, text, union_all, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.kit.db.direct import DirectConnection
from libs.kit.process import clock
from services.boost.boosts.models import Order
from services.boost.payments.models import MismatchDecision, Notification, Payment, PaymentMethod, ProviderAsk
from services.boost.payments.rules import BILL_OPEN_FOR, LATER_LOOKS, MID_LOOKS_FROM
from services.boost.payouts.models import PayoutAccount
from services.boost.protection.models import Protection
from services.boost.protection.queries import is_between_others


class Purpose(NamedTuple):
    order_id: str | None
    deal_id: int | None
    seller_id: int | None


LIVE = ("creating", "open")
_LOCKED = {"populate_existing": True}
# Serializes the counting of polls.
_ONE_COUNTS = text("SELECT pg_advisory_xact_lock(hashtext('boost.provider_asks'))")


async def get_live(session: AsyncSession, order_id: int) -> Payment | None:
    query = select(Payment).where(col(Payment.order_id) == order_id, col(Payment.status).in_(LIVE))
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one_or_none()


async def get_live_of_deal(session: AsyncSession, deal_id: int) -> Payment | None:
    query = select(Payment).where(col(Payment.deal_id) == deal_id, col(Payment.status).in_(LIVE))
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one_or_none()


async def find_by_bill(session: AsyncSession, bill_id: str) -> Payment | None:
    query = select(Payment).where(col(Payment.bill_id) == bill_id)
    return (await session.execute(query)).scalar_one_or_none()


async def list_purposes(session: AsyncSession, bill_ids: Collection[str]) -> dict[str, Purpose]:
    if not bill_ids:
        return {}
    seller = func.coalesce(col(Order.seller_id), col(Protection.seller_id))
    query = (
        select(col(Payment.bill_id), col(Payment.order_id), col(Payment.deal_id), seller)
        .outerjoin(Order, col(Order.id) == col(Payment.order_id))
        .outerjoin(Protection, col(Protection.deal_id) == col(Payment.deal_id))
        .where(col(Payment.bill_id).in_(bill_ids))
    )
    return {
        str(bill_id): Purpose(None if order_id is None else str(order_id), deal_id, seller_id)
        for bill_id, order_id, deal_id, seller_id in await session.execute(query)
    }


async def lock_payment(session: AsyncSession, payment_id: int) -> Payment:
    """Lock the payment's order or deal first."""
    query = select(Payment).where(col(Payment.id) == payment_id).with_for_update()
    return (await session.execute(query.execution_options(**_LOCKED))).scalar_one()


async def list_of_order(session: AsyncSession, order_id: int, most: int = 100) -> list[Payment]:
    query = select(Payment).where(col(Payment.order_id) == order_id).order_by(col(Payment.id).desc())
    return list((await session.execute(query.limit(most))).scalars())


async def list_unfitting(
    session: AsyncSession, staff_id: int, after: int | None, most: int
) -> list[tuple[Payment, Protection]]:
    """Bills of other people's deals whose amount does not match, oldest first."""
    query = select(Payment, Protection).join(Protection, col(Protection.deal_id) == col(Payment.deal_id))
    query = query.where(
        col(Payment.status) == "review",
        col(Payment.deal_id).is_not(None),
        col(Payment.id) > (after or 0),
        is_between_others(staff_id),
    )
    found = await session.execute(query.order_by(col(Payment.id)).limit(most))
    return [(row[0], row[1]) for row in found]


async def list_in_review(session: AsyncSession, user_id: int) -> bool:
    waiting = select(col(Payment.id)).where(col(Payment.status) == "review")
    orders = waiting.join(Order, col(Order.id) == col(Payment.order_id)).where(
        col(Order.seller_id) == user_id
    )
    deals = waiting.join(Protection, col(Protection.deal_id) == col(Payment.deal_id)).where(
        col(Payment.deal_id).is_not(None), col(Protection.buyer_id) == user_id
    )
    return (await session.execute(union_all(orders, deals).limit(1))).first() is not None


async def list_urls(session: AsyncSession, order_ids: Collection[int]) -> dict[int, str]:
    query = select(col(Payment.order_id), col(Payment.url)).where(
        col(Payment.order_id).in_(order_ids), col(Payment.status) == "open"
    )
    return {row.order_id: row.url for row in await session.execute(query)}


async def list_settling(session: AsyncSession, order_id: int) -> Payment | None:
    query = select(Payment).where(col(Payment.order_id) == order_id, col(Payment.settled_as) == "order")
    return (await session.execute(query)).scalar_one_or_none()


async def find_due_payments(
    session: AsyncSession, now: datetime, most: int, most_of_one: int
) -> list[Payment]:
    """Each person's first bill comes before anyone's second bill, and bills that have waited longest come
    first. Later polls of open bills follow. Deleted bills come last."""
    ask_at, opened_at, status = col(Payment.ask_at), col(Payment.opened_at), col(Payment.status)
    is_mid = and_(status == "open", ask_at >= opened_at + MID_LOOKS_FROM, opened_at + BILL_OPEN_FOR > now)
    is_later = and_(status == "deleted", ask_at >= opened_at + LATER_LOOKS[0])
    rank = case((is_later, 2), (is_mid, 1), else_=0)
    person = func.coalesce(col(Order.seller_id), col(Protection.buyer_id))
    place = func.row_number().over(partition_by=person, order_by=(rank, ask_at, col(Payment.id)))
    ranked = (
        select(col(Payment.id).label("id"), rank.label("rank"), place.label("place"))
        .outerjoin(Order, col(Order.id) == col(Payment.order_id))
        .outerjoin(Protection, col(Protection.deal_id) == col(Payment.deal_id))
        .where(ask_at <= now, status != "paid")
        .subquery()
    )
    query = select(Payment).join(ranked, ranked.c.id == col(Payment.id)).where(ranked.c.place <= most_of_one)
    query = query.order_by(ranked.c.rank, ranked.c.place, ask_at).limit(most)
    return list((await session.execute(query)).scalars())


async def find_without_channel(session: AsyncSession, now: datetime, most: int) -> list[Payment]:
    query = select(Payment).where(col(Payment.ask_at) <= now, col(Payment.status) == "paid")
    return list((await session.execute(query.order_by(col(Payment.ask_at)).limit(most))).scalars())


async def claim_ask(session: AsyncSession, payment_id: int, seen: datetime, again_at: datetime) -> bool:
    """Returns False if another replica has claimed the payment."""
    row = update(Payment).where(col(Payment.id) == payment_id, col(Payment.ask_at) == seen)
    done = await session.execute(row.values(ask_at=again_at).returning(col(Payment.id)))
    return done.first() is not None


async def count_asked_since(session: AsyncSession, since: datetime) -> dict[str, int]:
    """Number of polls by share. Concurrent callers wait until this transaction commits."""
    await session.execute(_ONE_COUNTS)
    share = col(ProviderAsk.share)
    recent = select(share, func.count()).where(col(ProviderAsk.asked_at) > since).group_by(share)
    return {row[0]: row[1] for row in await session.execute(recent)}


def insert_ask(session: AsyncSession, share: str, now: datetime) -> None:
    session.add(ProviderAsk(asked_at=now, share=share))


async def find_oldest_open(session: AsyncSession) -> datetime | None:
    query = select(func.min(col(Payment.opened_at))).where(
        col(Payment.ask_at).is_not(None), col(Payment.status) == "open"
    )
    found: datetime | None = (await session.execute(query)).scalar_one()
    return found


async def get_payment(session: AsyncSession, payment_id: int) -> Payment | None:
    return (await session.execute(select(Payment).where(col(Payment.id) == payment_id))).scalar_one_or_none()


async def list_waiting(session: AsyncSession, after: int, most: int) -> list[Payment]:
    may_be = or_(col(Payment.ask_at).is_not(None), col(Payment.status) == "review")
    query = select(Payment).where(may_be, col(Payment.status) != "paid", col(Payment.bill_id).is_not(None))
    query = query.where(col(Payment.id) > after).order_by(col(Payment.id)).limit(most)
    return list((await session.execute(query)).scalars())


async def is_waited_for(session: AsyncSession, order_id: int) -> bool:
    query = select(col(Payment.id)).where(
        col(Payment.order_id) == order_id, col(Payment.status).in_((*LIVE, "review"))
    )
    return (await session.execute(query.limit(1))).first() is not None


async def list_replaced_since(
    session: AsyncSession, seller_id: int, since: datetime, most: int
) -> list[datetime]:
    query = (
        select(col(Payment.created_at))
        .join(Order, col(Order.id) == col(Payment.order_id))
        .where(col(Order.seller_id) == seller_id, col(Payment.created_at) > since)
        .where(col(Payment.status).in_(("deleted", "lost")))
        .order_by(col(Payment.created_at).desc())
    )
    return list((await session.execute(query.limit(most))).scalars())


MAX_FORGED = 1_000
_WAITING_SQL = "waiting"
_KEEP = """
INSERT INTO payment_notifications (kind, digest, raw, bill_id, received_at, check_at)
SELECT came.*, at, at FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::text[]) AS came,
    (SELECT clock_timestamp() + $5::interval AS at) AS now
ON CONFLICT (digest) DO UPDATE SET judged_at = NULL, received_at = excluded.received_at, check_at = excluded.check_at
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
    kind: str
    raw: bytes
    bill_id: str
    signature: str


async def insert_notifications(connection: DirectConnection, rows: Sequence[Signed]) -> int:
    """Returns the number of callbacks to judge. Repeated callbacks are skipped, except failures, because
    every failed payment of a bill sends the same text."""
    # Sorted, so that two replicas cannot deadlock.
    by_digest = sorted({_digest(row.kind, row.signature.encode()): row for row in rows}.items())
    columns = [
        [one.kind for _, one in by_digest],
        [digest for digest, _ in by_digest],
        [one.raw for _, one in by_digest],
        [one.bill_id for _, one in by_digest],
    ]
    return len(await connection.fetch(_KEEP, *columns, clock.ahead()))


async def insert_forged(session: AsyncSession, kind: str, raw: bytes, at: datetime) -> None:
    values = {"kind": kind, "digest": _digest(kind, raw), "raw": raw, "at": at, "most": MAX_FORGED}
    await session.execute(_FORGED, values)


async def find_unjudged(session: AsyncSession, now: datetime, most: int) -> list[Notification]:
    query = select(Notification).where(
        col(Notification.judged_at).is_(None), col(Notification.check_at) <= now
    )
    return list((await session.execute(query.order_by(col(Notification.check_at)).limit(most))).scalars())


async def lock_unjudged(session: AsyncSession, notification_id: int) -> Notification | None:
    """Returns None if another replica is judging the callback."""
    query = select(Notification).where(
        col(Notification.id) == notification_id, col(Notification.judged_at).is_(None)
    )
    found = await session.execute(query.with_for_update(skip_locked=True))
    return found.scalar_one_or_none()


async def list_judged(
    session: AsyncSession, judgement: str | None, before: int | None, most: int
) -> list[Notification]:
    """`waiting` selects callbacks that are not judged yet."""
    query = select(Notification)
    if judgement == _WAITING_SQL:
        query = query.where(col(Notification.judged_at).is_(None))
    elif judgement is not None:
        query = query.where(col(Notification.judgement) == judgement)
    if before is not None:
        query = query.where(col(Notification.id) < before)
    return list((await session.execute(query.order_by(col(Notification.id).desc()).limit(most))).scalars())


async def list_of_bills(session: AsyncSession, bill_ids: list[str], most: int) -> list[Notification]:
    query = select(Notification).where(col(Notification.bill_id).in_(bill_ids))
    return list((await session.execute(query.order_by(col(Notification.id).desc()).limit(most))).scalars())


def _digest(kind: str, raw: bytes) -> bytes:
    return hashlib.sha256(kind.encode() + b"\0" + raw).digest()


# A literal, because PostgreSQL does not use the index with parameters.
_UNPUBLISHED = text("(payments.status = 'review') <> (payments.mismatches_published % 2 = 1)")


async def find_unpublished(session: AsyncSession, most: int) -> list[Payment]:
    """Skips rows locked by another replica."""
    query = select(Payment).where(_UNPUBLISHED).order_by(col(Payment.id)).limit(most)
    query = query.with_for_update(skip_locked=True).execution_options(populate_existing=True)
    return list((await session.execute(query)).scalars())


async def get_decision(session: AsyncSession, decision_id: int) -> MismatchDecision | None:
    """The decision is locked."""
    query = select(MismatchDecision).where(col(MismatchDecision.id) == decision_id).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


async def claim_decision(
    session: AsyncSession, decision_id: int, seen: datetime | None, again_at: datetime
) -> bool:
    """Returns False if another replica has claimed the decision."""
    row = update(MismatchDecision).where(
        col(MismatchDecision.id) == decision_id, col(MismatchDecision.check_at) == seen
    )
    done = await session.execute(row.values(check_at=again_at).returning(col(MismatchDecision.id)))
    return done.first() is not None


async def find_due_decisions(session: AsyncSession, now: datetime, most: int) -> list[MismatchDecision]:
    query = select(MismatchDecision).where(col(MismatchDecision.check_at) <= now)
    return list((await session.execute(query.order_by(col(MismatchDecision.check_at)).limit(most))).scalars())


async def insert_payment_method(session: AsyncSession, user_id: int, confirmed_by: str, at: datetime) -> bool:
    """Returns False if the person already has a confirmed method."""
    row = insert(PaymentMethod).values(user_id=user_id, confirmed_by=confirmed_by, confirmed_at=at)
    done = await session.execute(row.on_conflict_do_nothing().returning(col(PaymentMethod.user_id)))
    return done.first() is not None


async def find_missed_methods(session: AsyncSession, most: int) -> list[int]:
    has_method = (
        select(PaymentMethod).where(col(PaymentMethod.user_id) == col(PayoutAccount.user_id)).exists()
    )
    query = select(col(PayoutAccount.user_id)).where(~has_method).limit(most)
    return list((await session.execute(query)).scalars())
