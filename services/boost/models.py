"""The tables of boost: its packages, and its copy of whose products there are."""

from decimal import Decimal

from sqlalchemy import Numeric
from sqlmodel import Field, SQLModel

from libs.kit.db.database import metadata_of
from libs.kit.events.product_copies import ProductColumns

METADATA = metadata_of("boost")


class Table(SQLModel):
    """Everything in the schema `boost`."""

    metadata = METADATA


class Package(Table, table=True):
    """A boost one can buy; the price is in sen, as the calls of boost show it."""

    __tablename__ = "boost_packages"

    id: int = Field(primary_key=True)
    name: str
    package_type: str
    item_count: int
    price: int
    duration_hours: int
    effective_price: Decimal = Field(sa_type=Numeric(10, 2))
    is_active: bool = True


class ProductCopy(Table, ProductColumns, table=True):
    """A product that could be boosted, and by whom; told by catalog."""

    __tablename__ = "product_copies"
