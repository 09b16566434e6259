"""What messaging holds about a person, for their export: each list along an index of its own."""

from sqlmodel import col

from libs.kit.http.export import One, Rows, person, plain
from services.messaging.models.conversations import Block, Message, MessageFile
from services.messaging.models.copies import ProductCopy
from services.messaging.models.deals import Deal
from services.messaging.models.offers import FavouriteCampaign, FavouriteOffer, Offer, OfferFloor
from services.messaging.models.reviews import Review, ReviewPicture, Verification


def of_person(user_id: int) -> list[One | Rows]:
    """Return every part of the export; what others wrote to them is theirs to read too."""
    sent, got = col(Message.sender_id) == user_id, col(Message.receiver_id) == user_id
    own = plain(exclude={"warnings"})
    along = [col(Message.id)]
    return [
        person(user_id),
        Rows(
            "products",
            ProductCopy,
            col(ProductCopy.seller_id) == user_id,
            [col(ProductCopy.product_id)],
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
        # Never those of a seller: who keeps a listing is not theirs to know.
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
    # What the other person wrote stays hidden here too until it is revealed.
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
