"""What goes over HTTP about what was decided about a person, and their appeal."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from libs.contracts.events.admin import CaseKind, CaseReason, Measure
from libs.kit.http.schemas import In, Out


class MeasureAppealIn(In):
    """Why staff should look again."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"words": "It is genuine; I can send the receipt."}}
    }

    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=10, max_length=1_000)]


class MeasureAppealOut(Out):
    """What a person wrote against a decision about them."""

    words: str
    at: datetime


class OwnCaseOut(Out):
    """What was decided about a person, a strike of an auction too, as they read it themself: neither who
    decided nor who reported."""

    id: int
    # What it was about, by its number in the service that owns it.
    kind: CaseKind
    subject_id: int
    measure: Measure | Literal["strike"]
    reason: CaseReason
    decided_at: datetime
    # When the suspension ends; the others have no end.
    until: datetime | None
    state: Literal["stands", "appealed", "lifted", "kept"]
    may_appeal: bool
    appeal_until: datetime
    appeal: MeasureAppealOut | None
    # When another of staff decided about the appeal.
    answered_at: datetime | None
