"""Orders over HTTP; amounts are in cents."""

from datetime import datetime
from typing import Annotated

from pydantic import ConfigDict, Field

from libs.kit.http.schemas import Id, In, Out
from services.boost.schemas.packages import Reason
from services.boost.schemas.staff_acts import CreditAskedOut, SecondPersonOut, StaffActOut


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


class PaymentOut(Out):
    """A bill of an order."""

    id: int
    status: str
    bill_id: str | None
    amount: int
    failures: int
    channel: str | None
    settled_as: str | None
    created_at: datetime
    opened_at: datetime | None
    paid_at: datetime | None
    ask_at: datetime | None
    # What came in truth, where that is not the amount of the bill.
    came: int | None
    # What staff did about it, the newest first.
    acts: list[StaffActOut]


class NotificationOut(Out):
    """What came as the provider's word, as it came, and what was found about it."""

    id: int
    kind: str
    bill_id: str | None
    raw: str
    received_at: datetime
    judged_at: datetime | None
    judgement: str | None


class CallbackOut(NotificationOut):
    """What came in the provider's name, with what it is about: nothing where it names no bill of ours."""

    order_id: str | None
    deal_id: int | None
    seller_id: int | None


class CallbacksOut(Out):
    """A page of what came in the provider's name."""

    callbacks: list[CallbackOut]
    next: str | None


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


class DealBillOut(PaymentOut):
    """A bill of a deal whose payment does not fit, with what the provider told of it."""

    deal_id: int
    product_id: int
    seller_id: int
    buyer_id: int
    notifications: list[NotificationOut]


class MismatchOut(PaymentOut):
    """A payment that does not fit, with what it was for and what the provider told of it."""

    order_id: str | None
    deal_id: int | None
    payer_id: int
    # The amounts that the provider named, the newest first, each once.
    stated: list[int]
    notifications: list[NotificationOut]
    # The credit that waits for another member of staff.
    second_person: CreditAskedOut | None


class DealBillsOut(Out):
    """A page of such bills."""

    bills: list[DealBillOut]
    next: str | None


class BillAskedOut(Out):
    """What came of asking the provider about a bill of a deal."""

    id: int
    found: str


class AskedOut(Out):
    """What came of asking the provider about each bill of an order."""

    order_id: str
    status: str
    found: list[str]
