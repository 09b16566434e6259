"""Events of sales after auctions, published by auction."""

from datetime import datetime
from typing import Literal

from libs.contracts.event import Id, Sen
from libs.contracts.events.admin import CaseReason, Outcome
from libs.contracts.events.auction import AuctionEvent
from libs.contracts.events.trades import CancelledBy


class SaleEvent(AuctionEvent):
    """An event of a sale after an auction, apart from the auction's room, which ends with `AuctionEnded`."""

    auction_id: Id
    product_id: Id
    seller_id: Id

    @property
    def key(self) -> str:
        """The events after one auction, in order."""
        return f"sale-{self.auction_id}"


class PaymentReminded(SaleEvent):
    """Half of the payment window is over, and the seller has not confirmed the payment."""

    winner_id: Id
    price: Sen
    pay_by: datetime
    reminded_at: datetime


class SaleSettled(SaleEvent):
    """A sale was paid, was not paid in time, or was cancelled. If unpaid, the listing is free."""

    winner_id: Id
    price: Sen
    paid: bool
    settled_at: datetime
    # The number of the sale of this listing. None in older events.
    sale_number: int | None = None
    # Who cancelled it. None if the seller reported paid or unpaid.
    cancelled_by: CancelledBy | None = None


class SecondChanceOffered(SaleEvent):
    """The seller offered the listing to another bidder at their last bid."""

    bidder_id: Id
    price: Sen
    offered_at: datetime
    expires_at: datetime


class SecondChanceAnswered(SaleEvent):
    """The bidder accepted (followed by `AuctionWon`), declined, or let the second chance expire."""

    bidder_id: Id
    price: Sen
    answer: Literal["accepted", "declined", "expired"]
    answered_at: datetime


class StrikeGiven(AuctionEvent):
    """A winner did not pay: the number of strikes in ninety days, and until when they may not bid, if so."""

    user_id: Id
    auction_id: Id
    product_id: Id
    seller_id: Id
    strikes: int
    suspended_until: datetime | None
    given_at: datetime
    # None in older events.
    strike_id: Id | None = None

    @property
    def key(self) -> str:
        """The events of one person, in order."""
        return f"strikes-{self.user_id}"


class StrikeReviewed(AuctionEvent):
    """A strike was withdrawn or upheld: the current number of strikes, and until when its person may not
    bid, if so."""

    case_id: Id
    strike_id: Id
    user_id: Id
    auction_id: Id
    product_id: Id
    seller_id: Id
    lifted: bool
    outcome: Outcome
    reason: CaseReason
    strikes: int
    suspended_until: datetime | None
    decided_at: datetime

    @property
    def key(self) -> str:
        """The events of one strike, in order."""
        return f"strike-{self.strike_id}"
