"""Facts about payments that do not fit what they were for; boost tells them."""

from datetime import datetime
from typing import ClassVar, Literal

from libs.contracts.events.admin import PaymentDecision, PaymentOutcome
from libs.contracts.fact import Fact, Id, Sen


class MismatchFact(Fact):
    """A fact about one payment whose amount or account is not what it should be."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    payment_id: Id
    # What it was to pay: an order of boosts, or a deal.
    order_id: Id | None
    transaction_id: Id | None
    # Who was to pay it.
    payer_id: Id

    @property
    def key(self) -> str:
        """Return those of one payment, in order."""
        return f"mismatch-{self.payment_id}"


class PaymentMismatched(MismatchFact):
    """What the provider tells of a payment does not fit; it waits for finance."""

    expected: Sen
    found_at: datetime


class PaymentMismatchEnded(MismatchFact):
    """The payment waits no more: it was paid as it should, credited, opened again, or deleted."""

    ended_as: Literal["paid", "credited", "open", "deleted"]
    ended_at: datetime


class PaymentDecisionCarriedOut(Fact):
    """What came of staff's decision about a payment that does not fit."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    decision_id: Id
    case_id: Id
    payment_id: Id
    payer_id: Id
    # A deal; then nothing else tells its payer of the credit.
    transaction_id: Id | None
    decision: PaymentDecision
    outcome: PaymentOutcome
    by_admin_id: Id
    done_at: datetime

    @property
    def key(self) -> str:
        """Return each decision by itself."""
        return f"payment-decision-{self.decision_id}"
