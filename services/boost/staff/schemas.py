"""Why staff acts on a person's money."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field

from libs.contracts.events.protection import DecisionReason
from libs.kit.http.schemas import In, Out
from services.boost.staff.models import SecondPersonRequest

Reason = Annotated[str, Field(min_length=1, max_length=500, pattern=r"\S")]

ASKED_WITHOUT_A_REASON = "Asked without a reason"


class ReasonIn(In):
    """Why."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"reason": "The seller has asked."}}}

    reason: Reason


class AskIn(In):
    """Why the provider is asked, if staff says so."""

    model_config = In.model_config | {"json_schema_extra": {"example": {}}}

    reason: Reason | None = None

    @property
    def words(self) -> str:
        """Return what stands in the record of the act."""
        return self.reason or ASKED_WITHOUT_A_REASON


class StaffActOut(Out):
    """What a member of staff did, and why."""

    act: str
    staff_id: int
    reason: str
    acted_at: datetime


class SecondPersonOut(Out):
    """What one member of staff asked for; another one may agree until then by asking for the same."""

    outcome: Literal["refund", "release", "return", "split"]
    # In a split: what the buyer gets back.
    buyer_amount: int | None
    reason: str
    # Of a dispute: which reason of the list.
    code: DecisionReason | None
    asked_by: int
    asked_at: datetime
    until: datetime

    @classmethod
    def of(cls, row: SecondPersonRequest | None) -> Self | None:
        """Return it, if something was asked for; a credit is shown with its payment."""
        return (
            None
            if row is None or row.outcome == "credit"
            else cls(**row.model_dump(include=set(cls.model_fields)))
        )


class CreditAskedOut(Out):
    """The credit of a payment that does not fit, which one member of staff asked for."""

    amount: int | None
    asked_by: int
    asked_at: datetime
    until: datetime

    @classmethod
    def of(cls, row: SecondPersonRequest | None) -> Self | None:
        """Return it, if a credit was asked for."""
        if row is None or row.outcome != "credit":
            return None
        return cls(amount=row.buyer_amount, **row.model_dump(include={"asked_by", "asked_at", "until"}))


class WaitingOut(Out):
    """How much of one kind waits for staff, a hundred at most, and since when the oldest does."""

    what: Literal["disputes", "withheld", "payments", "payouts", "refunds", "decisions", "dispute_appeals"]
    count: int
    since: datetime | None
