"""Exports and erases personal data. Payments are retained."""

from typing import Any

from sqlalchemy import and_, or_, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.kit.http.export import One, Rows, plain
from libs.marketplace.people import export_replica
from services.boost.boosts.models import Boost, Order, ProductReplica, Receipt, Refund
from services.boost.payments.models import Payment, PaymentMethod
from services.boost.payouts.models import Payout, PayoutAccount, PayoutAccountChange
from services.boost.payouts.queries import PAYOUT_WAITS
from services.boost.protection.models import Evidence, Protection
from services.boost.wallet.models import Account, Entry, Posting

# Columns about staff, which are not exported.
_OF_STAFF = {"decided_by", "decision_asked_by", "claimed_by", "claimed_until"}


def export_person(user_id: int) -> list[One | Rows]:
    wallet = select(col(Account.id)).where(col(Account.kind) == "wallet", col(Account.owner_id) == user_id)
    return [
        export_replica(user_id),
        Rows(
            "products",
            ProductReplica,
            col(ProductReplica.seller_id) == user_id,
            [col(ProductReplica.product_id)],
            plain(),
        ),
        Rows("boost_orders", Order, col(Order.seller_id) == user_id, [col(Order.id)], _export_orders),
        Rows(
            "wallet",
            Posting,
            col(Posting.account_id).in_(wallet),
            [col(Posting.number)],
            _export_lines,
        ),
        Rows(
            "deals_bought",
            Protection,
            col(Protection.buyer_id) == user_id,
            [col(Protection.deal_id)],
            plain(exclude={*_OF_STAFF, "appeal_words"}),
        ),
        Rows(
            "deals_sold",
            Protection,
            col(Protection.seller_id) == user_id,
            [col(Protection.deal_id)],
            plain(exclude={*_OF_STAFF, "appeal_words", "dispute_words", "return_tracking"}),
        ),
        Rows(
            "dispute_appeals",
            Protection,
            and_(
                or_(col(Protection.buyer_id) == user_id, col(Protection.seller_id) == user_id),
                col(Protection.appealed_by) == user_id,
            ),
            [col(Protection.deal_id)],
            plain(exclude=set(Protection.model_fields) - {"deal_id", "appealed_at", "appeal_words"}),
        ),
        Rows(
            "dispute_evidence",
            Evidence,
            col(Evidence.author_id) == user_id,
            [col(Evidence.id)],
            plain(exclude={"token"}),
        ),
        *_export_payouts(user_id),
    ]


def _export_payouts(user_id: int) -> list[One | Rows]:
    return [
        Rows(
            "payout_accounts",
            PayoutAccount,
            col(PayoutAccount.user_id) == user_id,
            [col(PayoutAccount.user_id)],
            plain(exclude={"sealed"}),
        ),
        Rows(
            "payment_methods",
            PaymentMethod,
            col(PaymentMethod.user_id) == user_id,
            [col(PaymentMethod.user_id)],
            plain(),
        ),
        Rows(
            "payout_account_changes",
            PayoutAccountChange,
            col(PayoutAccountChange.user_id) == user_id,
            [col(PayoutAccountChange.id)],
            plain(),
        ),
        Rows("payouts", Payout, col(Payout.user_id) == user_id, [col(Payout.id)], plain(exclude={"sealed"})),
    ]


async def _export_orders(session: AsyncSession, rows: list[Order]) -> list[Any]:
    ids = [row.known_id for row in rows]
    parts: dict[str, tuple[Any, set[str]]] = {
        "payments": (Payment, {"ask_at", "started_at"}),
        "boosts": (Boost, set()),
        "receipts": (Receipt, set()),
        "refunds": (Refund, {"staff_id"}),
    }
    shown = {row.known_id: row.model_dump(mode="json") for row in rows}
    for name, (table, hidden) in parts.items():
        query = select(table).where(table.order_id.in_(ids))
        for part in (await session.execute(query)).scalars():
            shown[part.order_id].setdefault(name, []).append(part.model_dump(mode="json", exclude=hidden))
    return list(shown.values())


async def _export_lines(session: AsyncSession, rows: list[Posting]) -> list[Any]:
    query = select(Entry).where(col(Entry.id).in_([row.entry_id for row in rows]))
    entries = {row.known_id: row for row in (await session.execute(query)).scalars()}
    return [
        entries[row.entry_id].model_dump(mode="json", exclude={"key"})
        | row.model_dump(mode="json", include={"amount", "balance"})
        for row in rows
    ]


AT_ONCE = 1_000

_RECEIPTS = text("""
UPDATE receipts SET seller_name = '' WHERE order_id IN (SELECT r.order_id FROM receipts AS r
    JOIN boost_orders AS o ON o.id = r.order_id
    WHERE o.seller_id = :user_id AND r.seller_name <> '' LIMIT :most)""")
# The provider's message names the payer.
_NOTIFICATIONS = text("""
UPDATE payment_notifications SET raw = '', judged_at = coalesce(judged_at, statement_timestamp()),
    judgement = coalesce(judgement, 'forgotten')
WHERE id IN (SELECT n.id FROM boost_orders AS o JOIN payments AS p ON p.order_id = o.id
    JOIN payment_notifications AS n ON n.bill_id = p.bill_id
    WHERE o.seller_id = :user_id AND n.raw <> '' LIMIT :most)""")
_REFUNDS = text("""
UPDATE refunds SET words = '' WHERE id IN (SELECT r.id FROM boost_orders AS o
    JOIN refunds AS r ON r.order_id = o.id WHERE o.seller_id = :user_id AND r.words <> '' LIMIT :most)""")
_KEYS = text("""
UPDATE boost_orders SET client_key = NULL WHERE id IN (SELECT id FROM boost_orders
    WHERE seller_id = :user_id AND client_key IS NOT NULL LIMIT :most)""")
