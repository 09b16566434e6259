"""What goes over HTTP about roles on the staff."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import AfterValidator, Field

from libs.kit.http.schemas import In, Out
from services.auth.domain import accounts
from services.auth.domain.standing import SECOND_PERSON_WITHIN, AskedRole
from services.auth.models.staff import StaffAct

Reason = Annotated[str, AfterValidator(lambda text: accounts.check_text(text, "Reason", 500))]
GivenReason = Annotated[Reason, Field(min_length=1)]


class RoleIn(In):
    """The role that a person is to have on the staff; `none` takes it away."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"role": "support", "reason": "Answers letters from Monday."}}
    }

    role: AskedRole
    reason: GivenReason


class RoleAskedOut(Out):
    """A change of a role that one admin asked for; another may agree to it until then."""

    by_admin_id: int
    role: AskedRole
    reason: str
    asked_at: datetime
    until: datetime

    @classmethod
    def of(cls, act: StaffAct | None) -> Self | None:
        """Return it, if one was asked for."""
        if act is None or act.by_admin_id is None:
            return None
        return cls(
            by_admin_id=act.by_admin_id, role=act.after["roleAsked"], reason=act.reason, asked_at=act.happened_at,
            until=act.happened_at + SECOND_PERSON_WITHIN,
        )  # fmt: skip
