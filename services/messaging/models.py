"""The tables of messaging: people, and its copy of what they may talk about."""

from sqlmodel import Field, SQLModel

from libs.kit.db.database import metadata_of
from libs.kit.events.people import PersonColumns

METADATA = metadata_of("messaging")


class Table(SQLModel):
    """Everything in the schema `messaging`."""

    metadata = METADATA


class Person(Table, PersonColumns, table=True):
    """A person one may write to; the kit keeps this table."""

    __tablename__ = "people"


class ProductCopy(Table, table=True):
    """A product one may talk about, told by catalog."""

    __tablename__ = "product_copies"

    product_id: int = Field(primary_key=True)
    seller_id: int
    name: str
    price: int
    listing_type: str
    image_url: str | None
    status: str = "active"
