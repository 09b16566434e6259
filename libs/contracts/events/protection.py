"""Facts about money that is held for a deal, disputes about it, and payouts; boost tells them.

No words, no photographs, no account numbers: these are read at boost by those who may."""

from datetime import datetime
from typing import ClassVar, Literal

from libs.contracts.fact import Fact, Id, Sen

DisputeReason = Literal["not_received", "not_as_described", "counterfeit", "damaged"]
AccountChange = Literal["set", "dropped", "renamed"]
MoneyAct = Literal[
    "payout_asked", "payout_retried", "payout_settled_paid", "payout_settled_refused", "payment_asked",
    "payment_credited", "payment_written_off",
]  # fmt: skip
SecondPersonOutcome = Literal["refund", "release", "return", "split", "credit"]
DisputeOutcome = Literal["released", "refunded", "returned", "split"]
AppealOutcome = Literal["upheld", "changed"]
# Why staff decided so, from one list; the words stay in boost.
DecisionReason = Literal[
    "as_described", "not_as_described", "counterfeit", "damaged", "delivered", "not_received", "no_evidence",
    "both_at_fault", "bids_arranged", "purchases_made_up", "other",
]  # fmt: skip


class ProtectionFact(Fact):
    """A fact about the money of one deal; amounts are in sen."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    transaction_id: Id
    product_id: Id
    seller_id: Id
    buyer_id: Id

    @property
    def key(self) -> str:
        return f"deal-{self.transaction_id}"


class FundsHeld(ProtectionFact):
    """The buyer's payment came and is held, not by the seller: `amount` for the seller, and the fee."""

    amount: Sen
    fee: Sen
    # The sale of an auction that it is, which is paid by this.
    auction_id: Id | None
    sale_number: int | None
    # Until when the seller is to ship.
    ship_by: datetime
    held_at: datetime


class FundsReleased(ProtectionFact):
    """What was held went to the seller, in a split less what went back to the buyer."""

    amount: Sen
    fee: Sen
    returned_to_buyer: Sen
    reason: Literal["accepted", "time_over", "decided", "split"]
    released_at: datetime


class FundsRefunded(ProtectionFact):
    """All that was held, the fee too, went back to the buyer."""

    amount: Sen
    reason: Literal["deal_cancelled", "not_shipped", "decided", "returned"]
    refunded_at: datetime


class DisputeOpened(ProtectionFact):
    """The buyer disputes a purchase, or its seller what came back: nothing moves by time any more."""

    reason: DisputeReason
    opened_by: Literal["buyer", "seller"] = "buyer"
    # Until when both may add evidence.
    evidence_until: datetime
    opened_at: datetime


class DisputeEvidenceAdded(ProtectionFact):
    """One of the two added evidence."""

    added_by: Literal["buyer", "seller"]
    kind: Literal["statement", "tracking", "photograph"]
    added_at: datetime


class DisputeClaimed(ProtectionFact):
    """One of staff looks at a dispute or at money that is withheld; until then no other person decides it."""

    by_admin_id: Id
    until: datetime
    claimed_at: datetime


class DisputeClaimReturned(ProtectionFact):
    """One of staff gave a dispute back that they had claimed; another may claim it at once."""

    by_admin_id: Id
    returned_at: datetime


class DisputeDecided(ProtectionFact):
    """Staff decided a dispute, and nothing has moved yet: until `appeal_until` the one against whom it goes
    may appeal. There is none where the parcel goes back first, which begins now: on appeal, or after it."""

    outcome: DisputeOutcome
    # What the buyer is to get back.
    returned_to_buyer: Sen
    reason: DecisionReason
    on_appeal: AppealOutcome | None
    appeal_until: datetime | None
    # Until when the parcel is to be sent back, where that begins now.
    send_back_until: datetime | None = None
    decided_at: datetime


class DisputeAppealed(ProtectionFact):
    """One of the two appealed the decision: the money stays until another of staff has decided."""

    appealed_by: Literal["buyer", "seller"]
    appealed_at: datetime


class DisputeReopened(ProtectionFact):
    """Moderators confirmed the two after staff had decided to pay the seller: that is void, both are heard
    again until `evidence_until`, and staff decides anew."""

    evidence_until: datetime
    reopened_at: datetime


class DisputeResolved(ProtectionFact):
    """A dispute is over: staff decided, or the buyer accepted, or the deal was cancelled."""

    outcome: DisputeOutcome
    # What the buyer gets back.
    returned_to_buyer: Sen
    resolved_by: Literal["staff", "buyer", "cancellation"]
    # Of staff's decision; builds before 0044 do not say.
    reason: DecisionReason | None = None
    # What an appeal changed of staff's decision, where there was one.
    on_appeal: AppealOutcome | None = None
    resolved_at: datetime


class PayoutFact(Fact):
    """A fact about one payment from a wallet to a bank account."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    payout_id: Id
    user_id: Id
    amount: Sen

    @property
    def key(self) -> str:
        return f"payout-{self.payout_id}"


class PayoutSent(PayoutFact):
    """The provider has paid it."""

    sent_at: datetime


class PayoutFailed(PayoutFact):
    """The provider gave it back: it is in the wallet again."""

    failed_at: datetime


class PayoutCancelled(PayoutFact):
    """It was called back before it was sent, by its person or because their account or name changed: it is in
    the wallet again."""

    reason: Literal["owner", "account_changed"]
    cancelled_at: datetime


class PayoutAccountChanged(Fact):
    """A person wrote down another bank account or dropped it, or their name changed while they had one. Which
    account it is, auth asks for the mail about it."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    change_id: Id
    user_id: Id
    change: AccountChange
    changed_at: datetime

    @property
    def key(self) -> str:
        return f"account-change-{self.change_id}"


class StaffActed(Fact):
    """A member of staff did something about a payout or a payment; the reason stays in boost."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    act_id: Id
    act: MoneyAct
    by_admin_id: Id
    payout_id: Id | None
    payment_id: Id | None
    acted_at: datetime

    @property
    def key(self) -> str:
        return f"staff-act-{self.act_id}"


class SecondPersonFact(Fact):
    """A fact about a refund or decision that needs two members of staff."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    request_id: Id

    @property
    def key(self) -> str:
        return f"second-person-{self.request_id}"


class SecondPersonAsked(SecondPersonFact):
    """One member of staff asked for it, about an order of boosts or about a deal; the reason stays in
    boost."""

    order_id: Id | None
    transaction_id: Id | None
    outcome: SecondPersonOutcome
    # In a split, and of a credit what its payer gets.
    returned_to_buyer: Sen | None
    by_admin_id: Id
    until: datetime
    asked_at: datetime


class SecondPersonRequestEnded(SecondPersonFact):
    """Another one agreed, or it was taken back, replaced by another outcome, or found lapsed."""

    ended_as: Literal["agreed", "withdrawn", "replaced", "lapsed"]
    by_admin_id: Id | None
    ended_at: datetime
