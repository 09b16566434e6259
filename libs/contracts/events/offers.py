from datetime import datetime
from typing import ClassVar, Literal

from libs.contracts.event import Event, Id, Sen

Side = Literal["buyer", "seller"]


class OfferEvent(Event):
    """An event of an offer. A counter offer is a separate offer."""

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
    """A buyer or seller made an offer. `answers_id` is the offer that this offer counters."""

    conversation_id: Id
    answers_id: Id | None
    expires_at: datetime
    made_at: datetime


class FavouriteOffered(Event):
    """A seller offered a listing below its price to the people who saved it, and this person was notified.
    The seller does not learn who these people are. Accepting creates an offer in the conversation."""

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
        """Each person has a separate key, because these events need no order."""
        return f"favourite-{self.campaign_id}-{self.buyer_id}"


class OfferCountered(OfferEvent):
    """An offer was countered by the offer `counter_id`."""

    counter_id: Id
    countered_at: datetime


class OfferAccepted(OfferEvent):
    """An offer was accepted. The purchase `transaction_id` starts at the offered price."""

    transaction_id: Id
    accepted_at: datetime


class OfferDeclined(OfferEvent):
    """An offer was declined. `is_automatic` means that the offer was below the seller's minimum."""

    is_automatic: bool
    declined_at: datetime


class OfferWithdrawn(OfferEvent):
    """An offer was withdrawn by the person who made it."""

    withdrawn_at: datetime


class OfferExpired(OfferEvent):
    """An offer expired without a reply."""

    expired_at: datetime
