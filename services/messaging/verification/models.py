from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from services.messaging.models import MOMENT, Table


class Verification(Table, table=True):
    __tablename__ = "verifications"

    seller_id: int = Field(primary_key=True)
    version: int = 0
    identity_checked_at: datetime | None = Field(default=None, sa_type=MOMENT)
    payment_confirmed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # When staff last upheld a report about the seller, and the case of that report.
    upheld_at: datetime | None = Field(default=None, sa_type=MOMENT)
    upheld_case_id: int | None = None
    # Number of counted deals, and of different buyers in these deals.
    delivered: int = 0
    buyers: int = 0
    verified_since: datetime | None = Field(default=None, sa_type=MOMENT)
    # The badge is lost at this time, unless the criteria are met again.
    grace_until: datetime | None = Field(default=None, sa_type=MOMENT)
    # Why the badge was last lost.
    lost_for: list[str] = Field(default_factory=list, sa_type=ARRAY(Text))
    first_published_at: datetime | None = Field(default=None, sa_type=MOMENT)
