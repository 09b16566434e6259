"""Field names follow the first client (AUC-26, AUC-27, AUC-48)."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from libs.kit.errors import InvalidInput
from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut
from services.catalog.listings.queries import ListingDetails
from services.catalog.listings.schemas import AuctionTermsIn, ProductIn, ProductOut, product_out

Ignored = Annotated[str, Field(max_length=40)]


class OwnAuctionIn(AuctionTermsIn):
    """`startsAt` and `status` are ignored, because the platform sets both (C35)."""

    starts_at: Ignored | None = None
    status: Ignored | None = None
    seller_id: Id | None = None


class NewAuctionIn(OwnAuctionIn):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "productId": 12,
                "startingPrice": 80,
                "bidIncrement": 5,
                "endsAt": "2030-01-31T12:00:00Z",
            }
        }
    }

    product_id: Id


class AuctionedProductIn(ProductIn):
    """The auction terms are sent next to the listing, not inside it."""

    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "name": "Blanc Matin",
                "brand": "Verrane",
                "categoryId": 1,
                "volume": 100,
                "description": "Bought at the counter in KLCC, sprays well, box included.",
            }
        }
    }

    listing_type: Literal["auction"] = "auction"
    auction: None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.stock_quantity < 1:
            raise InvalidInput.field("stockQuantity", "Stock quantity must be at least 1")
        return self


class AuctionChangeIn(In):
    """Accepted only before the first bid (U22). `product` also changes the listing."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"auction": {"startingPrice": 90, "endsAt": "2030-01-31T12:00:00Z"}}}
    }

    auction: OwnAuctionIn
    product: AuctionedProductIn | None = None
    seller_id: Id | None = None

    @property
    def claims(self) -> set[int]:
        claimed = (self.seller_id, self.auction.seller_id, self.product.seller_id if self.product else None)
        return {item for item in claimed if item is not None}


class OwnAuctionOut(Out):
    id: int
    product_id: int
    seller_id: int
    starting_price: RinggitOut
    reserve_price: RinggitOut | None
    buy_now_price: RinggitOut | None
    current_bid: RinggitOut | None
    current_bidder_id: int | None
    bid_increment: RinggitOut
    starts_at: datetime
    ends_at: datetime
    status: str
    bid_count: int
    # Always empty, because the auction has no bids yet.
    bids: Annotated[list[int], Field(max_length=0)]
    created_at: datetime
    updated_at: datetime
    product: ProductOut


def own_auction(details: ListingDetails, terms: AuctionTermsIn, now: datetime) -> OwnAuctionOut:
    product = details.product
    began = (details.auction and details.auction.starts_at) or product.created_at
    return OwnAuctionOut(
        **terms.model_dump(
            include={"starting_price", "reserve_price", "buy_now_price", "bid_increment", "ends_at"}
        ),
        id=product.known_auction_id,
        product_id=product.known_id,
        seller_id=product.seller_id,
        starts_at=began,
        status="active",
        current_bid=None,
        current_bidder_id=None,
        bid_count=0,
        bids=[],
        created_at=began,
        updated_at=product.updated_at,
        product=product_out(details, now),
    )
