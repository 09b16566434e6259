"""One act on many accounts."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from libs.contracts.events.batches import AccountAct
from libs.kit.http.bulk import LinesIn
from services.auth.domain.standing import LONGEST_SUSPENSION_DAYS
from services.auth.schemas.roles import GivenReason


class BulkAccountsIn(LinesIn):
    """What is done to which accounts, and why; only a suspension has days."""

    model_config = LinesIn.model_config | {
        "json_schema_extra": {
            "example": {"ids": [9], "act": "suspend", "days": 7, "reason": "Sent no parcels."}
        }
    }

    act: AccountAct
    days: Annotated[int, Field(strict=True, ge=1, le=LONGEST_SUSPENSION_DAYS)] | None = None
    reason: GivenReason

    @model_validator(mode="after")
    def _only_a_suspension_has_days(self) -> Self:
        if (self.days is None) == (self.act == "suspend"):
            raise ValueError("Only a suspension has days.")
        return self
