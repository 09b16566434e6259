"""Orders of boosts, their refunds and their receipts."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.boost.models.base import MOMENT, Table


class Order(Table, Numbered, table=True):
    """An order: a package as it was that day, for some products of its seller. Amounts are in sen."""

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
    # When the last payment failed, until it is tried again.
    failed_at: datetime | None = Field(default=None, sa_type=MOMENT)
    paid_at: datetime | None = Field(default=None, sa_type=MOMENT)

    @property
    def due(self) -> int:
        """Return what the provider is to be paid."""
        return self.amount - self.credit


class Refund(Table, Numbered, table=True):
    """Money of an order that became wallet credit, and why."""

    __tablename__ = "refunds"

    order_id: int = Field(foreign_key="boost_orders.id")
    amount: int
    kind: str
    staff_id: int | None = None
    words: str = ""
    refunded_at: datetime = Field(sa_type=MOMENT)


class Receipt(Table, table=True):
    """The receipt of a paid order; it stays as it was issued."""

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
    """The number of the last receipt of a year."""

    __tablename__ = "receipt_years"

    year: int = Field(primary_key=True)
    last: int
