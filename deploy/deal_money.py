"""Compares deals in messaging with held money in boost and with sales in auction."""

from datetime import timedelta

from sqlalchemy import text

from libs.kit.db.database import Database

_STAFF_DECIDES = frozenset(
    {"inspection", "disputed", "decided", "appealed", "return_requested", "return_sent", "withheld"}
)
_DELIVERED = frozenset({"outside", "released", "split"}) | _STAFF_DECIDES
# The allowed states of the money for each state of the deal.
AGREEING: dict[str, frozenset[str]] = {
    "awaiting_payment": frozenset({"awaiting_funds"}),
    "awaiting_delivery": frozenset({"outside", "held"}) | _STAFF_DECIDES,
    "shipped": frozenset({"outside", "shipped"}) | _STAFF_DECIDES,
    "awaiting_review": _DELIVERED,
    "completed": _DELIVERED,
    "cancelled": frozenset({"cancelled", "outside", "refunded", "returned"}),
}
_MONEY = """
SELECT deals.id, deals.state AS deal, protections.state AS money
FROM messaging.deals JOIN boost.protections ON protections.deal_id = deals.id
WHERE deals.state || ' ' || protections.state <> ALL (:agreeing)
  AND deals.updated_at < now() - CAST(:grace AS interval)
  AND NOT EXISTS (
    SELECT FROM boost.protection_steps
    WHERE protection_steps.deal_id = deals.id AND protection_steps.at >= now() - CAST(:grace AS interval)
  )
ORDER BY deals.id
"""
_SALES = """
SELECT deals.id, deals.state AS deal,
  CASE WHEN sales.paid THEN 'paid' WHEN sales.paid IS NULL THEN 'open' ELSE 'unpaid or cancelled' END AS sale
FROM messaging.deals JOIN auction.sales
  ON sales.auction_id = deals.auction_id AND sales.number = deals.sale_number
WHERE sales.paid IS DISTINCT FROM CASE
    WHEN deals.state = 'cancelled' THEN false
    WHEN deals.state IN ('offered', 'unavailable', 'awaiting_payment') THEN NULL
    ELSE true
  END
  AND deals.updated_at < now() - CAST(:grace AS interval)
ORDER BY deals.id
"""


async def disagreements(database: Database, grace: timedelta = timedelta(minutes=1)) -> list[str]:
    """Describes deals whose state contradicts their money or their auction sale. Requires the migrator's
    role. Skips deals that changed within `grace`, because their events may not have arrived."""
    agreeing = [f"{deal} {money}" for deal, states in AGREEING.items() for money in states]
    async with database.reading() as session:
        money = (await session.execute(text(_MONEY), {"agreeing": agreeing, "grace": grace})).mappings().all()
        sales = (await session.execute(text(_SALES), {"grace": grace})).mappings().all()
    return [
        *(f"deal {row['id']}: {row['deal']}, its money {row['money']}" for row in money),
        *(f"deal {row['id']}: {row['deal']}, its sale {row['sale']}" for row in sales),
    ]
