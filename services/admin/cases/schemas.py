from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from libs.contracts.events.admin import CaseKind, CaseReason, PaymentOutcome, Sanction
from libs.contracts.events.batches import CaseAct
from libs.contracts.events.sanctions import AccountSanction, Consequence
from libs.kit.http.bulk import LinesIn
from libs.kit.http.schemas import In, Out
from services.admin.cases.rules import AnyDecision


class ConsequenceOut(Out):
    what: Consequence
    count: int


class SanctionAnswerOut(Out):
    service: str
    applied_at: datetime
    consequences: list[ConsequenceOut]


class AppliedSanctionOut(Out):
    sanction: AccountSanction
    # Only set for the removal of a listing.
    product_id: int | None
    decided_at: datetime
    waits_for: list[str]
    answers: list[SanctionAnswerOut]


class SanctionAppealIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"words": "It is genuine; I can send the receipt."}}
    }

    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=10, max_length=1_000)]


class SanctionAppealOut(Out):
    words: str
    at: datetime


class OwnCaseOut(Out):
    """A decision about you, or a strike. Names of other people are not included."""

    id: int
    # The kind of subject, and the id of the subject in its service.
    kind: CaseKind
    subject_id: int
    sanction: Sanction | Literal["strike"]
    reason: CaseReason
    decided_at: datetime
    # Only set for a suspension.
    until: datetime | None
    state: Literal["stands", "appealed", "lifted", "kept"]
    may_appeal: bool
    appeal_until: datetime
    appeal: SanctionAppealOut | None
    # When another staff member decided about the appeal.
    answered_at: datetime | None


Queue = Literal["reports", "appeals", "strikes", "risk", "sanctions"]


class DecisionIn(In):
    """Only staff can read `words`."""

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
    """A decision requires `reason` and `words` for the record."""

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
        return cls.model_validate({"ids": lines.ids, "act": "claim"})


class PersonOut(Out):
    """The name is empty if the account was deleted or its name has not arrived yet."""

    id: int
    username: str


class CaseOut(Out):
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
    due_at: datetime
    claimed_by: PersonOut | None
    claimed_until: datetime | None
    decision: AnyDecision | None
    reason: CaseReason | None
    over_at: datetime | None


class CasesOut(Out):
    cases: list[CaseOut]
    next: str | None


class OwnReportOut(Out):
    case: CaseOut
    reason: CaseReason
    filed_at: datetime


class PersonCasesOut(Out):
    """`filed` is the number of all reports by the person. `agreed` is the number of reports on which staff
    acted."""

    cases: list[CaseOut]
    sanctions: list[AppliedSanctionOut]
    reported: list[OwnReportOut]
    filed: int
    agreed: int


class CaseReportOut(Out):
    """`filed` is the number of all reports by the reporter. `agreed` is the number of reports on which staff
    acted."""

    reporter: PersonOut | None
    reason: CaseReason
    filed_at: datetime
    filed: int
    agreed: int


class CaseStepOut(Out):
    step: str
    by: PersonOut | None
    decision: AnyDecision | None
    reason: CaseReason | None
    days: int | None
    words: str
    at: datetime


class CaseAcknowledgementOut(Out):
    service: str
    outcome: PaymentOutcome | None
    done_at: datetime | None


class CasePageOut(Out):
    case: CaseOut
    filed: list[CaseReportOut]
    steps: list[CaseStepOut]
    acknowledgements: list[CaseAcknowledgementOut]
    # Null if there is no appeal or the account was deleted.
    appeal: SanctionAppealOut | None
    others_about: int
    acted_upon: int
    # Empty if you may not decide the case.
    decisions: list[AnyDecision]


class WaitingOut(Out):
    """`count` is at most 100. `personId` belongs to the oldest sanction that waits for services."""

    what: Queue
    count: int
    since: datetime | None
    person_id: int | None
