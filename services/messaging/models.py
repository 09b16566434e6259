"""The tables of messaging: people, and its copy of what they may talk about."""

from sqlmodel import SQLModel

from libs.kit.db.database import metadata_of
from libs.kit.events.people import PersonColumns
from libs.kit.events.product_copies import ProductColumns

METADATA = metadata_of("messaging")


class Table(SQLModel):
    """Everything in the schema `messaging`."""

    metadata = METADATA


class Person(Table, PersonColumns, table=True):
    """A person one may write to; the kit keeps this table."""

    __tablename__ = "people"


class ProductCopy(Table, ProductColumns, table=True):
    """A product one may talk about, told by catalog."""

    __tablename__ = "product_copies"

    listing_type: str
