from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from libs.contracts.event import ErasureAcknowledged, Event, Id, Sen


class AuctionEvent(Event):
    """An event of an auction."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"
    key_field: ClassVar[str] = "auction_id"


class AuctionOpened(AuctionEvent):
    """Bidding on a product has started. The existence of a reserve price is public, but its amount is not."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    starting_price: Sen
    bid_increment: Sen
    buy_now_price: Sen | None
    has_reserve: bool
    starts_at: datetime
    ends_at: datetime
    epoch: int


class AuctionChanged(AuctionEvent):
    """The seller changed the terms of an auction before the first bid."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    starting_price: Sen
    bid_increment: Sen
    buy_now_price: Sen | None
    has_reserve: bool
    minimum_bid: Sen
    ends_at: datetime
    changed_at: datetime
    epoch: int


class BidPlaced(AuctionEvent):
    """A bid was accepted. Amounts are the auction's amounts after this bid."""

    words: ClassVar[frozenset[str]] = frozenset({"bidder_name"})

    auction_id: Id
    product_id: Id
    seller_id: Id
    bid_id: Id
    bidder_id: Id
    # Masked, such as `a***z`.
    bidder_name: Annotated[str, Field(max_length=100)]
    amount: Sen
    placed_at: datetime
    previous_bidder_id: Id | None
    bid_count: int
    minimum_bid: Sen
    ends_at: datetime
    reserve_met: bool | None
    epoch: int
    # True for an automatic bid on behalf of a bidder with a secret maximum.
    is_auto: bool = False
    # The bidder whose bid an automatic bid answers. Voiding that person's bids also voids the automatic bid.
    answers_id: Id | None = None


class AuctionExtended(AuctionEvent):
    """A late bid extended the auction."""

    auction_id: Id
    product_id: Id
    ends_at: datetime
    epoch: int


class AuctionCancelled(AuctionEvent):
    """An auction was cancelled, because the seller may no longer sell or the listing was withdrawn."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    reason: Literal["seller_banned", "seller_erased", "listing_withdrawn", "listing_removed"]
    cancelled_at: datetime
    epoch: int


class AuctionEnded(AuctionEvent):
    """An auction has ended. `price` is set only if the listing was sold."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    outcome: Literal["sold", "bought_now", "reserve_not_met", "no_bids"]
    winner_id: Id | None
    price: Sen | None
    highest_bidder_id: Id | None
    highest_bid: Sen | None
    bid_count: int
    ended_at: datetime
    epoch: int


class AuctionWon(AuctionEvent):
    """A bidder won an auction and has until `pay_by` to pay. The deal starts with this event."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    winner_id: Id
    price: Sen
    won_at: datetime
    pay_by: datetime
    # The number of this sale of the listing. None in older events.
    sale_number: int | None = None
    # True if the seller and this buyer agreed on the Buy Now price.
    bought_now: bool = False

    @property
    def key(self) -> str:
        """Different from the key of the auction's other events, because the auction room ends with
        `AuctionEnded`."""
        return f"won-{self.auction_id}"


class BidsVoided(AuctionEvent):
    """All bids of a person on an auction are void, as are all automatic bids that answered these bids.
    Amounts are those of the remaining bids."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    bidder_id: Id
    reason: Literal["bidder_banned", "bidder_erased", "retracted"]
    # The newest of these bids. All bids up to this event by `bidder_id`, or with this person in `answers_id`,
    # are void.
    bid_ids: Annotated[list[Id], Field(max_length=100)]
    current_bid: Sen | None
    current_bidder_id: Id | None
    bid_count: int
    reserve_met: bool | None
    voided_at: datetime
    epoch: int
    # Why the bidder asked staff to void the bids, and which member of staff did.
    retracted_for: Literal["typo", "changed_description", "other"] | None = None
    by_admin_id: Id | None = None
    # Number of voided bids. None in older events, which listed every bid.
    bids_voided: int | None = None

    @classmethod
    def parse(cls, data: dict[str, Any]) -> Self:
        """Older events list every bid. Only the newest bids are kept."""
        named = data.get("bidIds")
        return super().parse({**data, "bidIds": named[-100:]} if isinstance(named, list) else data)


class AuctionEndingSoon(AuctionEvent):
    """An auction ends soon. Published once, even if the end of the auction changes later."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    price: Sen
    ends_at: datetime
    notified_at: datetime

    @property
    def key(self) -> str:
        return f"ending-{self.auction_id}"


class BidderEvent(AuctionEvent):
    """An event of an auction for a single bidder, outside of the auction's own sequence.
    The listing's title is omitted, because this topic is retained longer than a person's words may be."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    user_id: Id


class BidderOutbid(BidderEvent):
    """Another bidder is leading with `price`.
    Published once after each bid of this person, at most once a minute."""

    price: Sen
    ends_at: datetime
    outbid_at: datetime

    @property
    def key(self) -> str:
        return f"outbid-{self.auction_id}-{self.user_id}"


class BidderReminded(BidderEvent):
    """The auction ends soon, and another bidder is leading."""

    price: Sen
    ends_at: datetime
    notified_at: datetime

    @property
    def key(self) -> str:
        return f"reminded-{self.auction_id}-{self.user_id}"


class BidderLost(BidderEvent):
    """The auction has ended. The listing was sold to another bidder for `price`, or not sold."""

    outcome: Literal["sold", "bought_now", "reserve_not_met"]
    price: Sen | None
    lost_at: datetime

    @property
    def key(self) -> str:
        return f"lost-{self.auction_id}-{self.user_id}"


class BidderReleased(BidderEvent):
    """The auction was cancelled, and with it all bids."""

    released_at: datetime

    @property
    def key(self) -> str:
        return f"released-{self.auction_id}-{self.user_id}"


class PersonForgotten(ErasureAcknowledged):
    """Auction has erased a person's data."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"
