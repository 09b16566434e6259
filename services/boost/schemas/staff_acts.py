"""Why staff acts on a person's money."""

from datetime import datetime

from libs.kit.http.schemas import In, Out
from services.boost.schemas.packages import Reason


class ReasonIn(In):
    """Why."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"reason": "The seller has asked."}}}

    reason: Reason


class StaffActOut(Out):
    """What a member of staff did, and why."""

    act: str
    staff_id: int
    reason: str
    acted_at: datetime
