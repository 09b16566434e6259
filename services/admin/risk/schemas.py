"""What goes over HTTP about bidding that looks arranged and accounts that look taken over."""

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
    """Whether a pair is released or confirmed, and why; staff alone reads the words."""

    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"decision": "release", "reason": "known_to_each_other", "words": "Two collectors."}
        }
    }

    decision: RiskDecision
    reason: RiskDecisionReason = "other"
    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]


class RiskReasonOut(Out):
    """One reason: its code and figures; the screen makes a sentence of them."""

    code: RiskCode | TakeoverCode | FurtherCode
    figure: int
    of: int | None


class RiskDecisionOut(Out):
    """What staff decided last: how, by whom, and why."""

    state: State
    by: PersonOut
    # None of decisions from before there was a list.
    reason: RiskDecisionReason | None
    words: str
    at: datetime


class RiskPairOut(Out):
    """A bidder and a seller with their score, from 0 to 1, and the strongest reasons of it; of an
    account that looks taken over both are its person."""

    id: int
    kind: RiskKind
    bidder: PersonOut
    seller: PersonOut
    score: Annotated[float, Field(ge=0, le=1)]
    level: RiskLevel
    reasons: list[RiskReasonOut]
    state: State
    # Whether boost pays the two out nothing of what they owe each other, or the one nothing at all.
    is_money_held: bool
    flagged_at: datetime
    # Until when it is to be decided, and who looks at it until when.
    due_at: datetime
    claimed_by: PersonOut | None
    claimed_until: datetime | None
    decided: RiskDecisionOut | None


class PersonRiskOut(Out):
    """What was flagged about one person, the newest first."""

    pairs: list[RiskPairOut]


class RiskPairsOut(Out):
    """A page of pairs, and how the next one is called."""

    pairs: list[RiskPairOut]
    next: str | None


class SignalOut(Out):
    """What both accounts have: since when, and when both were last seen with it. Never what it is."""

    kind: SignalKind
    since: datetime
    seen_at: datetime


class LinkedAccountOut(Out):
    """Another account, and what it shares with this one."""

    person: PersonOut
    signals: list[SignalOut]


class LinkedAccountsOut(Out):
    """The accounts that share something with one, those seen last first."""

    accounts: list[LinkedAccountOut]
