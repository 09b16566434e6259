from datetime import datetime

from sqlmodel import Field

from libs.marketplace.people import PersonColumns
from libs.marketplace.product_replicas import ProductColumns
from services.messaging.models import MOMENT, Table


class Person(Table, PersonColumns, table=True):
    """Maintained by the shared library."""

    __tablename__ = "people"


class ProductReplica(Table, ProductColumns, table=True):
    __tablename__ = "product_replicas"

    listing_type: str
    # Number of pieces that can be bought, and since when the purchase cards have to be updated.
    free: int = 1
    cards_due: datetime | None = Field(default=None, sa_type=MOMENT)
