"""Facts about what becomes of a lot after its auction has ended; the auction service tells them."""

from datetime import datetime
from typing import Literal

from libs.contracts.events.admin import CaseReason, Outcome
from libs.contracts.events.auction import AuctionFact
from libs.contracts.events.trades import CancelledBy
from libs.contracts.fact import Id, Sen


class SaleFact(AuctionFact):
    """What becomes of a lot after its end; beside the auction's own facts, whose room ends with
    `AuctionEnded`."""

    auction_id: Id
    product_id: Id
    seller_id: Id

    @property
    def key(self) -> str:
        """Return all that comes after one auction, in order."""
        return f"sale-{self.auction_id}"


class PaymentReminded(SaleFact):
    """Half of the time to pay is over, and the seller has not said yet that they were paid."""

    winner_id: Id
    price: Sen
    pay_by: datetime
    reminded_at: datetime


class SaleSettled(SaleFact):
    """The winner paid, or did not in time, or the sale was called off; the lot is free if not paid."""

    winner_id: Id
    price: Sen
    paid: bool
    settled_at: datetime
    # Which sale of the lot it is; None in facts of before it was told.
    sale_number: int | None = None
    # Who called it off; None where the seller said that it was paid or not.
    cancelled_by: CancelledBy | None = None


class SecondChanceOffered(SaleFact):
    """The seller offers the lot to a person who bid, at that bidder's own newest bid."""

    bidder_id: Id
    price: Sen
    offered_at: datetime
    expires_at: datetime


class SecondChanceAnswered(SaleFact):
    """The bidder took the offer (then `AuctionWon` follows), did not want it, or let its time pass."""

    bidder_id: Id
    price: Sen
    answer: Literal["accepted", "declined", "expired"]
    answered_at: datetime


class StrikeGiven(AuctionFact):
    """A winner did not pay: how often that was in ninety days, and until when they may not bid, if so."""

    user_id: Id
    auction_id: Id
    product_id: Id
    seller_id: Id
    strikes: int
    suspended_until: datetime | None
    given_at: datetime
    # None in facts of before strikes had ids.
    strike_id: Id | None = None

    @property
    def key(self) -> str:
        """Return those of one person, in order."""
        return f"strikes-{self.user_id}"


class StrikeReviewed(AuctionFact):
    """What came of staff's decision about a strike: it was taken back, or stays; how many count now, and
    until when its person may not bid, if so."""

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
        """Return those of one strike, in order."""
        return f"strike-{self.strike_id}"
