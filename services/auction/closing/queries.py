from datetime import datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from services.auction.bidding.queries import COUNTS


async def find_contradictions(session: AsyncSession, since: datetime, most: int) -> list[int]:
    """Returns auctions whose state contradicts their bids. In a consistent auction, the newest bid that is
    not voided leads and exceeds the previous bid, and bids are numbered without gaps."""
    return [row.id for row in await session.execute(_CONTRADICTIONS, {"since": since, "most": most})]


# Relies on the index of `ends_at`. An index of `updated_at` would have to be written for every bid.
_CONTRADICTIONS = text(f"""
SELECT a.id FROM (
    SELECT * FROM auctions WHERE status = 'active' AND updated_at >= :since
) AS a
LEFT JOIN LATERAL (
    SELECT b.seq FROM bids AS b WHERE b.auction_id = a.id ORDER BY b.seq DESC LIMIT 1
) AS newest ON true
LEFT JOIN LATERAL (
    SELECT b.seq, b.amount, b.bidder_id FROM bids AS b WHERE b.auction_id = a.id AND {COUNTS}
    ORDER BY b.seq DESC LIMIT 1
) AS leads ON true
LEFT JOIN LATERAL (
    SELECT b.amount FROM bids AS b WHERE b.auction_id = a.id AND b.seq < leads.seq AND {COUNTS}
    ORDER BY b.seq DESC LIMIT 1
) AS before ON true
WHERE a.last_seq <> coalesce(newest.seq, 0) OR leads.amount <= before.amount
    OR (newest.seq > 1 AND NOT EXISTS (
        SELECT FROM bids AS b WHERE b.auction_id = a.id AND b.seq = newest.seq - 1))
    OR a.current_bid IS DISTINCT FROM leads.amount OR a.current_bidder_id IS DISTINCT FROM leads.bidder_id
ORDER BY a.id LIMIT :most
""")  # noqa: S608 - text of our own
