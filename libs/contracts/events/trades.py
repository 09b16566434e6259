"""Facts about deals: the purchase of a listing, from its confirmation to the review."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.events.admin import CaseReason, Outcome
from libs.contracts.fact import Fact, Id, Sen

ActionType = Literal["INITIATE", "CONFIRM_PAYMENT", "CONFIRM_DELIVERY", "REVIEW"]
# How buyer and seller came to their price.
SoldBy = Literal["fixed", "negotiable", "auction", "buy_now"]
CancelledBy = Literal["buyer", "seller", "agreement", "staff", "platform"]
# Why staff takes a step of an order that is not its own.
OrderReason = Literal["asked_by_buyer", "asked_by_seller", "courier", "mistake", "rules", "other"]
# How a parcel goes; `in_person` needs no number.
Courier = Literal[
    "poslaju", "jnt", "dhl_ecommerce", "ninjavan", "gdex", "citylink", "flash", "spx", "skynet", "in_person", "other"
]  # fmt: skip


class DealFact(Fact):
    """A fact about one deal."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"
    key_field: ClassVar[str] = "transaction_id"

    transaction_id: Id
    product_id: Id
    seller_id: Id
    buyer_id: Id


class DealOpened(DealFact):
    """The buyer confirmed the purchase: the listing is reserved for them."""

    conversation_id: Id
    amount: Sen
    sold_by: SoldBy
    auction_id: Id | None
    opened_at: datetime
    # The sale of an auction that it is; None too in facts of before it was told.
    sale_number: int | None = None


class ActionConfirmed(DealFact):
    """A step of a deal was confirmed by the one whose turn it was."""

    message_id: Id
    action_type: ActionType
    actor_id: Id
    confirmed_at: datetime


class DealShipped(DealFact):
    """The seller sent the parcel or changed where to follow it, or staff says that it is sent."""

    courier: Courier
    has_tracking: bool
    shipped_at: datetime
    shipped_by: Literal["seller", "staff"] = "seller"


class DealDelivered(DealFact):
    """The buyer has the parcel: they say so, staff does, or the money for it was released."""

    amount: Sen
    delivered_at: datetime
    # Facts of before it was told are taken for the buyer's word.
    confirmed_by: Literal["buyer", "staff", "platform"] = "buyer"


class OrderSetByStaff(DealFact):
    """Staff has set the status of an order; the words to the reason stand in its timeline."""

    by_admin_id: Id
    status: Literal["processing", "shipped", "delivered", "cancelled"]
    reason: OrderReason
    set_at: datetime


class CancellationAsked(DealFact):
    """After the payment, one of the two wants the deal to be cancelled; the other may agree."""

    asked_by: Literal["buyer", "seller"]
    asked_at: datetime


class DealReminded(DealFact):
    """A deal has stood still for a while; nothing is done to anybody for it."""

    waits_for: Literal["buyer", "seller"]
    state: Literal["awaiting_payment", "awaiting_delivery", "shipped", "awaiting_review"]
    # The first reminder of this state, or the last.
    number: Annotated[int, Field(ge=1, le=2)]
    reminded_at: datetime


class DealCancelled(DealFact):
    """The deal is off; what was reserved is free again."""

    cancelled_by: CancelledBy
    reason: Literal[
        "changed_mind", "unavailable", "no_payment", "unreachable", "listing_removed", "person_left", "other"
    ]
    # Whether the seller had said already that the money came.
    was_paid: bool
    cancelled_at: datetime
    # The sale of an auction that it was, which ends with it.
    auction_id: Id | None = None
    sale_number: int | None = None
    # Of an agreement: when the first person asked and the second one agreed, and at which step.
    asked_at: datetime | None = None
    agreed_at: datetime | None = None
    agreed_in: Literal["awaiting_delivery", "shipped"] | None = None


class DealCompleted(DealFact):
    """The review came, or the time for it is over."""

    is_reviewed: bool
    completed_at: datetime


# Whom a review is about: the buyer writes the one of the seller, the seller the one of the buyer.
ReviewAbout = Literal["buyer", "seller"]


class ReviewSubmitted(DealFact):
    """One of the two wrote a review; no one is told the stars before it is revealed."""

    review_id: Id
    about: ReviewAbout
    has_comment: bool
    submitted_at: datetime


class ReviewRevealed(DealFact):
    """A review is public: both are written, or the time for them is over."""

    review_id: Id
    about: ReviewAbout
    # In tenths of a star: 45 is four and a half.
    rating_tenths: Annotated[int, Field(ge=0, le=50)]
    revealed_at: datetime


class ReviewReplied(DealFact):
    """The seller answered a review; the words stay in messaging."""

    review_id: Id
    replied_at: datetime


# What is asked of a verified seller; `left` is no criterion: the person is gone.
Criterion = Literal["identity", "delivered", "buyers", "rated", "average", "guidelines", "payment_method"]
LossReason = Literal[Criterion, "left"]


class SellerFact(Fact):
    """A fact about a seller's verification."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    seller_id: Id

    @property
    def key(self) -> str:
        return f"seller-{self.seller_id}"


class SellerVerified(SellerFact):
    """A seller meets every criterion that is asked; `asked` names them."""

    asked: Annotated[list[Criterion], Field(max_length=20)]
    verified_at: datetime


class SellerGraceBegan(SellerFact):
    """A verified seller misses a criterion, and stays verified until then if it is not met again."""

    missing: Annotated[list[Criterion], Field(max_length=20)]
    until: datetime
    began_at: datetime


class SellerVerificationLost(SellerFact):
    """A seller is verified no longer; `reasons` names what is missing."""

    reasons: Annotated[list[LossReason], Field(max_length=20)]
    lost_at: datetime


class ReviewHidden(Fact):
    """Staff has hidden a review, or would have, because of a case; what it counted is taken back."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    case_id: Id
    review_id: Id
    product_id: Id
    seller_id: Id
    buyer_id: Id
    about: Literal["buyer", "seller"]
    rating_tenths: int
    # Whether everybody could read it until now.
    was_public: bool
    reason: CaseReason
    outcome: Outcome
    hidden_at: datetime

    @property
    def key(self) -> str:
        return f"hidden-{self.case_id}"


class ReviewRestored(Fact):
    """A review that staff had hidden is public again, because its writer's appeal was granted."""

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
        """Return the key of its hiding, so that the two come in order."""
        return f"hidden-{self.case_id}"


class OrderRead(Fact):
    """Staff looked at one purchase of others, with every step of it."""

    topic: ClassVar[str] = "wangi.trades"
    producer: ClassVar[str] = "messaging"

    deal_id: Id
    by_admin_id: Id
    read_at: datetime

    @property
    def key(self) -> str:
        return f"read-{self.deal_id}"
