"""What goes over HTTP about measures against accounts."""

from datetime import datetime

from libs.contracts.events.measures import AccountMeasure, Consequence
from libs.kit.http.schemas import Out


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
