from datetime import datetime
from typing import Annotated

from pydantic import Field, StrictBool, StringConstraints

from libs.contracts.events.admin import SettingName
from libs.contracts.rules import RuleKind, RuleName
from libs.kit.http.schemas import In, Out
from services.admin.cases.schemas import PersonOut

Why = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]


class SettingIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"isOn": False, "changes": 0, "words": "The provider is down since noon."}
        }
    }

    is_on: StrictBool
    changes: Annotated[int, Field(ge=0, le=2**31 - 1)]
    words: Why


class SettingStepOut(Out):
    name: SettingName
    is_on: bool
    by: PersonOut
    words: str
    at: datetime


class SettingOut(Out):
    name: SettingName
    is_on: bool
    changes: int
    last: SettingStepOut | None


class SettingsOut(Out):
    settings: list[SettingOut]
    steps: list[SettingStepOut]


class OpenOut(Out):
    auctions: bool
    payments: bool
    registration: bool
    # Whether the first bid of a new auction may equal its starting price.
    first_bid_at_start: bool


class RuleIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"value": 500, "changes": 0, "words": "Fewer listings of dealers."}}
    }

    value: Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
    changes: Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
    words: Why


class RuleStepOut(Out):
    name: RuleName
    before: int
    value: int
    by: PersonOut
    words: str
    at: datetime


class RuleOut(Out):
    name: RuleName
    kind: RuleKind
    value: int
    default: int
    least: int
    most: int
    changes: int
    last: RuleStepOut | None


class RulesOut(Out):
    rules: list[RuleOut]
    steps: list[RuleStepOut]
