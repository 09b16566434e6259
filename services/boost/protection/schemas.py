"""Amounts are in sen."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from libs.contracts.events.protection import AppealOutcome, DecisionReason
from libs.contracts.events.trades import CancelledBy
from libs.kit.http.schemas import In, Instant, Out
from services.boost.protection.rules import Event, Outcome, Reason, Role, State
from services.boost.staff.schemas import Reason as StaffReason
from services.boost.staff.schemas import SecondPersonOut

Statement = Annotated[str, StringConstraints(min_length=1, max_length=2_000, pattern=r"\S")]
Tracking = Annotated[str, StringConstraints(min_length=4, max_length=40, pattern=r"^[A-Za-z0-9 \-]+$")]
Step = Literal[Event, "PAY", "ADD_EVIDENCE"]


class BankOut(Out):
    code: str
    name: str


class TermsOut(Out):
    """The buyer pays the fee on top of the price."""

    is_open: bool
    fee_basis_points: int
    ship_within_working_days: int
    cancel_after_days: int
    inspection_hours: int
    evidence_days: int
    first_payout_after_days: int
    banks: list[BankOut]


class TimelineOut(Out):
    event: Event
    state: State
    actor_id: int | None
    at: datetime


class EvidenceOut(Out):
    """The URLs of a photograph are valid for this viewer, for a few minutes."""

    id: int
    author: Role
    kind: Literal["statement", "tracking", "photograph"]
    words: str
    url: str | None
    small_url: str | None
    width: int | None
    height: int | None
    added_at: datetime


class DisputeOut(Out):
    reason: Reason
    words: str
    opened_at: datetime
    evidence_until: datetime
    is_escalated: bool
    evidence: list[EvidenceOut]
    decision_words: str
    decision_code: DecisionReason | None
    decided_at: datetime | None
    # Only for staff.
    second_person: SecondPersonOut | None


class AppealOut(Out):
    decision: Literal["release", "refund", "return", "split"]
    buyer_amount: int | None
    until: datetime
    appealed_by: Role | None
    appealed_at: datetime | None
    words: str
    # Says whether the appeal changed the decision.
    outcome: AppealOutcome | None
    # True if this reader's own decision was appealed.
    needs_another: bool


class ClaimOut(Out):
    claimed_by: int | None
    claimed_by_name: str
    claimed_until: datetime | None
    due_at: datetime | None


class PayoutHoldOut(Out):
    """Moderators are reviewing this buyer and seller."""

    # If true, staff decides each purchase.
    is_confirmed: bool
    second_person: SecondPersonOut | None


class DealOut(Out):
    deal_id: int
    product_id: int
    seller_id: int
    buyer_id: int
    # Only for staff.
    seller_name: str
    buyer_name: str
    role: Literal["buyer", "seller", "staff"]
    state: State
    amount: int
    fee: int
    total: int
    refunded: int
    seller_amount: int
    held_at: datetime | None
    ship_by: datetime | None
    due_at: datetime | None
    ended_at: datetime | None
    next: list[Step]
    dispute: DisputeOut | None
    appeal: AppealOut | None
    return_tracking: str | None
    decision_words: str
    # Only for staff. The buyer and seller see only the state.
    payout_hold: PayoutHoldOut | None
    # Only for staff, while a decision is due.
    claim: ClaimOut | None
    timeline: list[TimelineOut]


class DealMoneyOut(Out):
    deal_id: int
    state: State
    amount: int
    fee: int
    refunded: int
    seller_amount: int
    timeline: list[TimelineOut]


class DealPayOut(Out):
    """`payment_url` is null if the deal is already paid."""

    deal_id: int
    payment_url: str | None


class DisputeIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"reason": "not_as_described", "words": "Half as full as it was."}}
    }

    reason: Reason
    words: Statement


class EvidenceIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"kind": "statement", "words": "I sent it full."}}
    }

    kind: Literal["statement", "tracking"]
    words: Statement


class SendBackIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"trackingNumber": "EH123456789MY"}}}

    tracking_number: Tracking


class ObjectionIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"words": "An empty box came."}}}

    words: Statement


class AppealIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"words": "My photograph was not seen."}}
    }

    words: Statement


class DecisionIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "outcome": "split",
                "buyerAmount": 5000,
                "code": "damaged",
                "reason": "Half of it leaked.",
            }
        }
    }

    outcome: Literal["release", "refund", "return", "split"]
    buyer_amount: Annotated[int, Field(strict=True, ge=1, le=10**12)] | None = None
    code: DecisionReason = "other"
    reason: StaffReason

    @model_validator(mode="after")
    def _split_has_an_amount(self) -> Self:
        if (self.outcome == "split") != (self.buyer_amount is not None):
            raise ValueError("Name an amount for a split, and only for a split.")
        return self


class DisputeLineOut(Out):
    """A dispute, or a purchase whose payout is on hold."""

    deal_id: int
    product_id: int
    seller_id: int
    buyer_id: int
    state: State
    amount: int
    fee: int
    # Null if there is no dispute.
    reason: Reason | None
    opened_at: datetime | None
    evidence_until: datetime | None
    is_escalated: bool
    outcome: Outcome | None
    decided_at: datetime | None
    # Null unless the decision can still be appealed.
    appeal_until: datetime | None
    waits_for_second_person: bool
    claim: ClaimOut | None


class DisputesOut(Out):
    disputes: list[DisputeLineOut]
    next: str | None


class CancellationIn(In):
    """An agreement has the times at which both people agreed. `unpaid` is the seller's report that the buyer
    has not paid, which is refused once the money is held."""

    by: CancelledBy | Literal["unpaid"]
    asked_at: Instant | None = None
    agreed_at: Instant | None = None


class CancellationOut(Out):
    """`pending_since` identifies the pending cancellation, and is null if nothing is pending."""

    is_allowed: Literal[True]
    pending_since: datetime | None


class AllowedOut(Out):
    is_allowed: bool


class WithdrawalIn(In):
    pending_since: Instant


class PendingOut(Out):
    is_pending: bool
