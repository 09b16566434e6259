from datetime import datetime
from typing import Annotated, Any, Self, cast

from pydantic import AfterValidator, Field, model_validator

from libs.contracts.events.admin import ActReason, CaseReason
from libs.contracts.events.batches import AccountAct
from libs.kit.http.bulk import LinesIn
from libs.kit.http.schemas import In, Out
from services.auth.accounts.rules import check_text
from services.auth.staff.models import StaffAct
from services.auth.staff.rules import LONGEST_SUSPENSION_DAYS, SECOND_PERSON_WITHIN, AskedRole

Reason = Annotated[str, AfterValidator(lambda text: check_text(text, "Reason", 500))]


GivenReason = Annotated[Reason, Field(min_length=1)]


class BanIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"isBanned": True, "code": "counterfeit", "reason": "Sold fake bottles."}
        }
    }

    is_banned: bool
    code: ActReason = "staff"
    reason: Reason = ""


class SuspendIn(In):
    """`days` 0 lifts the suspension."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"days": 7, "code": "scam", "reason": "Did not send two parcels."}}
    }

    days: Annotated[int, Field(strict=True, ge=0, le=LONGEST_SUSPENSION_DAYS)]
    code: ActReason = "staff"
    reason: GivenReason


class ReasonIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"reason": "The account was taken over."}}
    }

    reason: GivenReason


class SellerRightsIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"isSeller": False, "reason": "Sold fake bottles."}}
    }

    is_seller: bool
    reason: GivenReason


class IdentityIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"isChecked": True, "reason": "MyKad shown on a call."}}
    }

    is_checked: bool
    reason: GivenReason


class StaffActOut(Out):
    act: str
    by_admin_id: int | None
    code: CaseReason | None
    reason: str
    before: dict[str, Any]
    after: dict[str, Any]
    happened_at: datetime

    @classmethod
    def from_model(cls, act: StaffAct) -> Self:
        return cls.model_validate(act.model_dump(), by_name=True)


class BanAskedOut(Out):
    by_admin_id: int
    code: ActReason
    reason: str
    asked_at: datetime
    until: datetime

    @classmethod
    def from_model(cls, act: StaffAct | None) -> Self | None:
        if act is None or act.by_admin_id is None:
            return None
        until = act.happened_at + SECOND_PERSON_WITHIN
        code = cast("ActReason", act.code or "staff")
        return cls(
            by_admin_id=act.by_admin_id, code=code, reason=act.reason, asked_at=act.happened_at, until=until
        )


class BulkAccountsIn(LinesIn):
    """`days` is required for a suspension and not allowed for other actions."""

    model_config = LinesIn.model_config | {
        "json_schema_extra": {
            "example": {"ids": [9], "act": "suspend", "days": 7, "code": "scam", "reason": "Sent no parcels."}
        }
    }

    act: AccountAct
    days: Annotated[int, Field(strict=True, ge=1, le=LONGEST_SUSPENSION_DAYS)] | None = None
    code: ActReason = "staff"
    reason: GivenReason

    @model_validator(mode="after")
    def _only_a_suspension_has_days(self) -> Self:
        if (self.days is None) == (self.act == "suspend"):
            raise ValueError("Only a suspension has days.")
        return self


class RoleIn(In):
    """`none` removes the role."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"role": "support", "reason": "Answers letters from Monday."}}
    }

    role: AskedRole
    reason: GivenReason


class RoleAskedOut(Out):
    by_admin_id: int
    role: AskedRole
    reason: str
    asked_at: datetime
    until: datetime

    @classmethod
    def from_model(cls, act: StaffAct | None) -> Self | None:
        if act is None or act.by_admin_id is None:
            return None
        return cls(
            by_admin_id=act.by_admin_id, role=act.after["roleAsked"], reason=act.reason, asked_at=act.happened_at,
            until=act.happened_at + SECOND_PERSON_WITHIN,
        )  # fmt: skip
