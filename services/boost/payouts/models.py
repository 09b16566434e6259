from datetime import datetime

from sqlalchemy import LargeBinary
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.boost.models import MOMENT, Table


class PayoutAccount(Table, table=True):
    """Number and holder are encrypted."""

    __tablename__ = "payout_accounts"

    user_id: int = Field(primary_key=True)
    bank_code: str
    sealed: bytes = Field(sa_type=LargeBinary)
    last_four: str
    changed_at: datetime = Field(sa_type=MOMENT)
    usable_from: datetime = Field(sa_type=MOMENT)


class PayoutAccountChange(Table, Numbered, table=True):
    """A change of a bank account, or of its owner's name."""

    __tablename__ = "payout_account_changes"

    user_id: int
    change: str
    bank_code: str
    last_four: str
    changed_at: datetime = Field(sa_type=MOMENT)


class Payout(Table, Numbered, table=True):
    """The account is stored as it was. The payout is processed next at `due_at`."""

    __tablename__ = "payouts"

    user_id: int
    deal_id: int | None = None
    amount: int
    status: str = "waiting"
    bank_code: str
    sealed: bytes = Field(sa_type=LargeBinary)
    last_four: str
    ref: str | None = None
    # When auth matched the holder's name. None for older payouts.
    named_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # Why it failed or is delayed.
    trouble: str | None = None
    # Since when the provider may have it under an unknown number. A later refusal does not end it then.
    unanswered_since: datetime | None = Field(default=None, sa_type=MOMENT)
    # Since when it is due, across all attempts. None before the first attempt, on hold and at the end.
    due_since: datetime | None = Field(default=None, sa_type=MOMENT)
    # Consecutive unclear answers. Each doubles the delay.
    looks: int = 0
    # The failed payout that this one retries.
    retry_of: int | None = None
    client_key: str | None = None
    version: int = 0
    created_at: datetime = Field(sa_type=MOMENT)
    send_at: datetime = Field(sa_type=MOMENT)
    due_at: datetime | None = Field(default=None, sa_type=MOMENT)
    ended_at: datetime | None = Field(default=None, sa_type=MOMENT)


class PayoutHold(Table, table=True):
    """Bidder and seller are the same person for an account takeover. `step` orders the events."""

    __tablename__ = "payout_holds"

    pair_id: int = Field(primary_key=True)
    bidder_id: int
    seller_id: int
    state: str
    step: int
    changed_at: datetime = Field(sa_type=MOMENT)
