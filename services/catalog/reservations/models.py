from datetime import datetime

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
