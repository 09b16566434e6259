"""Events of deals: purchases from confirmation to review."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import Event, Id, Sen
from libs.contracts.events.admin import CaseReason, Outcome

ActionType = Literal["INITIATE", "CONFIRM_PAYMENT", "CONFIRM_DELIVERY", "REVIEW"]
# How buyer and seller agreed on the price.
SoldBy = Literal["fixed", "negotiable", "auction", "buy_now"]
CancelledBy = Literal["buyer", "seller", "agreement", "staff", "platform"]
# Why staff changed an order.
OrderReason = Literal["asked_by_buyer", "asked_by_seller", "courier", "mistake", "rules", "other"]
# How a parcel is sent. `in_person` needs no tracking number.
Courier = Literal[
    "poslaju", "jnt", "dhl_ecommerce", "ninjavan", "gdex", "citylink", "flash", "spx", "skynet", "in_person", "other"
]  # fmt: skip


class DealEvent(Event):
    """An event of a deal."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"
    key_field: ClassVar[str] = "transaction_id"

    transaction_id: Id
    product_id: Id
    seller_id: Id
    buyer_id: Id


class DealOpened(DealEvent):
    """The buyer confirmed a purchase. The item is reserved."""

    conversation_id: Id
    amount: Sen
    sold_by: SoldBy
    auction_id: Id | None
    opened_at: datetime
    # The number of the auction sale. None for other sales and in older events.
    sale_number: int | None = None
    # When the auction was won. None if it was won by this step, for other sales and in older events.
    won_at: datetime | None = None


class ActionConfirmed(DealEvent):
    """A step of a deal was confirmed by the person who had to act."""

    message_id: Id
    action_type: ActionType
    actor_id: Id
    confirmed_at: datetime


class DealShipped(DealEvent):
    """The parcel was posted according to the seller or staff, or the tracking number changed."""

    courier: Courier
    has_tracking: bool
    shipped_at: datetime
    shipped_by: Literal["seller", "staff"] = "seller"


class DealDelivered(DealEvent):
    """The parcel was delivered according to the buyer or staff, or the money was released."""

    amount: Sen
    delivered_at: datetime
    # Older events count as confirmed by the buyer.
    confirmed_by: Literal["buyer", "staff", "platform"] = "buyer"


class OrderSetByStaff(DealEvent):
    """Staff set the status of an order. The timeline of the order contains the explanation."""

    by_admin_id: Id
    status: Literal["processing", "shipped", "delivered", "cancelled"]
    reason: OrderReason
    set_at: datetime


class CancellationAsked(DealEvent):
    """The buyer or seller requested to cancel the deal after the payment."""

    asked_by: Literal["buyer", "seller"]
    asked_at: datetime


class DealReminded(DealEvent):
    """A deal has been idle. The event is only a reminder."""

    waits_for: Literal["buyer", "seller"]
    state: Literal["awaiting_payment", "awaiting_delivery", "shipped", "awaiting_review"]
    # 1 is the first reminder in this state, 2 the last.
    number: Annotated[int, Field(ge=1, le=2)]
    reminded_at: datetime


class DealCancelled(DealEvent):
    """A deal was cancelled. Its stock is released if the seller has the bottle."""

    cancelled_by: CancelledBy
    reason: Literal[
        "changed_mind", "unavailable", "no_payment", "unreachable", "listing_removed", "person_left", "other"
    ]
    # True if the seller had confirmed the payment.
    was_paid: bool
    cancelled_at: datetime
    # The auction sale that ends with the deal.
    auction_id: Id | None = None
    sale_number: int | None = None
    # Set for an agreement: when each person agreed, and the state of the deal.
    asked_at: datetime | None = None
    agreed_at: datetime | None = None
    agreed_in: Literal["awaiting_delivery", "shipped"] | None = None
    # True if the bottle was sent and has not come back.
    left_seller: bool = False
    # True if the bottle is unavailable, was not delivered or had to be refunded. Then it does not go back
    # on sale by itself.
    in_doubt: bool = False


class PaymentReported(DealEvent):
    """The payment of an auction sale was confirmed, or the seller reported that it is missing."""

    auction_id: Id
    sale_number: int
    paid: bool
    reported_at: datetime


class DealCompleted(DealEvent):
    """The buyer reviewed the deal, or the review period has ended."""

    is_reviewed: bool
    completed_at: datetime


# The role of the reviewed person.
ReviewAbout = Literal["buyer", "seller"]


class ReviewSubmitted(DealEvent):
    """A review was written. The rating is not published before the review is revealed."""

    review_id: Id
    about: ReviewAbout
    has_comment: bool
    submitted_at: datetime


class ReviewRevealed(DealEvent):
    """A review became public, because both people have written a review or the review period has ended."""

    review_id: Id
    about: ReviewAbout
    # In tenths of a star: 45 is four and a half stars.
    rating_tenths: Annotated[int, Field(ge=0, le=50)]
    revealed_at: datetime


class ReviewReplied(DealEvent):
    """The seller replied to a review. The text is not published."""

    review_id: Id
    replied_at: datetime


# Criteria of verified sellers. `left` is not a criterion: the account was closed.
Criterion = Literal["identity", "delivered", "buyers", "rated", "average", "guidelines", "payment_method"]
LossReason = Literal[Criterion, "left"]


class SellerEvent(Event):
    """An event of a seller's verification."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    seller_id: Id

    @property
    def key(self) -> str:
        return f"seller-{self.seller_id}"


class SellerVerified(SellerEvent):
    """A seller meets every criterion in `asked` and is verified."""

    asked: Annotated[list[Criterion], Field(max_length=20)]
    verified_at: datetime


class SellerGraceBegan(SellerEvent):
    """A verified seller no longer meets a criterion.
    The badge is lost at `until` unless the criterion is met again."""

    missing: Annotated[list[Criterion], Field(max_length=20)]
    until: datetime
    began_at: datetime


class SellerVerificationLost(SellerEvent):
    """A seller lost the verified badge. `reasons` contains the missing criteria."""

    reasons: Annotated[list[LossReason], Field(max_length=20)]
    lost_at: datetime


class ReviewHidden(Event):
    """Staff hid a review because of a case, or the review was already gone. The rating no longer counts."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    case_id: Id
    review_id: Id
    product_id: Id
    seller_id: Id
    buyer_id: Id
    about: Literal["buyer", "seller"]
    rating_tenths: int
    # True if the review was public.
    was_public: bool
    reason: CaseReason
    outcome: Outcome
    hidden_at: datetime

    @property
    def key(self) -> str:
        return f"hidden-{self.case_id}"


class ReviewRestored(Event):
    """A hidden review is public again, because the author's appeal was granted."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    case_id: Id
    review_id: Id
    product_id: Id
    seller_id: Id
    buyer_id: Id
    about: Literal["buyer", "seller"]
    rating_tenths: int
    restored_at: datetime

    @property
    def key(self) -> str:
        """Same key as the hiding of the review, so that both events stay in order."""
        return f"hidden-{self.case_id}"


class OrderRead(Event):
    """Staff viewed a purchase with its timeline."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    deal_id: Id
    by_admin_id: Id
    read_at: datetime

    @property
    def key(self) -> str:
        return f"read-{self.deal_id}"
