"""Orders over HTTP; amounts are in cents."""

from datetime import datetime
from typing import Annotated

from pydantic import ConfigDict, Field

from libs.kit.http.schemas import Id, In, Out
from services.boost.schemas.packages import Reason
from services.boost.schemas.payments import NotificationOut, PaymentOut
from services.boost.schemas.staff_acts import SecondPersonOut


class OrderIn(In):
    """A boost to order: a package, and as many products as it is for."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"boostPackageId": 2, "productIds": [11, 12, 13], "useCredit": False}}
    )

    boost_package_id: Id
    product_ids: Annotated[list[Id], Field(max_length=50)]
    use_credit: Annotated[bool, Field(strict=True)] = False
    # The price that the person was shown, in cents as packages have it; another one now is refused.
    expected_price: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None


class CheckoutOut(Out):
    """Where an order is paid; without an address it is paid already, and the message says what goes on."""

    order_id: str
    payment_url: str | None
    message: str | None


class PayOut(Out):
    """Where an order is paid; none where wallet credit has paid it."""

    order_id: str
    payment_url: str | None


class UntilOut(Out):
    """From when until when this order features a product, and its share of the order's amount in cents."""

    product_id: int
    name: str | None
    since: datetime
    until: datetime
    amount: int
    # In cents, by all orders that gave a part of the last time in which it was featured.
    spent: int


class OrderOut(Out):
    """An order of a boost as its seller sees it."""

    order_id: str
    status: str
    amount: int
    credit_used: int
    refunded: int
    package_id: int
    package_name: str
    package_type: str
    item_count: int
    duration_hours: int
    product_ids: list[int]
    payment_url: str | None
    created_at: datetime
    paid_at: datetime | None
    receipt_number: str | None
    featured_until: list[UntilOut]


class OrdersOut(Out):
    """A page of orders."""

    orders: list[OrderOut]
    next: str | None


class RefundIn(In):
    """Why staff gives an order back."""

    model_config = ConfigDict(json_schema_extra={"example": {"reason": "Boosted by mistake"}})

    reason: Reason


class StaffOrderOut(OrderOut):
    """An order as staff sees it in a list."""

    seller_id: int
    # Empty while it is not known, and for a person who is gone.
    seller_name: str
    # A refund of it was asked for, and another member of staff has to agree.
    waits_for_second_person: bool


class StaffOrdersOut(Out):
    """A page of orders for staff."""

    orders: list[StaffOrderOut]
    next: str | None


class RefundOut(Out):
    """A part of an order that was given back."""

    amount: int
    kind: str
    staff_id: int | None
    words: str
    refunded_at: datetime


class StaffOrderPageOut(Out):
    """All about one order."""

    order: StaffOrderOut
    payments: list[PaymentOut]
    # Those of the notifications that told of a payment, well or not.
    attempts: list[NotificationOut]
    notifications: list[NotificationOut]
    refunds: list[RefundOut]
    # The refund that waits for another member of staff.
    second_person: SecondPersonOut | None
