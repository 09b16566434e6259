from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from services.catalog.models import MOMENT, Table


class Reservation(Table, table=True):
    """Reserves an item for a deal at the agreed amount, in sen."""

    __tablename__ = "reservations"

    deal_id: int = Field(primary_key=True)
    product_id: int = Field(foreign_key="products.id")
    buyer_id: int
    amount: int = 0
    state: str = "provisional"
    created_at: datetime = Field(sa_type=MOMENT)


class BoughtListing(Table, table=True):
    """A listing as it was when the deal was made. Outlives the listing."""

    __tablename__ = "bought_listings"

    deal_id: int = Field(primary_key=True)
    product_id: int
    seller_id: int
    buyer_id: int
    listing: dict[str, Any] = Field(sa_type=JSONB)
    bought_at: datetime = Field(sa_type=MOMENT)
