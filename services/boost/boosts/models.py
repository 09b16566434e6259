from datetime import datetime
from decimal import Decimal

from sqlalchemy import BigInteger, Numeric
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from libs.marketplace.product_replicas import ProductColumns
from services.boost.models import MOMENT, Table


class Order(Table, Numbered, table=True):
    """An order with a snapshot of its package. Amounts are in sen."""

    __tablename__ = "boost_orders"

    seller_id: int
    package_id: int = Field(foreign_key="boost_packages.id")
    package_name: str
    package_type: str
    item_count: int
    duration_hours: int
    product_ids: list[int] = Field(sa_type=ARRAY(BigInteger))
    amount: int
    uses_credit: bool = False
    credit: int = 0
    refunded: int = 0
    status: str = "pending"
    version: int = 0
    client_key: str | None = None
    created_at: datetime = Field(sa_type=MOMENT)
    expires_at: datetime = Field(sa_type=MOMENT)
    failed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    paid_at: datetime | None = Field(default=None, sa_type=MOMENT)

    @property
    def due(self) -> int:
        """Amount to pay at the provider, in sen."""
        return self.amount - self.credit


class Refund(Table, Numbered, table=True):
    __tablename__ = "refunds"

    order_id: int = Field(foreign_key="boost_orders.id")
    amount: int
    kind: str
    staff_id: int | None = None
    words: str = ""
    refunded_at: datetime = Field(sa_type=MOMENT)


class Receipt(Table, table=True):
    __tablename__ = "receipts"

    order_id: int = Field(primary_key=True, foreign_key="boost_orders.id")
    number: str
    issued_at: datetime = Field(sa_type=MOMENT)
    seller_name: str
    tax_name: str
    tax_basis_points: int
    tax: int
    total: int


class ReceiptYear(Table, table=True):
    __tablename__ = "receipt_years"

    year: int = Field(primary_key=True)
    last: int


class FeaturedProduct(Table, table=True):
    __tablename__ = "featured_products"

    product_id: int = Field(primary_key=True)
    seller_id: int
    order_id: int | None = None  # The order that paid for the latest featured period.
    version: int = 0
    featured_at: datetime | None = Field(default=None, sa_type=MOMENT)
    featured_until: datetime | None = Field(default=None, sa_type=MOMENT)
    is_warned: bool = False


class Boost(Table, table=True):
    """A product's featured period, and the product's share of the order's amount."""

    __tablename__ = "boosts"

    order_id: int = Field(primary_key=True, foreign_key="boost_orders.id")
    product_id: int = Field(primary_key=True)
    amount: int
    starts_at: datetime = Field(sa_type=MOMENT)
    ends_at: datetime = Field(sa_type=MOMENT)


class Package(Table, table=True):
    """`price` is in sen."""

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
    """The previous version of a package, stored when staff changes the package."""

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


class ProductReplica(Table, ProductColumns, table=True):
    __tablename__ = "product_replicas"
