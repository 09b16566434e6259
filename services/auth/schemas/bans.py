"""What staff reads of a ban that waits for a second person."""

from datetime import datetime
from typing import Self, cast

from libs.contracts.events.admin import ActReason
from libs.kit.http.schemas import Out
from services.auth.domain.standing import SECOND_PERSON_WITHIN
from services.auth.models.staff import StaffAct


class BanAskedOut(Out):
    """A ban that one person of the staff asked for; another may agree to it until then."""

    by_admin_id: int
    code: ActReason
    reason: str
    asked_at: datetime
    until: datetime

    @classmethod
    def of(cls, act: StaffAct | None) -> Self | None:
        """Return it, if one was asked for."""
        if act is None or act.by_admin_id is None:
            return None
        until = act.happened_at + SECOND_PERSON_WITHIN
        code = cast("ActReason", act.code or "staff")
        return cls(
            by_admin_id=act.by_admin_id, code=code, reason=act.reason, asked_at=act.happened_at, until=until
        )
