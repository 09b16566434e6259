"""Events of sales after auctions, published by auction."""

from datetime import datetime
from typing import Literal

from libs.contracts.event import Id, Sen
from libs.contracts.events.admin import CaseReason, Outcome
from libs.contracts.events.auction import AuctionEvent
from libs.contracts.events.trades import CancelledBy


class SaleEvent(AuctionEvent):
    """An event of a sale after an auction, outside of the auction room, which ends with `AuctionEnded`."""

    auction_id: Id
    product_id: Id
    seller_id: Id

    @property
    def key(self) -> str:
        """Keeps the events after an auction in order."""
        return f"sale-{self.auction_id}"


class PaymentReminded(SaleEvent):
    """Half of the payment window has passed, and the seller has not confirmed the payment."""

    winner_id: Id
    price: Sen
    pay_by: datetime
    reminded_at: datetime


class SaleSettled(SaleEvent):
    """A sale was paid, not paid in time, or cancelled."""

    winner_id: Id
    price: Sen
    paid: bool
    settled_at: datetime
    # The number of this sale of the listing. None in older events.
    sale_number: int | None = None
    # Who cancelled the sale. None if it was paid or reported as unpaid.
    cancelled_by: CancelledBy | None = None
    # True if the seller has the bottle and no sale of the listing is open or paid. False in older events.
    is_free: bool = False
    # True if the bottle is unavailable, was not delivered or had to be refunded. Then it does not go back
    # on sale by itself.
    in_doubt: bool = False


class SecondChanceOffered(SaleEvent):
    """The seller offered the listing to another bidder at that bidder's last bid."""

    bidder_id: Id
    price: Sen
    offered_at: datetime
    expires_at: datetime


class SecondChanceAnswered(SaleEvent):
    """The bidder accepted (followed by `AuctionWon`) or declined the second chance, or let it expire."""

    bidder_id: Id
    price: Sen
    answer: Literal["accepted", "declined", "expired"]
    answered_at: datetime


class StrikeGiven(AuctionEvent):
    """A winner did not pay.
    `strikes` counts the last ninety days. `suspended_until` is set if the winner may not bid."""

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
        """Keeps the strikes of a person in order."""
        return f"strikes-{self.user_id}"


class StrikeReviewed(AuctionEvent):
    """A strike was withdrawn or upheld.
    The event contains the current number of strikes, and until when the person may not bid, if at all."""

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
        """Keeps the events of a strike in order."""
        return f"strike-{self.strike_id}"
