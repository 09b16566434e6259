from datetime import datetime
from typing import Any

from sqlalchemy import Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class StaffAct(Table, table=True):
    """What staff did to an account: who, when, why, and what it was before and after. Only an
    erasure changes it: the reason goes with the person."""

    __tablename__ = "staff_acts"
    __table_args__ = (Index("ix_staff_acts_user_id", "user_id"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int
    by_admin_id: int | None = None
    act: str
    reason: str
    before: dict[str, Any] = Field(sa_type=JSONB)
    after: dict[str, Any] = Field(sa_type=JSONB)
    request_id: str = ""
    # Which case asked for it; none where staff acted by hand, and of acts from before migration 0020.
    case_id: int | None = None
    # Why, from the list of reasons; none of acts from before migration 0029 and of those that have no list.
    code: str | None = None
    # Which act by hand was taken back, because its person's appeal was granted.
    lifts_id: int | None = None
    happened_at: datetime = Field(sa_type=MOMENT)
