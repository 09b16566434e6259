"""What is personal about an erased seller, emptied in pieces; that something was paid stays."""

from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

AT_ONCE = 1_000

_RECEIPTS = text("""
UPDATE receipts SET seller_name = '' WHERE order_id IN (SELECT r.order_id FROM receipts AS r
    JOIN boost_orders AS o ON o.id = r.order_id
    WHERE o.seller_id = :user_id AND r.seller_name <> '' LIMIT :most)""")
# The provider's word names the payer.
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
_STEPS = (_RECEIPTS, _NOTIFICATIONS, _REFUNDS, _KEYS)


async def forget_words(session: AsyncSession, user_id: int) -> bool:
    """Empty the next of what is personal; return whether there may be more."""
    for step in _STEPS:
        done: Any = await session.execute(step, {"user_id": user_id, "most": AT_ONCE})
        if done.rowcount == AT_ONCE:
            return True
    return False