_DEAL_NOTIFICATIONS = text("""
UPDATE payment_notifications SET raw = '', judged_at = coalesce(judged_at, statement_timestamp()),
    judgement = coalesce(judgement, 'forgotten')
WHERE id IN (SELECT n.id FROM protections AS d JOIN payments AS p ON p.deal_id = d.deal_id
    JOIN payment_notifications AS n ON n.bill_id = p.bill_id
    WHERE d.buyer_id = :user_id AND n.raw <> '' LIMIT :most)""")
_DISPUTES = text("""
UPDATE protections SET dispute_words = '' WHERE deal_id IN (SELECT deal_id FROM protections
    WHERE buyer_id = :user_id AND dispute_words <> '' LIMIT :most)""")
# The reason given by staff may name either person. The tracking number identifies both people.
_DECISIONS = text("""
UPDATE protections SET decision_words = '', return_tracking = NULL WHERE deal_id IN (SELECT deal_id
    FROM protections WHERE (buyer_id = :user_id OR seller_id = :user_id)
    AND (decision_words <> '' OR return_tracking IS NOT NULL) LIMIT :most)""")
_APPEALS = text("""
UPDATE protections SET appeal_words = '' WHERE deal_id IN (SELECT deal_id FROM protections
    WHERE (buyer_id = :user_id OR seller_id = :user_id) AND appealed_by = :user_id AND appeal_words <> ''
    LIMIT :most)""")
# A sweep deletes files that have no row.
_EVIDENCE = text("""
UPDATE dispute_evidence SET words = '', token = NULL WHERE id IN (SELECT id FROM dispute_evidence
    WHERE author_id = :user_id AND (words <> '' OR token IS NOT NULL) LIMIT :most)""")
_ACCOUNT = text("DELETE FROM payout_accounts WHERE user_id = :user_id")
_SIGNALS = text("DELETE FROM signals WHERE user_id = :user_id")
# A payout in progress needs its account, which is erased when the payout ends.
_PAYOUTS = text("""
UPDATE payouts SET client_key = NULL, last_four = '' WHERE id IN (SELECT id FROM payouts
    WHERE user_id = :user_id AND (client_key IS NOT NULL OR last_four <> '') LIMIT :most)""")
_CHANGES = text("""
DELETE FROM payout_account_changes WHERE id IN (SELECT id FROM payout_account_changes
    WHERE user_id = :user_id LIMIT :most)""")
# Erases the reasons given by staff. The acts are kept.
_PAYOUT_ACTS = text("""
UPDATE staff_acts SET reason = '' WHERE id IN (SELECT a.id FROM payouts AS p
    JOIN staff_acts AS a ON a.payout_id = p.id WHERE p.user_id = :user_id AND a.reason <> '' LIMIT :most)""")
_PAYMENT_ACTS = text("""
UPDATE staff_acts SET reason = '' WHERE id IN (SELECT a.id FROM payments AS p
    JOIN staff_acts AS a ON a.payment_id = p.id
    LEFT JOIN boost_orders AS o ON o.id = p.order_id LEFT JOIN protections AS d ON d.deal_id = p.deal_id
    WHERE :user_id IN (o.seller_id, d.buyer_id, d.seller_id) AND a.reason <> '' LIMIT :most)""")
_MISMATCHES = text("""
UPDATE mismatch_decisions SET reason = '' WHERE id IN (SELECT m.id FROM payments AS p
    JOIN mismatch_decisions AS m ON m.payment_id = p.id
    LEFT JOIN boost_orders AS o ON o.id = p.order_id LEFT JOIN protections AS d ON d.deal_id = p.deal_id
    WHERE :user_id IN (o.seller_id, d.buyer_id, d.seller_id) AND m.reason <> '' LIMIT :most)""")
_ORDER_REQUESTS = text("""
UPDATE second_person_requests SET reason = '' WHERE id IN (SELECT r.id FROM boost_orders AS o
    JOIN second_person_requests AS r ON r.order_id = o.id
    WHERE o.seller_id = :user_id AND r.reason <> '' LIMIT :most)""")
_DEAL_REQUESTS = text("""
UPDATE second_person_requests SET reason = '' WHERE id IN (SELECT r.id FROM protections AS d
    JOIN second_person_requests AS r ON r.deal_id = d.deal_id
    WHERE :user_id IN (d.buyer_id, d.seller_id) AND r.reason <> '' LIMIT :most)""")
_METHOD = text("DELETE FROM payment_methods WHERE user_id = :user_id")
_HOLDS = text(f"""
DELETE FROM payout_holds WHERE pair_id IN (SELECT pair_id FROM payout_holds
    WHERE (bidder_id = :user_id OR seller_id = :user_id) AND NOT ({PAYOUT_WAITS}) LIMIT :most)""")  # noqa: S608 - ours
_STEPS = (
    _RECEIPTS, _NOTIFICATIONS, _REFUNDS, _KEYS, _DEAL_NOTIFICATIONS, _DISPUTES, _DECISIONS, _APPEALS, _EVIDENCE,
    _ACCOUNT, _SIGNALS, _PAYOUTS, _CHANGES, _PAYOUT_ACTS, _PAYMENT_ACTS, _MISMATCHES, _ORDER_REQUESTS,
    _DEAL_REQUESTS, _METHOD, _HOLDS,
)  # fmt: skip


async def erase_words(session: AsyncSession, user_id: int) -> bool:
    """Returns True if more rows may remain."""
    for step in _STEPS:
        done: Any = await session.execute(step, {"user_id": user_id, "most": AT_ONCE})
        if done.rowcount == AT_ONCE:
            return True
    return False
