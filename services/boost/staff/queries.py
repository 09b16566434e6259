from collections.abc import Collection
from datetime import datetime
from typing import Literal, NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from services.boost.protection.rules import EVIDENCE_FOR
from services.boost.staff.models import SecondPersonRequest, StaffAct

MAX_ACTS = 200


async def list_of_payouts(session: AsyncSession, payout_ids: Collection[int]) -> list[StaffAct]:
    query = select(StaffAct).where(col(StaffAct.payout_id).in_(payout_ids))
    return list((await session.execute(query.order_by(col(StaffAct.id).desc()).limit(MAX_ACTS))).scalars())


async def list_of_payments(session: AsyncSession, payment_ids: Collection[int]) -> list[StaffAct]:
    query = select(StaffAct).where(col(StaffAct.payment_id).in_(payment_ids))
    return list((await session.execute(query.order_by(col(StaffAct.id).desc()).limit(MAX_ACTS))).scalars())


def _select_open() -> SelectOfScalar[SecondPersonRequest]:
    return select(SecondPersonRequest).where(col(SecondPersonRequest.ended_at).is_(None))


def select_orders_asked_for(now: datetime) -> SelectOfScalar[int | None]:
    return _subjects(col(SecondPersonRequest.order_id), now)


def select_deals_asked_for(now: datetime) -> SelectOfScalar[int | None]:
    return _subjects(col(SecondPersonRequest.deal_id), now)


def _subjects(column: Mapped[int | None], now: datetime) -> SelectOfScalar[int | None]:
    # Credits are excluded, because they are shown with their case.
    is_other = col(SecondPersonRequest.outcome) != "credit"
    return select(column).where(
        col(SecondPersonRequest.ended_at).is_(None), column.is_not(None), col(SecondPersonRequest.until) > now,
        is_other,
    )  # fmt: skip


async def find_request_about_order(session: AsyncSession, order_id: int) -> SecondPersonRequest | None:
    query = _select_open().where(col(SecondPersonRequest.order_id) == order_id)
    return (await session.execute(query)).scalar_one_or_none()


async def find_request_about_deal(session: AsyncSession, deal_id: int) -> SecondPersonRequest | None:
    query = _select_open().where(col(SecondPersonRequest.deal_id) == deal_id)
    return (await session.execute(query)).scalar_one_or_none()


async def find_agreed(session: AsyncSession, deal_id: int, moments: Collection[datetime]) -> set[int]:
    """Staff who requested the decisions that were approved at these times."""
    if not moments:
        return set()
    query = select(SecondPersonRequest.asked_by).where(
        col(SecondPersonRequest.deal_id) == deal_id,
        col(SecondPersonRequest.ended_as) == "agreed",
        col(SecondPersonRequest.ended_at).in_(moments),
    )
    return set((await session.execute(query)).scalars())


async def find_waiting_orders(session: AsyncSession, order_ids: Collection[int], now: datetime) -> set[int]:
    query = select_orders_asked_for(now).where(col(SecondPersonRequest.order_id).in_(order_ids))
    return {row for row in (await session.execute(query)).scalars() if row is not None}


async def find_waiting_deals(session: AsyncSession, deal_ids: Collection[int], now: datetime) -> set[int]:
    query = select_deals_asked_for(now).where(col(SecondPersonRequest.deal_id).in_(deal_ids))
    return {row for row in (await session.execute(query)).scalars() if row is not None}


# Queues are counted up to a hundred rows. The oldest time is taken from these rows.
MAX_COUNTED = 100


class OpenWork(NamedTuple):
    what: Literal["disputes", "withheld", "payments", "payouts", "refunds", "decisions", "dispute_appeals"]
    number: int
    since: datetime | None


# Each subquery uses a partial index.
_OPEN_WORK = text("""
SELECT 'disputes' AS what, count(*), min(at) AS since FROM (
    SELECT evidence_until - CAST(:evidence_for AS interval) AS at FROM protections
    WHERE state = 'disputed' ORDER BY deal_id LIMIT :most) AS first
UNION ALL
SELECT 'dispute_appeals', count(*), min(at) FROM (SELECT appealed_at AS at FROM protections
    WHERE state = 'appealed' ORDER BY deal_id LIMIT :most) AS first
UNION ALL
SELECT 'withheld', count(*), min(at) FROM (SELECT h.changed_at AS at FROM protections AS p
    JOIN payout_holds AS h ON h.state = 'confirmed' AND ((h.bidder_id, h.seller_id) = (p.buyer_id, p.seller_id)
        OR (h.bidder_id, h.seller_id) = (p.seller_id, p.buyer_id))
    WHERE p.state = 'withheld' ORDER BY p.deal_id LIMIT :most) AS first
UNION ALL
SELECT 'payments', count(*), min(at) FROM (SELECT coalesce(paid_at, created_at) AS at FROM payments
    WHERE status = 'review' ORDER BY id LIMIT :most) AS first
UNION ALL
SELECT 'payouts', count(*), min(at) FROM (SELECT coalesce(unanswered_since, created_at) AS at FROM payouts
    WHERE due_at IS NOT NULL AND trouble IS NOT NULL LIMIT :most) AS first
UNION ALL
SELECT 'refunds', count(*), min(at) FROM (SELECT asked_at AS at FROM second_person_requests
    WHERE ended_at IS NULL AND order_id IS NOT NULL AND outcome <> 'credit' AND until > :now LIMIT :most) AS first
UNION ALL
SELECT 'decisions', count(*), min(at) FROM (SELECT asked_at AS at FROM second_person_requests
    WHERE ended_at IS NULL AND deal_id IS NOT NULL AND outcome <> 'credit' AND until > :now LIMIT :most) AS first""")


async def count_open_work(session: AsyncSession, now: datetime) -> list[OpenWork]:
    found = await session.execute(_OPEN_WORK, {"most": MAX_COUNTED, "now": now, "evidence_for": EVIDENCE_FOR})
    return [OpenWork(*row) for row in found]
