"""Events of offers for negotiable listings."""

from datetime import datetime
from typing import ClassVar, Literal

from libs.contracts.event import Event, Id, Sen

Side = Literal["buyer", "seller"]


class OfferEvent(Event):
    """An event of an offer. A counter offer is an offer of its own."""

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


class OfferMade(OfferEvent):
    """A buyer or seller made an offer. `answers_id` is the offer that it counters."""

    conversation_id: Id
    answers_id: Id | None
    expires_at: datetime
    made_at: datetime


class FavouriteOffered(Event):
    """A seller offered a listing below its price to everybody who saved it, and this person was notified.
    The seller does not learn who they are. It becomes an offer when accepted."""

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
        """A key per person. There is no order among them."""
        return f"favourite-{self.campaign_id}-{self.buyer_id}"


class OfferCountered(OfferEvent):
    """An offer was countered by the offer `counter_id`."""

    counter_id: Id
    countered_at: datetime


class OfferAccepted(OfferEvent):
    """An offer was accepted. The purchase `transaction_id` starts at this price."""

    transaction_id: Id
    accepted_at: datetime


class OfferDeclined(OfferEvent):
    """An offer was declined, or was below the seller's minimum (`is_automatic`)."""

    is_automatic: bool
    declined_at: datetime


class OfferWithdrawn(OfferEvent):
    """An offer was withdrawn by its author."""

    withdrawn_at: datetime


class OfferExpired(OfferEvent):
    """An offer expired without an answer."""

    expired_at: datetime
