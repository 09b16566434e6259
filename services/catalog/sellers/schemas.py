from datetime import datetime
from typing import Annotated

from pydantic import Field

from libs.kit.http.schemas import Out
from services.catalog.listings.queries import ListingDetails


class SellerOut(Out):
    """Former members have an empty name."""

    id: int
    username: str
    shop_name: str
    is_deleted: bool
    profile_image: str | None
    is_verified: bool
    is_verified_too: Annotated[bool, Field(alias="is_verified")]
    is_trusted: bool
    # From the seller's public reviews, as on the seller's page.
    average_rating: float | None
    reviews: int
    created_at: datetime | None


def seller_out(details: ListingDetails) -> SellerOut:
    """A seller is trusted (C8) if verified, or with a delivered order and at least four stars."""
    seller, reviews = details.seller, details.seller_reviews
    return SellerOut(
        id=seller.user_id,
        username=seller.username,
        shop_name=seller.shop_name,
        is_deleted=seller.is_deleted,
        profile_image=seller.image,
        is_verified=seller.is_verified,
        is_verified_too=seller.is_verified,
        is_trusted=seller.is_verified or details.has_trust,
        average_rating=round(details.seller_tenths / reviews / 10, 1) if reviews else None,
        reviews=reviews,
        created_at=seller.joined_at,
    )
