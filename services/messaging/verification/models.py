"""What a seller is verified by."""

from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from services.messaging.models import MOMENT, Table


class Verification(Table, table=True):
    """What a seller's verification stands on, and whether they are verified; `version` counts its facts."""

    __tablename__ = "verifications"

    seller_id: int = Field(primary_key=True)
    version: int = 0
    identity_checked_at: datetime | None = Field(default=None, sa_type=MOMENT)
    payment_confirmed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # When staff last agreed with a report about them, and in which case.
    upheld_at: datetime | None = Field(default=None, sa_type=MOMENT)
    upheld_case_id: int | None = None
    # The deals that count, and how many different buyers they have.
    delivered: int = 0
    buyers: int = 0
    verified_since: datetime | None = Field(default=None, sa_type=MOMENT)
    # When the verification ends, unless what is missing comes back.
    grace_until: datetime | None = Field(default=None, sa_type=MOMENT)
    # Why it was lost the last time.
    lost_for: list[str] = Field(default_factory=list, sa_type=ARRAY(Text))
    # When the first fact about it was told.
    told_since: datetime | None = Field(default=None, sa_type=MOMENT)
