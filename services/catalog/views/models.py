from datetime import date

from sqlmodel import Field

from services.catalog.models import Table


class ProductCount(Table, table=True):
    """`favourite_changes` and `moderations` are versions of published events."""

    __tablename__ = "product_counts"

    product_id: int = Field(primary_key=True, foreign_key="products.id")
    views: int = 0
    favourites: int = 0
    favourite_changes: int = 0
    reports: int = 0
    same_pictures: int = 0
    moderations: int = 0
    waiting_case: int | None = None  # An undecided case in admin.
    is_removed_by_case: bool = False


class ProductDay(Table, table=True):
    __tablename__ = "product_days"

    product_id: int = Field(primary_key=True)
    day: date = Field(primary_key=True)
    views: int = 0
    favourites: int = 0


class ProductVisitor(Table, table=True):
    """`visitor` is a one-way hash that is deleted after a day."""

    __tablename__ = "product_visitors"

    day: date = Field(primary_key=True)
    product_id: int = Field(primary_key=True)
    visitor: bytes = Field(primary_key=True)
