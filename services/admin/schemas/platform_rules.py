"""What goes over HTTP about the rules of the platform."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from libs.contracts.rules import RuleKind, RuleName
from libs.kit.http.schemas import In, Out
from services.admin.schemas.cases import PersonOut
from services.admin.schemas.settings import Why


class RuleIn(In):
    """What a rule is wished to be, the number of changes that was seen, and why."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"value": 500, "changes": 0, "words": "Fewer listings of dealers."}}
    }

    value: Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
    changes: Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
    words: Why


class RuleStepOut(Out):
    """One change: from what to what, by whom, and why."""

    name: RuleName
    before: int
    value: int
    by: PersonOut
    words: str
    at: datetime


class RuleOut(Out):
    """What a rule is, what it is until it is moved, how far it may be, and its newest change."""

    name: RuleName
    kind: RuleKind
    value: int
    default: int
    least: int
    most: int
    changes: int
    last: RuleStepOut | None


class RulesOut(Out):
    """All rules, and the newest changes of all."""

    rules: list[RuleOut]
    steps: list[RuleStepOut]
