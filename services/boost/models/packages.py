"""Packages, and what they were before."""

from datetime import datetime
from decimal import Decimal

from sqlalchemy import Numeric
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.boost.models.base import MOMENT, Table


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
    version: int = 1


class PackageChange(Table, Numbered, table=True):
    """A package as it was until staff changed it."""

    __tablename__ = "package_changes"

    package_id: int = Field(foreign_key="boost_packages.id")
    version: int
    name: str
    price: int
    duration_hours: int
    is_active: bool
    staff_id: int
    reason: str
    changed_at: datetime = Field(sa_type=MOMENT)
