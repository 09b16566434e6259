from datetime import datetime

from sqlalchemy import LargeBinary
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.boost.models import MOMENT, Table


class Payment(Table, Numbered, table=True):
    """`ask_at` is the time of the next poll."""

    __tablename__ = "payments"

    order_id: int | None = Field(default=None, foreign_key="boost_orders.id")
    deal_id: int | None = Field(default=None, foreign_key="protections.deal_id")
    amount: int
    status: str = "creating"
    bill_id: str | None = None
    url: str | None = None
    created_at: datetime = Field(sa_type=MOMENT)
    # When the current attempt to create the bill began.
    started_at: datetime | None = Field(default=None, sa_type=MOMENT)
    opened_at: datetime | None = Field(default=None, sa_type=MOMENT)
    ask_at: datetime | None = Field(default=None, sa_type=MOMENT)
    failures: int = 0
    paid_at: datetime | None = Field(default=None, sa_type=MOMENT)
    channel: str | None = None
    settled_as: str | None = None
    # Consecutive unexpected responses.
    odd: int = 0
    # Amount received, if it differs from the bill.
    came: int | None = None
    # Number of published mismatch events. Odd while the mismatch is open.
    mismatches_published: int = 0

    @property
    def of_order(self) -> int:
        assert self.order_id is not None
        return self.order_id


class Notification(Table, Numbered, table=True):
    __tablename__ = "payment_notifications"

    kind: str
    digest: bytes = Field(sa_type=LargeBinary)
    raw: bytes = Field(sa_type=LargeBinary)
    bill_id: str | None = None
    received_at: datetime = Field(sa_type=MOMENT)
    check_at: datetime | None = Field(default=None, sa_type=MOMENT)
    judged_at: datetime | None = Field(default=None, sa_type=MOMENT)
    judgement: str | None = None


class ProviderAsk(Table, Numbered, table=True):
    """A request to the provider, counted against the provider's limit."""

    __tablename__ = "provider_asks"

    asked_at: datetime = Field(sa_type=MOMENT)
    share: str = "bill"


class MismatchDecision(Table, Numbered, table=True):
    """The decision is carried out at `check_at`."""

    __tablename__ = "mismatch_decisions"

    payment_id: int = Field(foreign_key="payments.id")
    case_id: int
    decision: str
    reason: str
    staff_id: int
    decided_at: datetime = Field(sa_type=MOMENT)
    check_at: datetime | None = Field(default=None, sa_type=MOMENT)
    outcome: str | None = None


class PaymentMethod(Table, table=True):
    """Payment methods are confirmed by a payment or by a bank account in the person's name."""

    __tablename__ = "payment_methods"

    user_id: int = Field(primary_key=True)
    confirmed_by: str
    confirmed_at: datetime = Field(sa_type=MOMENT)
