"""Copies of what messaging needs of others."""

from datetime import datetime

from sqlmodel import Field

from libs.kit.db.people import PersonColumns
from libs.kit.events.product_copies import ProductColumns
from services.messaging.models import MOMENT, Table


class Person(Table, PersonColumns, table=True):
    """A person one may write to; the kit keeps this table."""

    __tablename__ = "people"


class ProductCopy(Table, ProductColumns, table=True):
    """A product that people may talk about, as catalog has it."""

    __tablename__ = "product_copies"

    listing_type: str
    # How many pieces may be bought, and since when its purchase cards wait to be put right.
    free: int = 1
    cards_due: datetime | None = Field(default=None, sa_type=MOMENT)
