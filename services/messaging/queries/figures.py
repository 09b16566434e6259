"""The newest deliveries of a seller."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from services.messaging.domain.figures import Deliveries

_DELIVERIES = text("""
WITH newest AS (
    SELECT id, seller_id, buyer_id, delivered_at FROM deals
    WHERE seller_id = :seller_id AND delivered_at IS NOT NULL ORDER BY delivered_at DESC LIMIT :most
)
SELECT count(*), count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM message_reports r
        WHERE r.reporter_id = newest.buyer_id AND r.about_id = newest.seller_id AND r.deal_id = newest.id)),
    percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM newest.delivered_at - paid.at))
FROM newest LEFT JOIN LATERAL (
    SELECT min(at) AS at FROM deal_events WHERE deal_id = newest.id AND kind = 'confirm_payment'
) AS paid ON true""")


async def deliveries(session: AsyncSession, seller_id: int, most: int) -> Deliveries:
    """Return what the newest deliveries of a seller come to."""
    row = (await session.execute(_DELIVERIES, {"seller_id": seller_id, "most": most})).one()
    return Deliveries(row[0], row[1], row[2])
