"""What the tables hold of all that boost has published, by the keys of its facts."""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.events.reconcile import Books, Row
from services.boost.domain.fold import boost

A_PAGE = {"yield_per": 1_000}

# An order that was paid when none of its products was for sale any more has featured nothing.
_ORDERS = text(
    "SELECT o.id AS key, o.version, o.created_at AS since, o.seller_id, o.package_id, o.package_type, "
    "o.product_ids, o.amount, o.duration_hours, EXISTS (SELECT FROM boosts b WHERE b.order_id = o.id) AS is_paid, "
    "o.refunded, coalesce((SELECT sum(r.amount) FROM refunds r WHERE r.order_id = o.id AND r.kind = 'late'), 0) "
    "AS late FROM boost_orders o ORDER BY o.id"
)
# The balance is the sum of all postings, so the ledger is compared with what was told and not with itself.
_WALLETS = text(
    "SELECT 'wallet-' || a.owner_id AS key, a.number AS version, min(e.at) AS since, sum(p.amount) AS balance, "
    "max(e.id) AS entry_id FROM ledger_accounts a JOIN ledger_postings p ON p.account_id = a.id "
    "JOIN ledger_entries e ON e.id = p.entry_id WHERE a.kind = 'wallet' GROUP BY a.id ORDER BY a.id"
)
# Before its money came a deal has told nothing, and of the states in which it is held nothing.
_DEALS = text(
    "SELECT 'deal-' || d.deal_id AS key, d.version, d.held_at AS since, d.seller_id, d.buyer_id, d.amount, d.fee, "
    "CASE WHEN d.ended_at IS NULL THEN 'held' ELSE d.state END AS state, d.refunded, "
    "d.disputed_at IS NOT NULL AS is_disputed, "
    "(SELECT count(*) FROM dispute_evidence e WHERE e.deal_id = d.deal_id) AS evidence "
    "FROM protections d WHERE d.held_at IS NOT NULL ORDER BY d.deal_id"
)
_PAYOUTS = text(
    "SELECT 'payout-' || id AS key, version, ended_at AS since, user_id, amount, status FROM payouts "
    "WHERE ended_at IS NOT NULL ORDER BY id"
)


async def boosts(session: AsyncSession) -> AsyncIterator[Row]:
    """Yield every order, wallet, hold and payout. Call in a transaction that sees one moment."""
    for query in (_ORDERS, _WALLETS, _DEALS, _PAYOUTS):
        async for found in (await session.stream(query, execution_options=A_PAGE)).mappings():
            yield _row(dict(found))


def _row(found: dict[str, Any]) -> Row:
    for name in ("late", "balance"):  # sums come as decimals
        if name in found:
            found[name] = int(found[name])
    return Row(str(found.pop("key")), found.pop("version"), found.pop("since"), found)


BOOKS = (Books("wangi.boosts", frozenset({"", "wallet", "deal", "payout"}), boost, boosts),)
