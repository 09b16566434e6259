from datetime import datetime
from typing import Any

from sqlalchemy import Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class StaffAct(Table, table=True):
    """Rows only change at an erasure, which deletes the reason."""

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
    # None for actions by hand and before migration 0020.
    case_id: int | None = None
    # None before migration 0029 and for actions without codes.
    code: str | None = None
    # The action by hand that a granted appeal reversed.
    lifts_id: int | None = None
    happened_at: datetime = Field(sa_type=MOMENT)
