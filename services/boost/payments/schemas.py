from datetime import datetime

from libs.kit.http.schemas import Out
from services.boost.staff.schemas import CreditAskedOut, StaffActOut


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
    """A callback as it arrived, and its judgement."""

    id: int
    kind: str
    bill_id: str | None
    raw: str
    received_at: datetime
    judged_at: datetime | None
    judgement: str | None


class CallbackOut(NotificationOut):
    """A callback with its bill. The bill is null if it is not ours."""

    order_id: str | None
    deal_id: int | None
    seller_id: int | None


class CallbacksOut(Out):
    """A page of callbacks."""

    callbacks: list[CallbackOut]
    next: str | None


class DealBillOut(PaymentOut):
    """A bill of a deal whose amount does not match, with its callbacks."""

    deal_id: int
    product_id: int
    seller_id: int
    buyer_id: int
    notifications: list[NotificationOut]


class MismatchOut(PaymentOut):
    """A payment whose amount does not match, with its purpose and callbacks."""

    order_id: str | None
    deal_id: int | None
    payer_id: int
    # The amounts that the provider named, the newest first, each once.
    stated: list[int]
    notifications: list[NotificationOut]
    # The credit that waits for another member of staff.
    second_person: CreditAskedOut | None


class DealBillsOut(Out):
    """A page of bills."""

    bills: list[DealBillOut]
    next: str | None


class BillAskedOut(Out):
    """The outcome of polling one bill."""

    id: int
    found: str


class AskedOut(Out):
    """The outcome of polling each bill of an order."""

    order_id: str
    status: str
    found: list[str]
