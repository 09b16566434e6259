"""What goes over HTTP about cases."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from libs.contracts.events.admin import CaseKind, CaseReason, Measure, PaymentOutcome
from libs.contracts.events.batches import CaseAct
from libs.contracts.events.measures import AccountMeasure, Consequence
from libs.kit.http.bulk import LinesIn
from libs.kit.http.schemas import In, Out
from services.admin.cases.rules import AnyDecision


class ConsequenceOut(Out):
    """How often something followed from a measure."""

    what: Consequence
    count: int


class MeasureAnswerOut(Out):
    """What a service has done because of a measure, and when it was done with it."""

    service: str
    applied_at: datetime
    consequences: list[ConsequenceOut]


class AppliedMeasureOut(Out):
    """A measure with what each service has done, and the services that have not answered yet."""

    measure: AccountMeasure
    # Of a removal.
    product_id: int | None
    decided_at: datetime
    waits_for: list[str]
    answers: list[MeasureAnswerOut]


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


Queue = Literal["reports", "appeals", "strikes", "risk", "measures"]


class DecisionIn(In):
    """How a case ends, why, and in which words for the record; staff alone reads these."""

    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "decision": "take_down",
                "reason": "counterfeit",
                "words": "The cap is of another brand.",
            }
        }
    }

    decision: AnyDecision
    reason: CaseReason
    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=1_000)]
    days: Annotated[int, Field(ge=1, le=365)] | None = None


class BulkCasesIn(LinesIn):
    """What is done to which cases; what is decided has a reason and words for the record."""

    model_config = LinesIn.model_config | {
        "json_schema_extra": {
            "example": {"ids": [3], "act": "dismiss", "reason": "no_breach", "words": "All is as it says."}
        }
    }

    act: CaseAct
    reason: CaseReason | None = None
    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=1_000)] | None = (
        None
    )

    @model_validator(mode="after")
    def _a_decision_has_a_reason_and_words(self) -> Self:
        if self.act == "dismiss" and (self.reason is None or self.words is None):
            raise ValueError("A decision has a reason and words.")
        return self

    @classmethod
    def to_claim(cls, lines: LinesIn) -> Self:
        """Return the same lines, to be claimed."""
        return cls.model_validate({"ids": lines.ids, "act": "claim"})


class PersonOut(Out):
    """A person by their name; a former member, or one not known yet, has none."""

    id: int
    username: str


class CaseOut(Out):
    """A case as the queue shows it; `isClaimed` while a person looks at it."""

    id: int
    kind: CaseKind
    subject_id: int
    about: PersonOut
    state: str
    priority: int
    reported_for: CaseReason | None
    reports: int
    opened_at: datetime
    waits_since: datetime
    # Until when it is to be decided.
    due_at: datetime
    claimed_by: PersonOut | None
    claimed_until: datetime | None
    decision: AnyDecision | None
    reason: CaseReason | None
    over_at: datetime | None


class CasesOut(Out):
    """A page of the queue, and how the next one is called."""

    cases: list[CaseOut]
    next: str | None


class OwnReportOut(Out):
    """A report that a person made, with the case it became part of."""

    case: CaseOut
    reason: CaseReason
    filed_at: datetime


class PersonCasesOut(Out):
    """The newest cases about a person and measures against them; `reported` are the newest reports that they
    made themself, `filed` is how many, `agreed` how many of them staff acted upon."""

    cases: list[CaseOut]
    measures: list[AppliedMeasureOut]
    reported: list[OwnReportOut]
    filed: int
    agreed: int


class CaseReportOut(Out):
    """Who reported it and why; `filed` is how many reports they made, `agreed` how many staff acted upon."""

    reporter: PersonOut | None
    reason: CaseReason
    filed_at: datetime
    filed: int
    agreed: int


class CaseStepOut(Out):
    """What was done with the case."""

    step: str
    by: PersonOut | None
    decision: AnyDecision | None
    reason: CaseReason | None
    days: int | None
    words: str
    at: datetime


class CaseReceiptOut(Out):
    """What the service that carries a decision out said; nothing yet while it waits."""

    service: str
    outcome: PaymentOutcome | None
    done_at: datetime | None


class CasePageOut(Out):
    """A case with all that belongs to it, and what else there was about the same person."""

    case: CaseOut
    filed: list[CaseReportOut]
    steps: list[CaseStepOut]
    receipts: list[CaseReceiptOut]
    # What the person wrote against a warning or suspension; nothing where they did not appeal, or are gone.
    appeal: MeasureAppealOut | None
    others_about: int
    acted_upon: int
    # What this member of staff may decide; nothing where it is not theirs to decide.
    decisions: list[AnyDecision]


class WaitingOut(Out):
    """How much of one kind waits for staff, a hundred at most, and since when the oldest of it does; measures
    wait for services, the oldest is the one against `personId`."""

    what: Queue
    count: int
    since: datetime | None
    person_id: int | None
