"""Pairs of people, and single accounts, whose money waits for moderators."""

from datetime import datetime

from sqlmodel import Field

from services.boost.models.base import MOMENT, Table


class PayoutHold(Table, table=True):
    """What moderation says of a bidder and a seller; `step` is how much it had told about them by then. Of an
    account that looks taken over both are its person."""

    __tablename__ = "payout_holds"

    pair_id: int = Field(primary_key=True)
    bidder_id: int
    seller_id: int
    state: str
    step: int
    changed_at: datetime = Field(sa_type=MOMENT)
