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
