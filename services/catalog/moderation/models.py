from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.catalog.models import MOMENT, Table


class Report(Table, Numbered, table=True):
    """Each person can report a listing once."""

    __tablename__ = "reports"

    product_id: int = Field(foreign_key="products.id")
    reporter_id: int
    reason: str
    words: str = ""
    created_at: datetime = Field(sa_type=MOMENT)


class Appeal(Table, Numbered, table=True):
    __tablename__ = "appeals"

    product_id: int = Field(foreign_key="products.id")
    seller_id: int
    words: str
    created_at: datetime = Field(sa_type=MOMENT)
