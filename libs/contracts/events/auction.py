"""Facts about auctions and the bids placed in them."""

from datetime import datetime
from typing import ClassVar

from libs.contracts.fact import Fact, Id, Sen


class AuctionFact(Fact):
    """A fact about one auction."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"
    key_field: ClassVar[str] = "auction_id"


class AuctionOpened(AuctionFact):
    """Bidding on a product began. Whether there is a reserve is public, its amount is not."""

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


class BidPlaced(AuctionFact):
    """A bid was accepted; the figures are the auction's right after it."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    bid_id: Id
    bidder_id: Id
    bidder_name: str
    """Masked for the public, such as `a***z`."""
    amount: Sen
    placed_at: datetime
    previous_bidder_id: Id | None
    bid_count: int
    minimum_bid: Sen
    ends_at: datetime
    reserve_met: bool | None
    epoch: int


class AuctionExtended(AuctionFact):
    """A bid in the last moments moved the end."""

    auction_id: Id
    product_id: Id
    ends_at: datetime
    epoch: int
