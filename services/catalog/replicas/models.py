from datetime import datetime

from sqlmodel import Field

from libs.marketplace.people import PersonColumns
from services.catalog.models import MOMENT, Table


class Person(Table, PersonColumns, table=True):
    """Maintained by the shared library."""

    __tablename__ = "people"

    # True if moderation flagged the person with a high score and has not cleared the flag.
    is_suspected: bool = False


class AuctionReplica(Table, table=True):
    """The public figures of an auction that listing cards show, replicated from events."""

    __tablename__ = "auction_replicas"

    auction_id: int = Field(primary_key=True)
    product_id: int
    starting_price: int
    bid_increment: int
    buy_now_price: int | None
    has_reserve: bool = False
    current_bid: int | None = None
    bid_count: int = 0
    starts_at: datetime | None = Field(default=None, sa_type=MOMENT)
    ends_at: datetime = Field(sa_type=MOMENT)
    status: str = "active"
    changed_at: datetime | None = Field(default=None, sa_type=MOMENT)  # Time of the newest applied event.
