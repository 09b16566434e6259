from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.boost.models import MOMENT, Table


class Protection(Table, table=True):
    """Amounts are in sen. `due_at` is the deadline of the current state."""

    __tablename__ = "protections"

    deal_id: int = Field(primary_key=True)
    product_id: int
    seller_id: int
    buyer_id: int
    auction_id: int | None = None
    sale_number: int | None = None
    amount: int
    # Set when the buyer first requests the payment page.
    fee: int | None = None
    refunded: int = 0
    state: str = "awaiting_funds"
    version: int = 0
    created_at: datetime = Field(sa_type=MOMENT)
    held_at: datetime | None = Field(default=None, sa_type=MOMENT)
    ship_by: datetime | None = Field(default=None, sa_type=MOMENT)
    has_tracking: bool = False
    due_at: datetime | None = Field(default=None, sa_type=MOMENT)
    ended_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # Set until messaging has confirmed the cancellation.
    cancelling_since: datetime | None = Field(default=None, sa_type=MOMENT)
    dispute_reason: str | None = None
    dispute_words: str = ""
    disputed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    evidence_until: datetime | None = Field(default=None, sa_type=MOMENT)
    decided_by: int | None = None
    decided_at: datetime | None = Field(default=None, sa_type=MOMENT)
    decision_words: str = ""
    decision_code: str | None = None
    claimed_by: int | None = None
    claimed_until: datetime | None = Field(default=None, sa_type=MOMENT)
    return_tracking: str | None = None
    decision: str | None = None
    decision_amount: int | None = None
    decision_asked_by: int | None = None
    appeal_until: datetime | None = Field(default=None, sa_type=MOMENT)
    appealed_by: int | None = None
    appealed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    appeal_words: str = ""
    appeal_outcome: str | None = None

    @property
    def total(self) -> int:
        return self.amount + (self.fee or 0)


class ProtectionStep(Table, table=True):
    __tablename__ = "protection_steps"

    deal_id: int = Field(primary_key=True, foreign_key="protections.deal_id")
    number: int = Field(primary_key=True)
    event: str
    state: str
    actor_id: int | None = None
    at: datetime = Field(sa_type=MOMENT)


class Evidence(Table, Numbered, table=True):
    __tablename__ = "dispute_evidence"

    deal_id: int = Field(foreign_key="protections.deal_id")
    author_id: int
    kind: str
    words: str = ""
    token: str | None = None
    width: int | None = None
    height: int | None = None
    added_at: datetime = Field(sa_type=MOMENT)
