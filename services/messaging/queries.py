"""The published state by event key, compared with the projection."""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.events.reconcile import Books, Row
from services.messaging.projection import apply_conversation_event, apply_trade_event, extend_checksum

A_PAGE = {"yield_per": 1_000}


_MESSAGES = text("SELECT conversation_id, id, seq, sender_id FROM messages ORDER BY conversation_id, seq")


# Read positions are published as message ids.
_CONVERSATIONS = text(
    "SELECT c.id AS key, c.version, c.created_at AS since, c.low_id, c.high_id, c.started_by, c.seq, c.seq AS changes, "
    "low.received AS received_low, high.received AS received_high, low.last_message_id AS last_low, "
    "high.last_message_id AS last_high, read_low.id AS read_low, read_high.id AS read_high FROM conversations c "
    "JOIN conversation_sides low ON low.conversation_id = c.id AND low.user_id = c.low_id "
    "JOIN conversation_sides high ON high.conversation_id = c.id AND high.user_id = c.high_id "
    "LEFT JOIN messages read_low ON read_low.conversation_id = c.id AND read_low.receiver_id = c.low_id "
    "AND read_low.place = low.read "
    "LEFT JOIN messages read_high ON read_high.conversation_id = c.id AND read_high.receiver_id = c.high_id "
    "AND read_high.place = high.read ORDER BY c.id"
)


_BLOCKS = text(
    "SELECT 'block-' || blocker_id || '-' || blocked_id AS key, version, created_at AS since, is_active FROM blocks"
)


_REPORTS = text(
    "SELECT 'report-' || id AS key, 1 AS version, created_at AS since, reporter_id, about_id, message_id, deal_id, "
    "reason FROM message_reports"
)


# Cards are published only after they are confirmed.
_DEALS = text(
    "SELECT d.id AS key, d.version, coalesce(d.opened_at, d.updated_at) AS since, d.product_id, d.seller_id, "
    "d.buyer_id, d.conversation_id, d.amount, d.sold_by, d.auction_id, d.opened_at, d.state, d.courier, "
    "d.tracking_number IS NOT NULL AS has_tracking, s.id AS seller_review, b.id AS buyer_review, "
    "CASE WHEN s.revealed_at IS NOT NULL THEN s.rating_tenths END AS seller_stars, "
    "CASE WHEN b.revealed_at IS NOT NULL THEN b.rating_tenths END AS buyer_stars, "
    "s.replied_at FROM deals d "
    "LEFT JOIN reviews s ON s.deal_id = d.id AND s.about = 'seller' "
    "LEFT JOIN reviews b ON b.deal_id = d.id AND b.about = 'buyer' WHERE d.version > 0 ORDER BY d.id"
)


_OFFERS = text(
    "SELECT 'offer-' || id AS key, version, created_at AS since, product_id, seller_id, buyer_id, conversation_id, "
    "by, amount, answers_id, expires_at, state, deal_id FROM offers ORDER BY id"
)


_VERIFICATIONS = text(
    "SELECT 'seller-' || seller_id AS key, version, first_published_at AS since, "
    "verified_since IS NOT NULL AS is_verified, lost_for FROM verifications WHERE version > 0 ORDER BY seller_id"
)


async def list_conversation_states(session: AsyncSession) -> AsyncIterator[Row]:
    """Call in a repeatable-read transaction."""
    logs: dict[int, int] = {}
    async for item in await session.stream(_MESSAGES, execution_options=A_PAGE):
        logs[item.conversation_id] = extend_checksum(
            logs.get(item.conversation_id, 0), item.id, item.seq, item.sender_id
        )
    async for found in (await session.stream(_CONVERSATIONS, execution_options=A_PAGE)).mappings():
        yield _row(dict(found) | {"log": logs.get(found["key"], 0)})
    for query in (_BLOCKS, _REPORTS):
        async for found in (await session.stream(query, execution_options=A_PAGE)).mappings():
            yield _row(dict(found))


async def list_trade_states(session: AsyncSession) -> AsyncIterator[Row]:
    """Call in a repeatable-read transaction."""
    for query in (_DEALS, _OFFERS, _VERIFICATIONS):
        async for found in (await session.stream(query, execution_options=A_PAGE)).mappings():
            yield _row(dict(found))


def _row(found: dict[str, Any]) -> Row:
    return Row(str(found.pop("key")), found.pop("version"), found.pop("since"), found)


BOOKS = (
    Books(
        "wangi.messages",
        frozenset({"", "block", "report"}),
        apply_conversation_event,
        list_conversation_states,
    ),
    Books("wangi.trades", frozenset({"", "offer", "seller"}), apply_trade_event, list_trade_states),
)
