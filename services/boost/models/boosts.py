"""What is featured until when, and which order gave which part of that time."""

from datetime import datetime

from sqlmodel import Field

from services.boost.models.base import MOMENT, Table


class FeaturedProduct(Table, table=True):
    """A product that is or was featured; `version` rises with each change."""

    __tablename__ = "featured_products"

    product_id: int = Field(primary_key=True)
    seller_id: int
    order_id: int | None = None  # the order that gave the last part
    version: int = 0
    featured_at: datetime | None = Field(default=None, sa_type=MOMENT)
    featured_until: datetime | None = Field(default=None, sa_type=MOMENT)
    # Whether its seller was told that this end is near.
    is_warned: bool = False


class Boost(Table, table=True):
    """The part of a product's time that one order gave, and its share of the order's amount."""

    __tablename__ = "boosts"

    order_id: int = Field(primary_key=True, foreign_key="boost_orders.id")
    product_id: int = Field(primary_key=True)
    amount: int
    starts_at: datetime = Field(sa_type=MOMENT)
    ends_at: datetime = Field(sa_type=MOMENT)
