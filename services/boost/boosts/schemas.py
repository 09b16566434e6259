"""Amounts are in sen."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from libs.contracts.events.boost import PackageType
from libs.kit.http.schemas import Id, In, Out
from services.boost.boosts.rules import ShownStatus
from services.boost.payments.schemas import NotificationOut, PaymentOut
from services.boost.staff.schemas import Reason, SecondPersonOut


class OrderIn(In):
    model_config = ConfigDict(
        json_schema_extra={"example": {"boostPackageId": 2, "productIds": [11, 12, 13], "useCredit": False}}
    )

    boost_package_id: Id
    product_ids: Annotated[list[Id], Field(max_length=50)]
    use_credit: Annotated[bool, Field(strict=True)] = False
    # In sen. The order is refused if the current price differs.
    expected_price: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None


class CheckoutOut(Out):
    """`payment_url` is null if the order is already paid."""

    order_id: str
    payment_url: str | None
    message: str | None


class PayOut(Out):
    """`payment_url` is null if wallet credit paid the order."""

    order_id: str
    payment_url: str | None


class UntilOut(Out):
    """The period in which an order features a product, and the product's share of the order's amount."""

    product_id: int
    name: str | None
    since: datetime
    until: datetime
    amount: int
    # In sen, over all orders of the latest featured period.
    spent: int


class OrderOut(Out):
    order_id: str
    status: ShownStatus
    amount: int
    credit_used: int
    refunded: int
    package_id: int
    package_name: str
    package_type: PackageType
    item_count: int
    duration_hours: int
    product_ids: list[int]
    payment_url: str | None
    created_at: datetime
    paid_at: datetime | None
    receipt_number: str | None
    featured_until: list[UntilOut]


class OrdersOut(Out):
    orders: list[OrderOut]
    next: str | None


class RefundIn(In):
    model_config = ConfigDict(json_schema_extra={"example": {"reason": "Boosted by mistake"}})

    reason: Reason


class StaffOrderOut(OrderOut):
    seller_id: int
    # Empty if the seller is unknown or erased.
    seller_name: str
    # A requested refund awaits a second member of staff.
    waits_for_second_person: bool


class StaffOrdersOut(Out):
    orders: list[StaffOrderOut]
    next: str | None


class RefundOut(Out):
    amount: int
    kind: str
    staff_id: int | None
    words: str
    refunded_at: datetime


class StaffOrderPageOut(Out):
    order: StaffOrderOut
    payments: list[PaymentOut]
    attempts: list[NotificationOut]
    notifications: list[NotificationOut]
    refunds: list[RefundOut]
    # The refund that awaits a second member of staff.
    second_person: SecondPersonOut | None


class BoostedOut(BaseModel):
    """`price` is in sen."""

    id: int
    name: str
    price: int
    status: str
    image_url: str | None
    is_featured: bool
    boost_type: PackageType
    boost_package_id: int
    boosted_until: datetime
    order_id: str
    # In sen, over all orders of the current featured period.
    spent: int


class PackageOut(BaseModel):
    """`effective_price` is the price per product, in sen (C4)."""

    id: int
    name: str
    package_type: PackageType
    item_count: int
    price: int
    effective_price: float
    duration_hours: int
    duration_formatted: str
    priceSen: int  # noqa: N815 - the wire name
    currency: Literal["MYR"]


class PackageIn(In):
    """`version` is the package version that the change is based on."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"version": 1, "price": 1200, "reason": "Prices of January"}}
    )

    version: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"\S")] | None = None
    price: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None
    duration_hours: Annotated[int, Field(strict=True, ge=1, le=8760)] | None = None
    is_active: Annotated[bool, Field(strict=True)] | None = None
    reason: Reason


class StaffPackageOut(Out):
    id: int
    name: str
    package_type: PackageType
    item_count: int
    price: int
    duration_hours: int
    is_active: bool
    version: int


class PackageChangeOut(Out):
    version: int
    name: str
    price: int
    duration_hours: int
    is_active: bool
    staff_id: int
    reason: str
    changed_at: datetime


class SellerOut(Out):
    """The person to whom the receipt is issued."""

    name: str


class LineOut(Out):
    description: str
    quantity: int
    unit_price: int
    amount: int


class TaxOut(Out):
    """The tax that the total includes."""

    name: str
    rate_percent: float
    amount: int


class ReceiptOut(Out):
    receipt_number: str
    issued_at: datetime
    seller: SellerOut
    lines: list[LineOut]
    subtotal: int
    tax: TaxOut
    total: int
    credit_used: int
    paid: int
    payment_channel: str | None
    bill_id: str | None


class EInvoiceLineOut(Out):
    """`classification` is the MyInvois code for "others"."""

    description: str
    classification: Literal["022"]
    quantity: int
    unit_price: int
    subtotal: int
    tax_type: Literal["02", "06"]  # 02: service tax. 06: none.
    tax_rate: float
    tax_amount: int


class EInvoiceRefundOut(Out):
    """A refund to the wallet, to be reported as a refund note."""

    amount: int
    kind: str
    refunded_at: datetime


class EInvoiceOut(Out):
    """`buyer_name` is empty if the buyer's account was erased."""

    invoice_number: str
    type_code: Literal["01"]
    issue_date: date
    issued_at: datetime
    currency: Literal["MYR"]
    buyer_id: int
    buyer_name: str
    order_id: str
    lines: list[EInvoiceLineOut]
    total_excluding_tax: int
    total_tax_amount: int
    total_including_tax: int
    credit_used: int
    paid_amount: int
    payment_channel: str | None
    payment_reference: str | None
    refunds: list[EInvoiceRefundOut]


class EInvoicesOut(Out):
    invoices: list[EInvoiceOut]
    next: str | None
