from datetime import datetime

from libs.kit.http.schemas import Out
from services.boost.staff.schemas import CreditAskedOut, StaffActOut


class PaymentOut(Out):
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
    # Amount received, if it differs from the bill.
    came: int | None
    # Newest first.
    acts: list[StaffActOut]


class NotificationOut(Out):
    id: int
    kind: str
    bill_id: str | None
    raw: str
    received_at: datetime
    judged_at: datetime | None
    judgement: str | None


class CallbackOut(NotificationOut):
    """`order_id`, `deal_id` and `seller_id` are null if the callback's bill is unknown."""

    order_id: str | None
    deal_id: int | None
    seller_id: int | None


class CallbacksOut(Out):
    callbacks: list[CallbackOut]
    next: str | None


class DealBillOut(PaymentOut):
    """A bill of a deal whose amount does not match."""

    deal_id: int
    product_id: int
    seller_id: int
    buyer_id: int
    notifications: list[NotificationOut]


class MismatchOut(PaymentOut):
    order_id: str | None
    deal_id: int | None
    payer_id: int
    # Distinct amounts, newest first.
    stated: list[int]
    notifications: list[NotificationOut]
    # The credit that awaits a second member of staff.
    second_person: CreditAskedOut | None


class DealBillsOut(Out):
    bills: list[DealBillOut]
    next: str | None


class BillAskedOut(Out):
    id: int
    found: str


class AskedOut(Out):
    order_id: str
    status: str
    found: list[str]
