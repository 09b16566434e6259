"""What is too old to be kept."""

from datetime import datetime, timedelta

from libs.kit.db import signals
from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old
from services.boost.payouts import queries as payouts_queries

NOTIFICATIONS_FOR, FORGED_FOR = timedelta(days=90), timedelta(days=7)
CHANGES_FOR = timedelta(days=400)
UNPAID_FOR, ASKS_FOR = timedelta(days=400), timedelta(hours=1)
# An order with money in it, paid or late, stays.
_UNPAID = (
    "status IN ('expired', 'cancelled') AND created_at < :before AND NOT EXISTS "
    "(SELECT FROM refunds WHERE refunds.order_id = boost_orders.id)"
)
# Deals that were not paid here; where a bill was paid all the same, the buyer was credited.
_OUTSIDE = (
    "state IN ('cancelled', 'outside') AND created_at < :before AND NOT EXISTS "
    "(SELECT FROM payments WHERE payments.deal_id = protections.deal_id AND payments.status = 'paid')"
)
_FORGED = "judgement = 'forged' AND received_at < :before"


async def delete_old_rows(database: Database, now: datetime) -> None:
    """Delete old notifications, orders that were never paid, changes of accounts, and counted questions."""
    old = "received_at < :before AND judged_at IS NOT NULL"
    await delete_old(database, "payment_notifications", old, {"before": now - NOTIFICATIONS_FOR})
    await delete_old(database, "payment_notifications", _FORGED, {"before": now - FORGED_FOR})
    await delete_old(database, "boost_orders", _UNPAID, {"before": now - UNPAID_FOR}, piece=1_000)
    await delete_old(database, "protections", _OUTSIDE, {"before": now - UNPAID_FOR}, piece=1_000)
    changes = {"before": now - CHANGES_FOR}
    await delete_old(database, "payout_account_changes", "changed_at < :before", changes)
    await delete_old(database, "provider_asks", "asked_at < :before", {"before": now - ASKS_FOR})
    await signals.trim(database, now)
    await payouts_queries.delete_old_holds(database, now)
