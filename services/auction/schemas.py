"""What goes over HTTP about auctions and bids."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from libs.kit.money import RinggitOut
from libs.kit.schemas import Id, In, Instant, Out
from services.auction.models import Person

Sen = Annotated[int, Field(strict=True, ge=0, le=10**11)]
Written = Annotated[str, Field(max_length=40)]


class TermsIn(In):
    """The terms of an auction that catalog is about to list; money in sen, from one part of the house to another."""

    model_config = In.model_config | {"alias_generator": None, "validate_by_name": True}

    starting_price: Sen
    reserve_price: Sen | None = None
    buy_now_price: Sen | None = None
    bid_increment: Sen
    ends_at: Instant


class ReservedOut(Out):
    """The id under which the auction will open."""

    auction_id: int


class BidIn(In):
    """A bid in RM. Who bids and when is not for the client to say: `userId` must agree, `timestamp` is ignored."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"amount": 110.0}}}

    amount: int | float | Written | bool | None
    user_id: Id | None = None
    timestamp: int | float | Written | None = None


class BidderOut(Out):
    """Who bid, as everybody may know it; whoever is gone has no name."""

    id: int
    name: str
    is_deleted: bool


class BidOut(Out):
    """A bid."""

    id: int
    auction_id: int
    bidder_id: int
    bidder: BidderOut
    amount: RinggitOut
    placed_at: datetime
    is_winning: bool


class ExtensionOut(Out):
    """How late bids move the end."""

    window_seconds: int
    seconds: int
    cap_seconds: int


class AuctionFiguresOut(Out):
    """The figures of an auction."""

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
    effective_ends_at: datetime
    status: str
    created_at: datetime
    updated_at: datetime
    bid_count: int
    minimum_bid: RinggitOut
    reserve_met: bool | None
    outcome: str | None
    winner_id: int | None
    extension: ExtensionOut
    server_now: datetime
    seq: int
    epoch: int


class LotImageOut(Out):
    """A picture of the lot."""

    id: int
    image_url: str
    image_order: int


class LotSellerOut(Out):
    """Who sells it; whoever is gone has no name."""

    id: int
    username: str
    is_deleted: bool


class LotOut(Out):
    """What is for sale."""

    id: int
    name: str
    brand: str
    description: str
    volume: int
    remaining_percentage: int
    category_id: int
    batch_code: str | None
    purchase_year: int | None
    box_condition: str
    image_url: str | None
    images: list[LotImageOut]
    seller_id: int
    seller: LotSellerOut


class AuctionOut(AuctionFiguresOut):
    """An auction with its lot and its latest bids, newest first."""

    bids: list[BidOut]
    product: LotOut | None


class BidPlacedOut(Out):
    """An accepted bid and the auction right after it."""

    bid: BidOut
    auction: AuctionFiguresOut


class RoomOut(Out):
    """Where a live room stands."""

    auction_id: int
    seq: int
    epoch: int


class MatterOut(Out):
    """One thing that is still open; the words for it are the reader's."""

    code: Literal["live_auction", "leading_bid"]
    auction_id: int


class MattersOut(Out):
    """What is still open for a person."""

    matters: list[MatterOut]


def lot_of(card: dict[str, Any], seller: Person) -> LotOut:
    """The lot from the fact that catalog told."""
    images = [LotImageOut(id=n + 1, image_url=url, image_order=n) for n, url in enumerate(card["images"])]
    return LotOut(
        id=card["productId"],
        name=card["name"],
        brand=card["brand"],
        description=card["description"],
        volume=card["volumeMl"],
        remaining_percentage=card["remainingPercent"],
        category_id=card["categoryId"],
        batch_code=card["batchCode"],
        purchase_year=card["purchaseYear"],
        box_condition=card["boxCondition"],
        image_url=images[0].image_url if images else None,
        images=images,
        seller_id=card["sellerId"],
        seller=LotSellerOut(id=card["sellerId"], username=seller.username, is_deleted=seller.is_deleted),
    )
