"""Which facts everybody may follow, and what of them is shown: what visitors see too, and nothing of who
bids."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from pydantic.alias_generators import to_camel

from libs.contracts.events import auction, catalog
from libs.contracts.fact import Fact

PublicKind = Literal[
    "AuctionOpened", "AuctionChanged", "BidPlaced", "BidsVoided", "AuctionExtended", "AuctionCancelled", "AuctionEnded",
    "ProductListed", "ProductChanged", "ProductRemoved", "ProductSold",
]  # fmt: skip
PUBLIC_KINDS: tuple[PublicKind, ...] = get_args(PublicKind)
_LOT = ("auction_id", "product_id", "seller_id")
_BOTTLE = (
    "product_id", "seller_id", "auction_id", "listing_type", "category_id", "price", "stock_quantity", "volume_ml",
    "remaining_percent", "purchase_year", "box_condition", "concentration", "state",
)  # fmt: skip
_TERMS = (*_LOT, "starting_price", "bid_increment", "buy_now_price", "has_reserve", "ends_at")
# Field by field: one that a fact gets later is not shown before it stands here.
SHOWN: dict[PublicKind, tuple[type[Fact], tuple[str, ...]]] = {
    "AuctionOpened": (auction.AuctionOpened, (*_TERMS, "starts_at")),
    "AuctionChanged": (auction.AuctionChanged, (*_TERMS, "minimum_bid", "changed_at")),
    "BidPlaced": (
        auction.BidPlaced,
        (
            *_LOT, "bid_id", "amount", "placed_at", "bid_count", "minimum_bid", "ends_at", "reserve_met", "is_auto",
        ),
    ),
    "BidsVoided": (auction.BidsVoided, (*_LOT, "current_bid", "bid_count", "reserve_met", "voided_at")),
    "AuctionExtended": (auction.AuctionExtended, ("auction_id", "product_id", "ends_at")),
    "AuctionCancelled": (auction.AuctionCancelled, (*_LOT, "cancelled_at")),
    "AuctionEnded": (
        auction.AuctionEnded, (*_LOT, "outcome", "price", "highest_bid", "bid_count", "ended_at"),
    ),
    "ProductListed": (catalog.ProductListed, (*_BOTTLE, "listed_at", "relist_of")),
    "ProductChanged": (catalog.ProductChanged, (*_BOTTLE, "status", "changed", "changed_at")),
    "ProductRemoved": (catalog.ProductRemoved, ("product_id", "seller_id", "auction_id", "removed_at")),
    "ProductSold": (catalog.ProductSold, ("product_id", "seller_id", "auction_id", "price", "sold_at")),
}  # fmt: skip
_FIELDS = {fact.type_name(): (kind, tuple(map(to_camel, names))) for kind, (fact, names) in SHOWN.items()}


@dataclass(frozen=True)
class PublicEvent:
    """A fact as everybody may see it, at its place in the record."""

    place: int
    kind: PublicKind
    at: datetime
    data: dict[str, Any]


@dataclass(frozen=True)
class Wishes:
    """Which events are followed: those of some kinds, of one auction, of one listing; empty is all."""

    kinds: frozenset[str] = frozenset()
    auction_id: int | None = None
    product_id: int | None = None

    def include(self, event: PublicEvent) -> bool:
        """Return whether an event is among them."""
        if self.kinds and event.kind not in self.kinds:
            return False
        if self.auction_id is not None and event.data.get("auctionId") != self.auction_id:
            return False
        return self.product_id is None or event.data.get("productId") == self.product_id


def public_event(place: int, type_name: str, at: datetime, data: Mapping[str, Any]) -> PublicEvent | None:
    """Return a fact of the record as everybody may see it; None for one that is not for everybody."""
    if (shown := _FIELDS.get(type_name)) is None:
        return None
    kind, names = shown
    return PublicEvent(place, kind, at, {name: data[name] for name in names if name in data})
