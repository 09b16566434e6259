"""What staff does to accounts, and the record of it."""

from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field

from libs.contracts.events.admin import ActReason, CaseReason
from libs.kit.http.schemas import In, Out
from services.auth.domain import accounts
from services.auth.domain.standing import LONGEST_SUSPENSION_DAYS
from services.auth.models.staff import StaffAct

Reason = Annotated[str, AfterValidator(lambda text: accounts.check_text(text, "Reason", 500))]
GivenReason = Annotated[Reason, Field(min_length=1)]


class BanIn(In):
    """Ban or unban."""

    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"isBanned": True, "code": "counterfeit", "reason": "Sold fake bottles."}
        }
    }

    is_banned: bool
    code: ActReason = "staff"
    reason: Reason = ""


class SuspendIn(In):
    """No trade for so many days; 0 lifts it."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"days": 7, "code": "scam", "reason": "Did not send two parcels."}}
    }

    days: Annotated[int, Field(strict=True, ge=0, le=LONGEST_SUSPENSION_DAYS)]
    code: ActReason = "staff"
    reason: GivenReason


class ReasonIn(In):
    """Why."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"reason": "The account was taken over."}}
    }

    reason: GivenReason


class SellerRightsIn(In):
    """The right to sell, taken or given back."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"isSeller": False, "reason": "Sold fake bottles."}}
    }

    is_seller: bool
    reason: GivenReason


class IdentityIn(In):
    """Whether staff has compared the person with their identity card."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"isChecked": True, "reason": "MyKad shown on a call."}}
    }

    is_checked: bool
    reason: GivenReason


class StaffActOut(Out):
    """One line of the record of what staff did."""

    act: str
    by_admin_id: int | None
    code: CaseReason | None
    reason: str
    before: dict[str, Any]
    after: dict[str, Any]
    happened_at: datetime

    @classmethod
    def of(cls, act: StaffAct) -> Self:
        """Return it as it was written down."""
        return cls.model_validate(act.model_dump(), by_name=True)
