"""What of other people's money waits for staff, counted as far as it is worth counting."""

from datetime import datetime
from typing import Literal, NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from services.boost.protection.rules import EVIDENCE_FOR

# A longer queue is "more than a hundred"; its oldest is then that of the first hundred in their order.
MOST = 100


class Waiting(NamedTuple):
    """How much of one kind waits, and since when."""

    what: Literal["disputes", "withheld", "payments", "payouts", "refunds", "decisions", "dispute_appeals"]
    number: int
    since: datetime | None


# Each along an index of what waits.
_WAITING = text("""
SELECT 'disputes' AS what, count(*), min(at) AS since FROM (
    SELECT evidence_until - CAST(:heard AS interval) AS at FROM protections
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


async def waiting(session: AsyncSession, now: datetime) -> list[Waiting]:
    """Return how much of each kind waits for staff."""
    found = await session.execute(_WAITING, {"most": MOST, "now": now, "heard": EVIDENCE_FOR})
    return [Waiting(*row) for row in found]
