from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from libs.contracts.events.batches import OrderAct
from libs.contracts.events.trades import Courier, OrderReason
from libs.kit.http.bulk import LinesIn
from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import Ringgit, RinggitOut
from services.messaging.conversations.schemas import FileOut, PersonOut, ProductOut
from services.messaging.deals.rules import OrderStatus, TransactionStatus

CancelReason = Literal["changed_mind", "unavailable", "no_payment", "unreachable", "other"]


Tracking = Annotated[str, StringConstraints(min_length=4, max_length=40, pattern=r"^[A-Za-z0-9 \-]+$")]


class InitiateIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"receiverId": 42, "productId": 7}}}

    receiver_id: Id
    product_id: Id
    action_type: Literal["INITIATE"] = "INITIATE"


class ConfirmIn(In):
    """`amount` is the price that the card showed. The purchase is refused if it has changed. Without
    `amount`, it is refused if the price has changed since the card was made."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"messageId": 7, "amount": 390}}}

    message_id: Id
    amount: Ringgit | None = None


class ShipIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"courier": "poslaju", "trackingNumber": "EH123456789MY"}}
    }

    courier: Courier
    tracking_number: Tracking | None = None


class SettleIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"sale": 1, "paid": True}}}

    sale: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
    paid: Annotated[bool, Field(strict=True)]


class CancelIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"reason": "changed_mind"}}}

    reason: CancelReason


class ConfirmedOut(Out):
    success: Literal[True]
    transaction_id: int
    status: TransactionStatus


class TransactionOut(Out):
    id: int
    product_id: int
    seller_id: int
    buyer_id: int
    amount: RinggitOut
    created_at: datetime
    updated_at: datetime
    status: TransactionStatus


class StepOut(Out):
    kind: str
    actor_id: int | None
    at: datetime
    details: dict[str, Any]


class OrderOut(Out):
    id: int
    order_number: str
    created_at: datetime
    status: OrderStatus
    transaction_status: TransactionStatus
    total: RinggitOut
    item_count: int
    items: list[ProductOut]
    seller: PersonOut
    buyer: PersonOut
    courier: str | None
    tracking_number: str | None
    # Who requested a cancellation after the payment, and until when the other person may agree.
    cancel_asked_by: int | None
    cancel_asked_until: datetime | None


class StaffOrderOut(OrderOut):
    """`userId` is the buyer (ADM-16)."""

    user_id: int


class StaffOrderPageOut(StaffOrderOut):
    """A purchase with its timeline, as staff sees it. Messages and files are not included."""

    timeline: list[StepOut]


class BulkOrdersIn(LinesIn):
    """A status for up to a hundred orders, with a reason. Orders that cannot change to this status are
    skipped."""

    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "ids": [3, 4],
                "status": "delivered",
                "reason": "courier",
                "words": "The courier lists both.",
            }
        }
    }

    status: OrderAct
    reason: OrderReason = "other"
    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]


class StatusIn(In):
    """A status for an order, with a reason that buyer and seller can read."""

    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"status": "delivered", "reason": "courier", "words": "The courier shows a signature."}
        }
    }

    status: Literal["processing", "shipped", "delivered", "cancelled"]
    reason: OrderReason = "other"
    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)] | None = (
        None
    )


class DocumentOut(FileOut):
    """A file that was sent during the purchase."""

    # Signed for this reader and valid for a few minutes.
    url: str
    sender_id: int
    at: datetime


class OrderDetailsOut(OrderOut):
    timeline: list[StepOut]
    documents: list[DocumentOut]


class DealStateOut(Out):
    is_open: bool
    is_paid: bool
    is_cancelled: bool


class ObligationOut(Out):
    code: Literal["open_purchase"]
    transaction_id: int


class ObligationsOut(Out):
    obligations: list[ObligationOut]


class FiguresOut(Out):
    """Figures from a seller's newest hundred deliveries. Null with fewer than three deliveries."""

    # Percentage of deliveries without a report by the buyer.
    satisfaction: int | None
    # Median number of days from payment to delivery.
    shipping_days: int | None
