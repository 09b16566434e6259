"""Events of mismatched payments, published by boost."""

from datetime import datetime
from typing import ClassVar, Literal

from libs.contracts.event import Event, Id, Sen
from libs.contracts.events.admin import PaymentDecision, PaymentOutcome


class MismatchEvent(Event):
    """An event of a payment with a wrong amount or account."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    payment_id: Id
    # The boost order or the deal that the payment was for.
    order_id: Id | None
    transaction_id: Id | None
    payer_id: Id

    @property
    def key(self) -> str:
        """Keeps the events of a payment in order."""
        return f"mismatch-{self.payment_id}"


class PaymentMismatched(MismatchEvent):
    """A payment does not match its bill and awaits a decision by finance."""

    expected: Sen
    found_at: datetime


class PaymentMismatchEnded(MismatchEvent):
    """A payment mismatch has ended: the payment was completed, credited, reopened or deleted."""

    ended_as: Literal["paid", "credited", "open", "deleted"]
    ended_at: datetime


class PaymentDecisionCarriedOut(Event):
    """A decision of finance about a payment mismatch was carried out."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    decision_id: Id
    case_id: Id
    payment_id: Id
    payer_id: Id
    # For a deal, no other event notifies the payer of the credit.
    transaction_id: Id | None
    decision: PaymentDecision
    outcome: PaymentOutcome
    by_admin_id: Id
    done_at: datetime

    @property
    def key(self) -> str:
        return f"payment-decision-{self.decision_id}"
