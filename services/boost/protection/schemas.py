"""Protected purchase over HTTP; amounts are in cents."""

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
    """A bank that payouts go to."""

    code: str
    name: str


class TermsOut(Out):
    """Whether purchases are protected, and on which terms; the buyer pays the fee beside the price."""

    is_open: bool
    fee_basis_points: int
    ship_within_working_days: int
    cancel_after_days: int
    inspection_hours: int
    evidence_days: int
    first_payout_after_days: int
    banks: list[BankOut]


class TimelineOut(Out):
    """One step, and the state after it."""

    event: Event
    state: State
    actor_id: int | None
    at: datetime


class EvidenceOut(Out):
    """What one of the two has shown; a photograph has an address that is good for this reader for minutes."""

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
    """What is disputed, what both have shown, and how it was decided."""

    reason: Reason
    words: str
    opened_at: datetime
    evidence_until: datetime
    # Whether staff may decide now.
    is_escalated: bool
    evidence: list[EvidenceOut]
    decision_words: str
    decision_code: DecisionReason | None
    decided_at: datetime | None
    # The decision that waits for another member of staff; staff alone sees it.
    second_person: SecondPersonOut | None


class AppealOut(Out):
    """What staff has decided of a dispute, and what became of the right to appeal that."""

    decision: Literal["release", "refund", "return", "split"]
    # In a split, what the buyer is to get back.
    buyer_amount: int | None
    until: datetime
    appealed_by: Role | None
    appealed_at: datetime | None
    words: str
    # What the appeal has changed of the first decision.
    outcome: AppealOutcome | None
    # Whether another of staff than who reads this has to decide, because their decision was appealed.
    needs_another: bool


class ClaimOut(Out):
    """Who of staff looks at it, until when, and until when it is to be decided."""

    claimed_by: int | None
    claimed_by_name: str
    claimed_until: datetime | None
    # None of what waits for moderators to decide about the two.
    due_at: datetime | None


class PayoutHoldOut(Out):
    """Moderators keep the money of the two from being paid out, because their bids or purchases look
    arranged."""

    # Whether they have confirmed it: then staff decides about each purchase.
    is_confirmed: bool
    second_person: SecondPersonOut | None


class DealOut(Out):
    """The money of a deal as one of its two people, or staff, sees it."""

    deal_id: int
    product_id: int
    seller_id: int
    buyer_id: int
    # For staff; the two read each other's with the order.
    seller_name: str
    buyer_name: str
    # Who reads this; staff is neither of the two.
    role: Literal["buyer", "seller", "staff"]
    state: State
    amount: int
    fee: int
    # What the buyer pays or has paid.
    total: int
    refunded: int
    # What the seller gets, or has got.
    seller_amount: int
    held_at: datetime | None
    ship_by: datetime | None
    # When the state ends by itself; none where no clock runs.
    due_at: datetime | None
    ended_at: datetime | None
    # What this person may do now.
    next: list[Step]
    dispute: DisputeOut | None
    # None where nothing was decided that may be appealed.
    appeal: AppealOut | None
    return_tracking: str | None
    # What staff wrote where it decided, of a dispute or of what was withheld.
    decision_words: str
    # Staff alone sees it; the two read by the state that the payout waits.
    payout_hold: PayoutHoldOut | None
    # Staff alone sees it, while there is something to decide.
    claim: ClaimOut | None
    timeline: list[TimelineOut]


class DealMoneyOut(Out):
    """The money of a deal for staff, without its dispute."""

    deal_id: int
    state: State
    amount: int
    fee: int
    refunded: int
    # What the seller gets, or has got.
    seller_amount: int
    timeline: list[TimelineOut]


class DealPayOut(Out):
    """Where the money of a deal is paid; none where it has come already."""

    deal_id: int
    payment_url: str | None


class DisputeIn(In):
    """What is wrong with a parcel."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"reason": "not_as_described", "words": "Half as full as it was."}}
    }

    reason: Reason
    words: Statement


class EvidenceIn(In):
    """What one of the two has to say, or the number of a parcel."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"kind": "statement", "words": "I sent it full."}}
    }

    kind: Literal["statement", "tracking"]
    words: Statement


class SendBackIn(In):
    """How the parcel goes back."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"trackingNumber": "EH123456789MY"}}}

    tracking_number: Tracking


class ObjectionIn(In):
    """What is wrong with what came back, or that nothing came."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"words": "An empty box came."}}}

    words: Statement


class AppealIn(In):
    """Why a decision is wrong."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"words": "My photograph was not seen."}}
    }

    words: Statement


class DecisionIn(In):
    """How staff decides a dispute, and why; in a split `buyerAmount` is what the buyer gets back."""

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
    """A dispute, or a purchase whose money waits for moderators, as staff sees it in a list."""

    deal_id: int
    product_id: int
    seller_id: int
    buyer_id: int
    state: State
    amount: int
    fee: int
    # Of a purchase that was never disputed there are no such three.
    reason: Reason | None
    opened_at: datetime | None
    evidence_until: datetime | None
    is_escalated: bool
    outcome: Outcome | None
    decided_at: datetime | None
    # None where nothing was decided that may still be appealed.
    appeal_until: datetime | None
    waits_for_second_person: bool
    claim: ClaimOut | None


class DisputesOut(Out):
    """A page of disputes."""

    disputes: list[DisputeLineOut]
    next: str | None


class CancellationIn(In):
    """Who cancels a deal; of an agreement, when the first person asked and when the second one agreed."""

    by: CancelledBy
    asked_at: Instant | None = None
    agreed_at: Instant | None = None


class CancellationOut(Out):
    """The deal may be cancelled. `pending_since` names a pending cancellation; there is none if no money can
    be paid out meanwhile."""

    is_allowed: Literal[True]
    pending_since: datetime | None


class WithdrawalIn(In):
    """The pending cancellation that messaging did not commit."""

    pending_since: Instant


class PendingOut(Out):
    """Whether a cancellation of the deal is still pending."""

    is_pending: bool
