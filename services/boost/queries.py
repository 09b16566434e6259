from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old
from libs.kit.events.reconcile import Books, Row
from libs.marketplace import account_signals
from services.boost.payouts.queries import delete_old_holds
from services.boost.projection import apply_event

NOTIFICATIONS_FOR, FORGED_FOR = timedelta(days=90), timedelta(days=7)
CHANGES_FOR = timedelta(days=400)
UNPAID_FOR, ASKS_FOR = timedelta(days=400), timedelta(hours=1)
# Orders with a refund are kept. Late payments are also stored as refunds.
_UNPAID = (
    "status IN ('expired', 'cancelled') AND created_at < :before AND NOT EXISTS "
    "(SELECT FROM refunds WHERE refunds.order_id = boost_orders.id)"
)
# Deals that were not paid here. Deals with a paid bill are kept, because the buyer was credited.
_OUTSIDE = (
    "state IN ('cancelled', 'outside') AND created_at < :before AND NOT EXISTS "
    "(SELECT FROM payments WHERE payments.deal_id = protections.deal_id AND payments.status = 'paid')"
)
_FORGED = "judgement = 'forged' AND received_at < :before"


async def delete_old_rows(database: Database, now: datetime) -> None:
    old = "received_at < :before AND judged_at IS NOT NULL"
    await delete_old(database, "payment_notifications", old, {"before": now - NOTIFICATIONS_FOR})
    await delete_old(database, "payment_notifications", _FORGED, {"before": now - FORGED_FOR})
    await delete_old(database, "boost_orders", _UNPAID, {"before": now - UNPAID_FOR}, piece=1_000)
    await delete_old(database, "protections", _OUTSIDE, {"before": now - UNPAID_FOR}, piece=1_000)
    changes = {"before": now - CHANGES_FOR}
    await delete_old(database, "payout_account_changes", "changed_at < :before", changes)
    await delete_old(database, "provider_asks", "asked_at < :before", {"before": now - ASKS_FOR})
    await account_signals.trim_signals(database, now)
    await delete_old_holds(database, now)


A_PAGE = {"yield_per": 1_000}


# An order paid after its products were sold has featured nothing.
_ORDERS = text(
    "SELECT o.id AS key, o.version, o.created_at AS since, o.seller_id, o.package_id, o.package_type, "
    "o.product_ids, o.amount, o.duration_hours, EXISTS (SELECT FROM boosts b WHERE b.order_id = o.id) AS is_paid, "
    "o.refunded, coalesce((SELECT sum(r.amount) FROM refunds r WHERE r.order_id = o.id AND r.kind = 'late'), 0) "
    "AS late FROM boost_orders o ORDER BY o.id"
)


# Sums all postings, to compare the ledger with the published balance.
_WALLETS = text(
    "SELECT 'wallet-' || a.owner_id AS key, a.number AS version, min(e.at) AS since, sum(p.amount) AS balance, "
    "max(e.id) AS entry_id FROM ledger_accounts a JOIN ledger_postings p ON p.account_id = a.id "
    "JOIN ledger_entries e ON e.id = p.entry_id WHERE a.kind = 'wallet' GROUP BY a.id ORDER BY a.id"
)


# Deals are published only after the money has arrived.
_DEALS = text(
    "SELECT 'deal-' || d.deal_id AS key, d.version, d.held_at AS since, d.seller_id, d.buyer_id, d.amount, d.fee, "
    "CASE WHEN d.ended_at IS NULL THEN 'held' ELSE d.state END AS state, d.refunded, "
    "d.disputed_at IS NOT NULL AS is_disputed, "
    "(SELECT count(*) FROM dispute_evidence e WHERE e.deal_id = d.deal_id) AS evidence "
    "FROM protections d WHERE d.held_at IS NOT NULL ORDER BY d.deal_id"
)


_PUBLIC_PAYOUTS = text(
    "SELECT 'payout-' || id AS key, version, ended_at AS since, user_id, amount, status FROM payouts "
    "WHERE ended_at IS NOT NULL ORDER BY id"
)


async def stream_public_state(session: AsyncSession) -> AsyncIterator[Row]:
    """Call in a transaction with one snapshot."""
    for query in (_ORDERS, _WALLETS, _DEALS, _PUBLIC_PAYOUTS):
        async for found in (await session.stream(query, execution_options=A_PAGE)).mappings():
            yield _public_row(dict(found))


def _public_row(found: dict[str, Any]) -> Row:
    for name in ("late", "balance"):  # Sums are returned as Decimal.
        if name in found:
            found[name] = int(found[name])
    return Row(str(found.pop("key")), found.pop("version"), found.pop("since"), found)


BOOKS = (
    Books("wangi.boosts", frozenset({"", "wallet", "deal", "payout"}), apply_event, stream_public_state),
)
