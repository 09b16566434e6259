from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.http.export import One, Rows, plain
from libs.marketplace.people import export_replica
from services.messaging.attachments.models import MessageFile
from services.messaging.conversations.models import Block
from services.messaging.deals.models import Deal
from services.messaging.messages.models import Message
from services.messaging.offers.models import FavouriteCampaign, FavouriteOffer, Offer, OfferFloor
from services.messaging.replicas.models import ProductReplica
from services.messaging.reviews.models import Review, ReviewPicture
from services.messaging.verification.models import Verification


def export_person(user_id: int) -> list[One | Rows]:
    """Includes messages that other people wrote to this person."""
    sent, got = col(Message.sender_id) == user_id, col(Message.receiver_id) == user_id
    own = plain(exclude={"warnings"})
    along = [col(Message.id)]
    return [
        export_replica(user_id),
        Rows(
            "products",
            ProductReplica,
            col(ProductReplica.seller_id) == user_id,
            [col(ProductReplica.product_id)],
            plain(),
        ),
        Rows("messages_sent", Message, sent, along, own),
        Rows("messages_received", Message, got, along, own),
        Rows("files", MessageFile, col(MessageFile.sender_id) == user_id, [col(MessageFile.id)], plain()),
        Rows("blocks", Block, col(Block.blocker_id) == user_id, [col(Block.blocked_id)], plain()),
        Rows("purchases", Deal, col(Deal.buyer_id) == user_id, [col(Deal.id)], plain()),
        Rows("sales", Deal, col(Deal.seller_id) == user_id, [col(Deal.id)], plain()),
        *_offers(user_id),
        *_reviews(user_id),
    ]


def _offers(user_id: int) -> list[Rows]:
    return [
        Rows(
            "offers_made_to_sellers",
            Offer,
            col(Offer.buyer_id) == user_id,
            [col(Offer.product_id), col(Offer.id)],
            plain(),
        ),
        Rows("offers_as_seller", Offer, col(Offer.seller_id) == user_id, [col(Offer.id)], plain()),
        Rows(
            "offer_floors",
            OfferFloor,
            col(OfferFloor.seller_id) == user_id,
            [col(OfferFloor.product_id)],
            plain(),
        ),
        # Only received offers, because sent offers would reveal who saved the listing.
        Rows(
            "offers_received_as_favourite",
            FavouriteOffer,
            col(FavouriteOffer.buyer_id) == user_id,
            [col(FavouriteOffer.campaign_id)],
            plain(),
        ),
        Rows(
            "offers_to_favourites",
            FavouriteCampaign,
            col(FavouriteCampaign.seller_id) == user_id,
            [col(FavouriteCampaign.created_at), col(FavouriteCampaign.id)],
            plain(),
        ),
    ]


def _reviews(user_id: int) -> list[Rows]:
    # The other person's review is secret until it is revealed.
    is_public = col(Review.revealed_at).is_not(None)
    return [
        Rows(
            "verification",
            Verification,
            col(Verification.seller_id) == user_id,
            [col(Verification.seller_id)],
            plain(),
        ),
        Rows(
            "reviews_as_buyer",
            Review,
            (col(Review.buyer_id) == user_id) & ((col(Review.about) == "seller") | is_public),
            [col(Review.id)],
            plain(),
        ),
        Rows(
            "reviews_as_seller",
            Review,
            (col(Review.seller_id) == user_id) & ((col(Review.about) == "buyer") | is_public),
            [col(Review.id)],
            plain(),
        ),
        Rows(
            "review_pictures",
            ReviewPicture,
            col(ReviewPicture.owner_id) == user_id,
            [col(ReviewPicture.id)],
            plain(),
        ),
    ]


AT_ONCE = 1_000


# Deleted messages leave a placeholder.
_MESSAGES = text("""
UPDATE messages SET content = '', terms = NULL, warnings = '{}', file_id = NULL, client_id = NULL,
    deleted_at = coalesce(deleted_at, statement_timestamp())
WHERE id IN (SELECT id FROM messages
    WHERE sender_id = :user_id AND message_type <> 'ACTION' AND (content <> '' OR deleted_at IS NULL)
    ORDER BY id LIMIT :most)""")


# A job deletes the files.
_FILES = text("""
WITH gone AS (DELETE FROM message_files
    WHERE id IN (SELECT id FROM message_files WHERE sender_id = :user_id LIMIT :most) RETURNING token)
INSERT INTO discarded_files (token) SELECT token FROM gone ON CONFLICT DO NOTHING""")


# This sentence contains the title of the listing.
_CONFIRMATIONS = text("""
UPDATE messages SET content = 'I have confirmed the purchase.', terms = NULL
WHERE id IN (SELECT m.id FROM deals AS d JOIN messages AS m ON m.deal_id = d.id
    WHERE d.seller_id = :user_id AND d.product_name <> '' AND m.message_type = 'TEXT'
    AND m.content NOT IN ('', 'I have confirmed the purchase.') LIMIT :most)""")


# The seller wrote the listing title. The deal is kept as a record.
_SALES = text("""
UPDATE deals SET product_name = '', image_url = NULL
WHERE id IN (SELECT id FROM deals WHERE seller_id = :user_id AND product_name <> '' LIMIT :most)""")


# The person's reviews of sellers, the person's reviews of buyers, and the person's replies as seller.
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


_STEP_WORDS = text("""
UPDATE deal_events SET details = details - ARRAY['words', 'tracking']
WHERE (deal_id, number) IN (SELECT e.deal_id, e.number FROM deals AS d JOIN deal_events AS e ON e.deal_id = d.id
    WHERE (d.seller_id = :user_id OR d.buyer_id = :user_id) AND e.details ?| ARRAY['words', 'tracking'] LIMIT :most)""")


# Empty instead of NULL, to record that there was a tracking number.
_TRACKING = text("""
UPDATE deals SET tracking_number = '' WHERE id IN (SELECT id FROM deals
    WHERE (seller_id = :user_id OR buyer_id = :user_id) AND tracking_number <> '' LIMIT :most)""")


_FLOORS = text("""
DELETE FROM offer_floors WHERE product_id IN (SELECT product_id FROM offer_floors
    WHERE seller_id = :user_id LIMIT :most)""")


# Received offers reveal which listings a person saved.
_RECEIVED = text("""
DELETE FROM favourite_offers WHERE (campaign_id, buyer_id) IN (SELECT campaign_id, buyer_id FROM favourite_offers
    WHERE buyer_id = :user_id LIMIT :most)""")


_STEPS = (
    _MESSAGES, _FILES, _CONFIRMATIONS, _SALES, _REVIEWS, _BUYER_REVIEWS, _REVIEW_PICTURES, _REPLIES, _WRITTEN_REPORTS,
    _REPORTS_ABOUT, _STEP_WORDS, _TRACKING, _FLOORS, _RECEIVED,
)  # fmt: skip


async def forget_words(session: AsyncSession, user_id: int) -> bool:
    """Returns True if more rows may remain."""
    for step in _STEPS:
        done: Any = await session.execute(step, {"user_id": user_id, "most": AT_ONCE})
        if done.rowcount == AT_ONCE:
            return True
    return False
