from datetime import datetime
from typing import Any

from sqlalchemy import Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class StaffAct(Table, table=True):
    """A record of a staff action. Rows never change, except that an erasure deletes the reason."""

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
    # None for actions without a case and before migration 0020.
    case_id: int | None = None
    # None for actions without a reason code and before migration 0029.
    code: str | None = None
    # The action that a granted appeal reversed, if that action had no case.
    lifts_id: int | None = None
    happened_at: datetime = Field(sa_type=MOMENT)
