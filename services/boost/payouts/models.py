from datetime import datetime

from sqlalchemy import LargeBinary
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.boost.models import MOMENT, Table


class PayoutAccount(Table, table=True):
    """`sealed` contains the encrypted account number and holder name."""

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
    """`sealed` is the account as it was when the payout was created. `due_at` is when the payout is processed
    next."""

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
    # Why the payout failed or is delayed.
    trouble: str | None = None
    # Since when the provider may have the payout under an unknown number. While set, a refusal does not end
    # the payout.
    unanswered_since: datetime | None = Field(default=None, sa_type=MOMENT)
    # When the payout became due, across all attempts. None before the first attempt, while on hold and after
    # the end.
    due_since: datetime | None = Field(default=None, sa_type=MOMENT)
    # Consecutive unclear responses. Each doubles the delay.
    looks: int = 0
    # The failed payout that this payout retries.
    retry_of: int | None = None
    client_key: str | None = None
    version: int = 0
    created_at: datetime = Field(sa_type=MOMENT)
    send_at: datetime = Field(sa_type=MOMENT)
    due_at: datetime | None = Field(default=None, sa_type=MOMENT)
    ended_at: datetime | None = Field(default=None, sa_type=MOMENT)


class PayoutHold(Table, table=True):
    """For an account takeover, bidder and seller are the same person. `step` orders the events."""

    __tablename__ = "payout_holds"

    pair_id: int = Field(primary_key=True)
    bidder_id: int
    seller_id: int
    state: str
    step: int
    changed_at: datetime = Field(sa_type=MOMENT)
