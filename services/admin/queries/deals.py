"""Purchases in figures: added to, and counted for two people and for a seller."""

from collections.abc import Collection, Mapping
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.signals import MOST_SHARERS
from services.admin.domain.deals import (
    AT_ONCE,
    HIGH_STARS,
    LEAST_DEALS,
    LEAST_SALES,
    MOST_DEALS,
    DealPart,
    Pair,
    Sales,
)
from services.admin.domain.risk import WINDOW

_COLUMNS = {
    "deal_id": "bigint", "seller_id": "bigint", "buyer_id": "bigint", "seen_at": "timestamptz",
    "opened_at": "timestamptz", "is_won": "boolean", "delivered_at": "timestamptz", "cancelled_by": "text",
    "stars": "int", "is_disputed": "boolean", "is_refunded": "boolean",
}  # fmt: skip
_ARRAYS = ", ".join(f"CAST(:{name} AS {kind}[])" for name, kind in _COLUMNS.items())
# In one order, so that two batches never wait for each other in a circle.
_ADD = text(f"""
INSERT INTO risk_deals AS r ({", ".join(_COLUMNS)}) SELECT * FROM unnest({_ARRAYS}) ORDER BY 1
ON CONFLICT (deal_id) DO UPDATE SET seen_at = least(r.seen_at, excluded.seen_at),
    opened_at = coalesce(r.opened_at, excluded.opened_at), is_won = r.is_won OR excluded.is_won,
    delivered_at = least(r.delivered_at, excluded.delivered_at),
    cancelled_by = coalesce(r.cancelled_by, excluded.cancelled_by), stars = coalesce(r.stars, excluded.stars),
    is_disputed = r.is_disputed OR excluded.is_disputed, is_refunded = r.is_refunded OR excluded.is_refunded
""")  # noqa: S608 - our names
# Each buyer's newest purchases, and of them those of the window before the newest. What staff has decided
# upon counts among all, and speaks against the two no more.
_PAIRS = text("""
WITH parts AS (
    SELECT d.*, max(d.opened_at) OVER (PARTITION BY d.buyer_id) AS newest
    FROM unnest(CAST(:people AS bigint[])) AS person (id) CROSS JOIN LATERAL (
        SELECT * FROM risk_deals WHERE buyer_id = person.id AND opened_at IS NOT NULL
        ORDER BY opened_at DESC, deal_id DESC LIMIT :most) AS d
), counted AS (
    SELECT parts.*, count(*) OVER (PARTITION BY buyer_id) AS deals_in_all FROM parts
    WHERE opened_at > newest - CAST(:window AS interval)
)
SELECT c.buyer_id, c.seller_id, max(c.newest) AS newest, count(*) AS deals, max(c.deals_in_all) AS deals_in_all,
    count(c.delivered_at) AS delivered,
    count(*) FILTER (WHERE c.delivered_at < c.opened_at + CAST(:at_once AS interval)) AS quick,
    count(*) FILTER (WHERE c.stars >= :high) AS praised,
    count(*) FILTER (WHERE c.is_won AND c.cancelled_by IN ('buyer', 'seller', 'agreement')) AS won_and_cancelled,
    (SELECT count(*) FROM risk_deals AS b WHERE b.buyer_id = c.seller_id AND b.seller_id = c.buyer_id
        AND b.opened_at > max(c.newest) - CAST(:window AS interval)
        AND (max(p.decided_at) IS NULL OR b.opened_at > max(p.decided_at))) AS bought_back,
    (SELECT count(*) FROM risk_signals AS s JOIN risk_signals AS o ON o.kind = s.kind AND o.signal = s.signal
        WHERE s.user_id = c.buyer_id AND o.user_id = c.seller_id AND (SELECT count(*) FROM risk_signals AS every
            WHERE every.kind = s.kind AND every.signal = s.signal) <= :most_sharers) AS shared
FROM counted AS c
LEFT JOIN risk_pairs AS p ON p.bidder_id = c.buyer_id AND p.seller_id = c.seller_id AND p.kind = 'deals'
WHERE p.decided_at IS NULL OR c.opened_at > p.decided_at
GROUP BY c.buyer_id, c.seller_id HAVING count(*) >= :least ORDER BY c.buyer_id, c.seller_id""")
_SALES = text("""
WITH parts AS (
    SELECT d.*, max(d.opened_at) OVER (PARTITION BY d.seller_id) AS newest
    FROM unnest(CAST(:people AS bigint[])) AS person (id) CROSS JOIN LATERAL (
        SELECT * FROM risk_deals WHERE seller_id = person.id AND opened_at IS NOT NULL
        ORDER BY opened_at DESC, deal_id DESC LIMIT :most) AS d
)
SELECT c.seller_id, max(c.newest) AS newest, count(*) AS deals,
    count(*) FILTER (WHERE c.cancelled_by = 'seller') AS cancelled,
    count(*) FILTER (WHERE c.is_disputed) AS disputed, count(*) FILTER (WHERE c.is_refunded) AS refunded
FROM parts AS c
LEFT JOIN risk_pairs AS p ON p.bidder_id = c.seller_id AND p.seller_id = c.seller_id AND p.kind = 'sales'
WHERE c.opened_at > c.newest - CAST(:window AS interval)
    AND (p.decided_at IS NULL OR c.opened_at > p.decided_at)
GROUP BY c.seller_id HAVING count(*) >= :least ORDER BY c.seller_id""")


async def add(session: AsyncSession, parts: Mapping[int, DealPart]) -> None:
    """Add what a batch tells of purchases to what is known."""
    columns: dict[str, Any] = {name: list(map(attrgetter(name), parts.values())) for name in _COLUMNS}
    await session.execute(_ADD, columns)


async def pairs_of(
    session: AsyncSession, people: Collection[int]
) -> dict[tuple[int, int], tuple[Pair, datetime]]:
    """Return the figures of buyers with each seller of whom they bought often, and when they bought last."""
    values = {
        "people": people, "most": MOST_DEALS, "least": LEAST_DEALS, "window": WINDOW, "at_once": AT_ONCE,
        "high": HIGH_STARS, "most_sharers": MOST_SHARERS,
    }  # fmt: skip
    rows = (await session.execute(_PAIRS, values)).mappings()
    names = [one.name for one in fields(Pair)]
    return {
        (row["buyer_id"], row["seller_id"]): (Pair(**{name: row[name] for name in names}), row["newest"])
        for row in rows
    }


async def sales_of(session: AsyncSession, people: Collection[int]) -> dict[int, tuple[Sales, datetime]]:
    """Return what became of the sales of these sellers, and when they sold last."""
    values = {"people": people, "most": MOST_DEALS, "least": LEAST_SALES, "window": WINDOW}
    rows = (await session.execute(_SALES, values)).mappings()
    names = [one.name for one in fields(Sales)]
    return {row["seller_id"]: (Sales(**{name: row[name] for name in names}), row["newest"]) for row in rows}
