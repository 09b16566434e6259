from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from libs.contracts.events.admin import (
    FurtherCode,
    RiskCode,
    RiskDecision,
    RiskDecisionReason,
    RiskKind,
    RiskLevel,
    TakeoverCode,
)
from libs.contracts.events.signals import SignalKind
from libs.kit.http.schemas import In, Out
from services.admin.cases.schemas import PersonOut
from services.admin.risk.rules import State


class RiskDecisionIn(In):
    """Only staff can read `words`."""

    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"decision": "release", "reason": "known_to_each_other", "words": "Two collectors."}
        }
    }

    decision: RiskDecision
    reason: RiskDecisionReason = "other"
    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]


class RiskReasonOut(Out):
    """A reason code with its figures. The client renders the text."""

    code: RiskCode | TakeoverCode | FurtherCode
    figure: int
    of: int | None


class RiskDecisionOut(Out):
    state: State
    by: PersonOut
    # Null for decisions from before reasons existed.
    reason: RiskDecisionReason | None
    words: str
    at: datetime


class RiskPairOut(Out):
    """The score is from 0 to 1. For an account that may have been taken over, both people are its owner."""

    id: int
    kind: RiskKind
    bidder: PersonOut
    seller: PersonOut
    score: Annotated[float, Field(ge=0, le=1)]
    level: RiskLevel
    reasons: list[RiskReasonOut]
    state: State
    # Whether boost holds payouts between the two people, or all payouts of the account.
    is_money_held: bool
    flagged_at: datetime
    due_at: datetime
    claimed_by: PersonOut | None
    claimed_until: datetime | None
    decided: RiskDecisionOut | None


class PersonRiskOut(Out):
    pairs: list[RiskPairOut]


class RiskPairsOut(Out):
    pairs: list[RiskPairOut]
    next: str | None


class SignalOut(Out):
    """The value of the signal is never shown."""

    kind: SignalKind
    since: datetime
    seen_at: datetime


class LinkedAccountOut(Out):
    person: PersonOut
    signals: list[SignalOut]


class LinkedAccountsOut(Out):
    accounts: list[LinkedAccountOut]
