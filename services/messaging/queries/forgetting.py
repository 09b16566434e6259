"""What an erased person wrote, emptied in pieces; that something was written stays."""

from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

AT_ONCE = 1_000

# What is shown and what it is found by; the mark of a deleted message stands in its place.
_MESSAGES = text("""
UPDATE messages SET content = '', terms = NULL, warnings = '{}', file_id = NULL, client_id = NULL,
    deleted_at = coalesce(deleted_at, statement_timestamp())
WHERE id IN (SELECT id FROM messages
    WHERE sender_id = :user_id AND message_type <> 'ACTION' AND (content <> '' OR deleted_at IS NULL)
    ORDER BY id LIMIT :most)""")
# The job of the service deletes the files themselves.
_FILES = text("""
WITH gone AS (DELETE FROM message_files
    WHERE id IN (SELECT id FROM message_files WHERE sender_id = :user_id LIMIT :most) RETURNING token)
INSERT INTO discarded_files (token) SELECT token FROM gone ON CONFLICT DO NOTHING""")
# The sentence that the platform wrote for a buyer names what was sold.
_CONFIRMATIONS = text("""
UPDATE messages SET content = 'I have confirmed the purchase.', terms = NULL
WHERE id IN (SELECT m.id FROM deals AS d JOIN messages AS m ON m.deal_id = d.id
    WHERE d.seller_id = :user_id AND d.product_name <> '' AND m.message_type = 'TEXT'
    AND m.content NOT IN ('', 'I have confirmed the purchase.') LIMIT :most)""")
# The seller's words for what was sold; the deal itself is the record of the sale.
_SALES = text("""
UPDATE deals SET product_name = '', image_url = NULL
WHERE id IN (SELECT id FROM deals WHERE seller_id = :user_id AND product_name <> '' LIMIT :most)""")
# What a buyer wrote of sellers, and a seller of buyers and in reply.
_REVIEWS = text("""
UPDATE reviews SET comment = ''
WHERE id IN (SELECT id FROM reviews
    WHERE buyer_id = :user_id AND about = 'seller' AND comment <> '' LIMIT :most)""")
_BUYER_REVIEWS = text("""
UPDATE reviews SET comment = ''
WHERE id IN (SELECT id FROM reviews
    WHERE seller_id = :user_id AND about = 'buyer' AND comment <> '' LIMIT :most)""")
_REVIEW_PICTURES = text("""
WITH gone AS (DELETE FROM review_pictures
    WHERE id IN (SELECT id FROM review_pictures WHERE owner_id = :user_id LIMIT :most) RETURNING token)
INSERT INTO discarded_files (token) SELECT token FROM gone ON CONFLICT DO NOTHING""")
_REPLIES = text("""
UPDATE reviews SET reply = ''
WHERE id IN (SELECT id FROM reviews WHERE seller_id = :user_id AND reply <> '' LIMIT :most)""")
_WRITTEN_REPORTS = text("""
UPDATE message_reports SET words = '', context = '[]'
WHERE id IN (SELECT id FROM message_reports
    WHERE reporter_id = :user_id AND (words <> '' OR context <> '[]') LIMIT :most)""")
_REPORTS_ABOUT = text("""
UPDATE message_reports SET words = '', context = '[]'
WHERE id IN (SELECT id FROM message_reports
    WHERE about_id = :user_id AND (words <> '' OR context <> '[]') LIMIT :most)""")
# Why staff took a step of an order of theirs, and where its parcel went.
_STEP_WORDS = text("""
UPDATE deal_events SET details = details - ARRAY['words', 'tracking']
WHERE (deal_id, number) IN (SELECT e.deal_id, e.number FROM deals AS d JOIN deal_events AS e ON e.deal_id = d.id
    WHERE (d.seller_id = :user_id OR d.buyer_id = :user_id) AND e.details ?| ARRAY['words', 'tracking'] LIMIT :most)""")
# Empty and not NULL: that the parcel had a number stays part of the record.
_TRACKING = text("""
UPDATE deals SET tracking_number = '' WHERE id IN (SELECT id FROM deals
    WHERE (seller_id = :user_id OR buyer_id = :user_id) AND tracking_number <> '' LIMIT :most)""")
_FLOORS = text("""
DELETE FROM offer_floors WHERE product_id IN (SELECT product_id FROM offer_floors
    WHERE seller_id = :user_id LIMIT :most)""")
# What they keep as favourite shows in what they were offered.
_RECEIVED = text("""
DELETE FROM favourite_offers WHERE (campaign_id, buyer_id) IN (SELECT campaign_id, buyer_id FROM favourite_offers
    WHERE buyer_id = :user_id LIMIT :most)""")
_STEPS = (
    _MESSAGES, _FILES, _CONFIRMATIONS, _SALES, _REVIEWS, _BUYER_REVIEWS, _REVIEW_PICTURES, _REPLIES, _WRITTEN_REPORTS,
    _REPORTS_ABOUT, _STEP_WORDS, _TRACKING, _FLOORS, _RECEIVED,
)  # fmt: skip


async def forget_words(session: AsyncSession, user_id: int) -> bool:
    """Empty the next of a person's words; return whether there may be more."""
    for step in _STEPS:
        done: Any = await session.execute(step, {"user_id": user_id, "most": AT_ONCE})
        if done.rowcount == AT_ONCE:
            return True
    return False
