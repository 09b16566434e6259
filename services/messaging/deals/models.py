from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.messaging.models import MOMENT, Table


class Deal(Table, Numbered, table=True):
    __tablename__ = "deals"

    conversation_id: int = Field(foreign_key="conversations.id")
    product_id: int
    seller_id: int
    buyer_id: int
    amount: int
    # The price when the card was made, or that both people agreed on since. `amount` follows the listing.
    first_amount: int
    sold_by: str
    # A Buy Now card has no sale number before the purchase.
    auction_id: int | None = None
    sale_number: int | None = None
    state: str = "offered"
    version: int = 0
    # Title of the listing at the time of the sale.
    product_name: str
    image_url: str | None = None
    courier: str | None = None
    tracking_number: str | None = None
    # The person who requested a cancellation after the payment. The request expires after 48 hours.
    cancel_asked_by: int | None = None
    cancel_asked_at: datetime | None = Field(default=None, sa_type=MOMENT)
    won_at: datetime | None = Field(default=None, sa_type=MOMENT)  # Auctions only.
    pay_by: datetime | None = Field(default=None, sa_type=MOMENT)  # Auctions only.
    cancelled_by: str | None = None
    # When the seller of an auction reported that the buyer did not pay.
    reported_unpaid_at: datetime | None = Field(default=None, sa_type=MOMENT)
    created_at: datetime = Field(sa_type=MOMENT)
    opened_at: datetime | None = Field(default=None, sa_type=MOMENT)
    delivered_at: datetime | None = Field(default=None, sa_type=MOMENT)
    updated_at: datetime = Field(sa_type=MOMENT)
    # When the current state began, and the number of reminders since then.
    state_since: datetime = Field(sa_type=MOMENT)
    reminders: int = 0
    # True if the payment went through Wangi.
    is_money_held: bool = False
    # True if the deal counts for the seller's verified badge.
    is_counted: bool = False


class TimelineEntry(Table, table=True):
    __tablename__ = "deal_events"

    deal_id: int = Field(primary_key=True, foreign_key="deals.id")
    number: int = Field(primary_key=True)
    kind: str
    actor_id: int | None = None
    details: dict[str, Any] = Field(default_factory=dict, sa_type=JSONB)
    at: datetime = Field(sa_type=MOMENT)
