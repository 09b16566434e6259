"""Facts about auctions and the bids placed in them."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from libs.contracts.fact import Fact, Id, Receipt, Sen


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


class AuctionChanged(AuctionFact):
    """The seller changed the terms before anybody had bid."""

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


class BidPlaced(AuctionFact):
    """A bid was accepted; the figures are the auction's right after it."""

    words: ClassVar[frozenset[str]] = frozenset({"bidder_name"})

    auction_id: Id
    product_id: Id
    seller_id: Id
    bid_id: Id
    bidder_id: Id
    # Masked for the public, such as `a***z`.
    bidder_name: Annotated[str, Field(max_length=100)]
    amount: Sen
    placed_at: datetime
    previous_bidder_id: Id | None
    bid_count: int
    minimum_bid: Sen
    ends_at: datetime
    reserve_met: bool | None
    epoch: int
    # An automatic bid for a person who had named a maximum; what that is stays their secret.
    is_auto: bool = False
    # Whose offer an automatic bid answers: it is voided with the bids of that person.
    answers_id: Id | None = None


class AuctionExtended(AuctionFact):
    """A bid in the last moments moved the end."""

    auction_id: Id
    product_id: Id
    ends_at: datetime
    epoch: int


class AuctionCancelled(AuctionFact):
    """An auction ended without a winner: its seller may not sell any more, or took the listing back."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    reason: Literal["seller_banned", "seller_erased", "listing_withdrawn", "listing_removed"]
    cancelled_at: datetime
    epoch: int


class AuctionEnded(AuctionFact):
    """The end has come, and this is how it went; a price only where something was sold."""

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


class AuctionWon(AuctionFact):
    """A person won, and has until `pay_by` to pay: the trade between the two begins with this."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    winner_id: Id
    price: Sen
    won_at: datetime
    pay_by: datetime
    # Which sale of the lot it is; None in facts of before it was told.
    sale_number: int | None = None
    # The seller and this buyer agreed on the Buy Now price.
    bought_now: bool = False

    @property
    def key(self) -> str:
        """Return a key beside the auction's own facts: its room ends with `AuctionEnded`."""
        return f"won-{self.auction_id}"


class BidsVoided(AuctionFact):
    """Every bid of one person on an auction, and each automatic bid made in answer to one, is void; the
    figures are those of the remaining bids."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    bidder_id: Id
    reason: Literal["bidder_banned", "bidder_erased", "retracted"]
    # The newest of them. All are the bids of `bidder_id` and those with `answers_id` of this bidder, up to
    # this fact.
    bid_ids: Annotated[list[Id], Field(max_length=100)]
    current_bid: Sen | None
    current_bidder_id: Id | None
    bid_count: int
    reserve_met: bool | None
    voided_at: datetime
    epoch: int
    # Why staff took them back, when the bidder asked for it; and who of the staff did.
    retracted_for: Literal["typo", "changed_description", "other"] | None = None
    by_admin_id: Id | None = None
    # How many they are; None in facts that still named each of them.
    bids_voided: int | None = None

    @classmethod
    def read(cls, data: dict[str, Any]) -> Self:
        """Return the fact; of those written before the limit, which named every bid, the newest bids are
        kept."""
        named = data.get("bidIds")
        return super().read({**data, "bidIds": named[-100:]} if isinstance(named, list) else data)


class AuctionEndingSoon(AuctionFact):
    """An auction has little time left; told once, whatever its end does afterwards."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    price: Sen
    ends_at: datetime
    told_at: datetime

    @property
    def key(self) -> str:
        return f"ending-{self.auction_id}"


class BidderFact(AuctionFact):
    """News of an auction for one person who has bid on it; beside the auction's own facts, whose numbers are
    the room's. What it sells is not named: words that a person wrote are not kept for as long as this topic
    is."""

    auction_id: Id
    product_id: Id
    seller_id: Id
    user_id: Id


class BidderOutbid(BidderFact):
    """Another person leads now, at this price; told once after each bid of one's own, at most once a
    minute."""

    price: Sen
    ends_at: datetime
    outbid_at: datetime

    @property
    def key(self) -> str:
        return f"outbid-{self.auction_id}-{self.user_id}"


class BidderReminded(BidderFact):
    """The auction ends soon, and another person leads."""

    price: Sen
    ends_at: datetime
    told_at: datetime

    @property
    def key(self) -> str:
        return f"reminded-{self.auction_id}-{self.user_id}"


class BidderLost(BidderFact):
    """It is over, and the lot goes to another person at this price, or is not sold."""

    outcome: Literal["sold", "bought_now", "reserve_not_met"]
    price: Sen | None
    lost_at: datetime

    @property
    def key(self) -> str:
        return f"lost-{self.auction_id}-{self.user_id}"


class BidderReleased(BidderFact):
    """The auction was cancelled, and with it every bid."""

    released_at: datetime

    @property
    def key(self) -> str:
        return f"released-{self.auction_id}-{self.user_id}"


class PersonForgotten(Receipt):
    """Nothing personal about an erased person is left in auction."""

    topic: ClassVar[str] = "wangi.auctions"
    producer: ClassVar[str] = "auction"
