from datetime import datetime

from sqlalchemy import DateTime
from sqlmodel import Field

from services.auction.models import Table


class AccountRemoval(Table, table=True):
    """A ban or erasure that is being applied in batches. Deleted after the last batch."""

    __tablename__ = "account_removals"

    user_id: int = Field(primary_key=True)
    since: datetime = Field(primary_key=True, sa_type=DateTime(timezone=True))
    reason: str
    stage: str = "trading"
    after_id: int = 0
    after_seq: int = 0
    decided_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))  # None for erasures.
