from datetime import datetime

from sqlalchemy import DateTime
from sqlmodel import Field

from services.auction.models import Table


class AlertState(Table, table=True):
    __tablename__ = "alert_states"

    auction_id: int = Field(primary_key=True)
    version: int = 0
    last_seq: int = 0
    leader_id: int | None = None
    warned_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    # True until the bidders are notified of the cancellation.
    is_cancelled: bool = False


class Outbid(Table, table=True):
    __tablename__ = "outbids"

    auction_id: int = Field(primary_key=True)
    bidder_id: int = Field(primary_key=True)
    due_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    notified_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    times: int = 0
