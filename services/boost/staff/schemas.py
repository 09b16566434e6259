from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field

from libs.contracts.events.protection import DecisionReason
from libs.kit.http.schemas import In, Out
from services.boost.staff.models import SecondPersonRequest

Reason = Annotated[str, Field(min_length=1, max_length=500, pattern=r"\S")]

ASKED_WITHOUT_A_REASON = "Asked without a reason"


class ReasonIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"reason": "The seller has asked."}}}

    reason: Reason


class AskIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {}}}

    reason: Reason | None = None

    @property
    def words(self) -> str:
        return self.reason or ASKED_WITHOUT_A_REASON


class StaffActOut(Out):
    act: str
    staff_id: int
    reason: str
    acted_at: datetime


class SecondPersonOut(Out):
    outcome: Literal["refund", "release", "return", "split"]
    # The buyer's refund in a split.
    buyer_amount: int | None
    reason: str
    code: DecisionReason | None
    asked_by: int
    asked_at: datetime
    until: datetime

    @classmethod
    def from_model(cls, row: SecondPersonRequest | None) -> Self | None:
        """Returns None for a credit, which is shown with its payment."""
        return (
            None
            if row is None or row.outcome == "credit"
            else cls(**row.model_dump(include=set(cls.model_fields)))
        )


class CreditAskedOut(Out):
    amount: int | None
    asked_by: int
    asked_at: datetime
    until: datetime

    @classmethod
    def from_model(cls, row: SecondPersonRequest | None) -> Self | None:
        if row is None or row.outcome != "credit":
            return None
        return cls(amount=row.buyer_amount, **row.model_dump(include={"asked_by", "asked_at", "until"}))


class WaitingOut(Out):
    """`count` is capped at 100."""

    what: Literal["disputes", "withheld", "payments", "payouts", "refunds", "decisions", "dispute_appeals"]
    count: int
    since: datetime | None
