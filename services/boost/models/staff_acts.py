"""What staff did about payouts and payments, and why."""

from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.boost.models.base import MOMENT, Table


class StaffAct(Table, Numbered, table=True):
    """One act of a member of staff about a payout or a payment."""

    __tablename__ = "staff_acts"

    act: str
    payout_id: int | None = Field(default=None, foreign_key="payouts.id")
    payment_id: int | None = Field(default=None, foreign_key="payments.id")
    staff_id: int
    reason: str
    acted_at: datetime = Field(sa_type=MOMENT)
