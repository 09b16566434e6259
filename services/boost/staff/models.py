from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.boost.models import MOMENT, Table


class StaffAct(Table, Numbered, table=True):
    __tablename__ = "staff_acts"

    act: str
    payout_id: int | None = Field(default=None, foreign_key="payouts.id")
    payment_id: int | None = Field(default=None, foreign_key="payments.id")
    staff_id: int
    reason: str
    acted_at: datetime = Field(sa_type=MOMENT)


class SecondPersonRequest(Table, Numbered, table=True):
    """A refund or decision that awaits a second member of staff, who approves by requesting the same."""

    __tablename__ = "second_person_requests"

    order_id: int | None = Field(default=None, foreign_key="boost_orders.id")
    deal_id: int | None = Field(default=None, foreign_key="protections.deal_id")
    outcome: str
    # The buyer's refund in a split, or the amount of a credit.
    buyer_amount: int | None = None
    reason: str
    code: str | None = None
    asked_by: int
    asked_at: datetime = Field(sa_type=MOMENT)
    until: datetime = Field(sa_type=MOMENT)
    ended_as: str | None = None
    ended_by: int | None = None
    ended_at: datetime | None = Field(default=None, sa_type=MOMENT)

    def is_same(self, other: "SecondPersonRequest") -> bool:
        return (self.outcome, self.buyer_amount) == (other.outcome, other.buyer_amount)
