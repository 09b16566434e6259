"""Facts about offers: what buyer and seller would trade a negotiable listing for."""

from datetime import datetime
from typing import ClassVar, Literal

from libs.contracts.fact import Fact, Id, Sen

Side = Literal["buyer", "seller"]


class OfferFact(Fact):
    """A fact about one offer; a counter offer is an offer of its own."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    offer_id: Id
    product_id: Id
    seller_id: Id
    buyer_id: Id
    by: Side
    amount: Sen

    @property
    def key(self) -> str:
        return f"offer-{self.offer_id}"


class OfferMade(OfferFact):
    """One of the two named a price; `answers_id` is the offer that it counters."""

    conversation_id: Id
    answers_id: Id | None
    expires_at: datetime
    made_at: datetime


class FavouriteOffered(Fact):
    """A seller offers a listing, to all who keep it as favourite, below its price; this one was told of it.

    The seller does not learn to whom: it becomes an offer when its buyer accepts."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    campaign_id: Id
    product_id: Id
    seller_id: Id
    buyer_id: Id
    amount: Sen
    expires_at: datetime
    offered_at: datetime

    @property
    def key(self) -> str:
        """Return a key for each person, as it has no order with anything else."""
        return f"favourite-{self.campaign_id}-{self.buyer_id}"


class OfferCountered(OfferFact):
    """The other one named another price instead of an answer: `counter_id` is that offer."""

    counter_id: Id
    countered_at: datetime


class OfferAccepted(OfferFact):
    """The other one agreed: the purchase `transaction_id` begins at this price."""

    transaction_id: Id
    accepted_at: datetime


class OfferDeclined(OfferFact):
    """The other one does not agree, or the offer was below what the seller takes at all (`is_automatic`)."""

    is_automatic: bool
    declined_at: datetime


class OfferWithdrawn(OfferFact):
    """It was taken back by the one who had made it."""

    withdrawn_at: datetime


class OfferExpired(OfferFact):
    """It was not answered in time."""

    expired_at: datetime
