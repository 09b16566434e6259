"""Events of held money, disputes and payouts, published by boost. They contain no text, photographs or
account numbers."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import Event, Id, Sen

DisputeReason = Literal["not_received", "not_as_described", "counterfeit", "damaged"]
AccountChange = Literal["set", "dropped", "renamed"]
MoneyAct = Literal[
    "payout_asked", "payout_retried", "payout_settled_paid", "payout_settled_refused", "payment_asked",
    "payment_credited", "payment_written_off",
]  # fmt: skip
SecondPersonOutcome = Literal["refund", "release", "return", "split", "credit"]
DisputeOutcome = Literal["released", "refunded", "returned", "split"]
AppealOutcome = Literal["upheld", "changed"]
# Reason codes of staff decisions. The explanation is not published.
DecisionReason = Literal[
    "as_described", "not_as_described", "counterfeit", "damaged", "delivered", "not_received", "no_evidence",
    "both_at_fault", "bids_arranged", "purchases_made_up", "other",
]  # fmt: skip


class ProtectionEvent(Event):
    """An event of the money of a deal. Amounts are in sen."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    transaction_id: Id
    product_id: Id
    seller_id: Id
    buyer_id: Id

    @property
    def key(self) -> str:
        return f"deal-{self.transaction_id}"


class FundsHeld(ProtectionEvent):
    """The buyer's payment is held. `amount` is for the seller, and `fee` is added."""

    amount: Sen
    fee: Sen
    # The auction sale that the payment is for.
    auction_id: Id | None
    sale_number: int | None
    # The seller's deadline for posting the parcel.
    ship_by: datetime
    held_at: datetime


class FundsReleased(ProtectionEvent):
    """The seller was paid. In a split, the buyer's refund is deducted."""

    amount: Sen
    fee: Sen
    returned_to_buyer: Sen
    reason: Literal["accepted", "time_over", "decided", "split"]
    released_at: datetime


class FundsRefunded(ProtectionEvent):
    """The buyer received a full refund, including the fee."""

    amount: Sen
    reason: Literal["deal_cancelled", "not_shipped", "decided", "returned"]
    refunded_at: datetime


class DisputeOpened(ProtectionEvent):
    """The buyer disputed a purchase, or the seller disputed a return. All deadlines stop."""

    reason: DisputeReason
    opened_by: Literal["buyer", "seller"] = "buyer"
    # The deadline for evidence.
    evidence_until: datetime
    opened_at: datetime


class DisputeEvidenceAdded(ProtectionEvent):
    """The buyer or the seller added evidence."""

    added_by: Literal["buyer", "seller"]
    kind: Literal["statement", "tracking", "photograph"]
    added_at: datetime


class DisputeClaimed(ProtectionEvent):
    """A dispute or a payout on hold was assigned to a member of staff.
    Other staff cannot decide before `until`."""

    by_admin_id: Id
    until: datetime
    claimed_at: datetime


class DisputeClaimReturned(ProtectionEvent):
    """A member of staff released a dispute."""

    by_admin_id: Id
    returned_at: datetime


class DisputeDecided(ProtectionEvent):
    """Staff decided a dispute.
    No money moves before `appeal_until`, the deadline for an appeal. `appeal_until` is None if a return
    starts immediately, on appeal or after the deadline."""

    outcome: DisputeOutcome
    # The buyer's refund.
    returned_to_buyer: Sen
    reason: DecisionReason
    on_appeal: AppealOutcome | None
    appeal_until: datetime | None
    # The deadline for returning the parcel, if the return starts now.
    send_back_until: datetime | None = None
    decided_at: datetime


class DisputeAppealed(ProtectionEvent):
    """The buyer or the seller appealed the decision.
    The money is held until another member of staff has decided."""

    appealed_by: Literal["buyer", "seller"]
    appealed_at: datetime


class DisputeReopened(ProtectionEvent):
    """Moderators confirmed a risk after staff had decided to pay the seller.
    The decision is void. Buyer and seller can add evidence until `evidence_until`."""

    evidence_until: datetime
    reopened_at: datetime


class DisputeResolved(ProtectionEvent):
    """A dispute has ended by a decision, by the buyer's acceptance or by a cancellation."""

    outcome: DisputeOutcome
    # The buyer's refund.
    returned_to_buyer: Sen
    resolved_by: Literal["staff", "buyer", "cancellation"]
    # Missing before build 0044.
    reason: DecisionReason | None = None
    # The outcome of the appeal, if any.
    on_appeal: AppealOutcome | None = None
    resolved_at: datetime


class PayoutEvent(Event):
    """An event of a payout from a wallet to a bank account."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    payout_id: Id
    user_id: Id
    amount: Sen

    @property
    def key(self) -> str:
        return f"payout-{self.payout_id}"


class PayoutSent(PayoutEvent):
    """A payout was completed."""

    sent_at: datetime


class PayoutFailed(PayoutEvent):
    """A payout failed. The money was returned to the wallet."""

    failed_at: datetime


class PayoutCancelled(PayoutEvent):
    """A payout was cancelled before it was sent, by its owner or because the bank account or name changed.
    The money was returned to the wallet."""

    reason: Literal["owner", "account_changed"]
    cancelled_at: datetime


class PayoutAccountChanged(Event):
    """A person's bank account was set or deleted, or the name of a person with a bank account changed.
    Auth requests the account for its email."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    change_id: Id
    user_id: Id
    change: AccountChange
    changed_at: datetime

    @property
    def key(self) -> str:
        return f"account-change-{self.change_id}"


class StaffActed(Event):
    """Staff acted on a payout or payment. The explanation is not published."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    act_id: Id
    act: MoneyAct
    by_admin_id: Id
    payout_id: Id | None
    payment_id: Id | None
    # The people whose money it is. The audit log hides the event from them.
    party_ids: Annotated[list[Id], Field(max_length=2)]
    acted_at: datetime

    @property
    def key(self) -> str:
        return f"staff-act-{self.act_id}"


class SecondPersonEvent(Event):
    """An event of a refund or decision that needs two members of staff."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    request_id: Id
    # The people whose money it is. The audit log hides the event from them.
    party_ids: Annotated[list[Id], Field(max_length=2)]

    @property
    def key(self) -> str:
        return f"second-person-{self.request_id}"


class SecondPersonAsked(SecondPersonEvent):
    """A member of staff requested a refund or decision about an order or deal.
    The explanation is not published."""

    order_id: Id | None
    transaction_id: Id | None
    outcome: SecondPersonOutcome
    # The buyer's refund in a split, or the payer's credit.
    returned_to_buyer: Sen | None
    by_admin_id: Id
    until: datetime
    asked_at: datetime


class SecondPersonRequestEnded(SecondPersonEvent):
    """A request for a second person was approved, withdrawn, replaced or lapsed."""

    ended_as: Literal["agreed", "withdrawn", "replaced", "lapsed"]
    by_admin_id: Id | None
    ended_at: datetime
