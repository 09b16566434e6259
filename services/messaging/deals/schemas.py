"""The steps of a deal and orders over HTTP."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import StringConstraints

from libs.contracts.events.batches import OrderAct
from libs.contracts.events.trades import Courier, OrderReason
from libs.kit.http.bulk import LinesIn
from libs.kit.http.schemas import Id, In, Out
from libs.kit.money import RinggitOut
from services.messaging.conversations.schemas import FileOut, PersonOut, ProductOut
from services.messaging.deals.rules import OrderStatus, TransactionStatus

CancelReason = Literal["changed_mind", "unavailable", "no_payment", "unreachable", "other"]


Tracking = Annotated[str, StringConstraints(min_length=4, max_length=40, pattern=r"^[A-Za-z0-9 \-]+$")]


class InitiateIn(In):
    """Which of the seller's listings a buyer may purchase."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"receiverId": 42, "productId": 7}}}

    receiver_id: Id
    product_id: Id
    action_type: Literal["INITIATE"] = "INITIATE"


class ConfirmIn(In):
    """The card whose step is done."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"messageId": 7}}}

    message_id: Id


class ShipIn(In):
    """How the parcel goes."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"courier": "poslaju", "trackingNumber": "EH123456789MY"}}
    }

    courier: Courier
    tracking_number: Tracking | None = None


class CancelIn(In):
    """Why the purchase is not to be."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"reason": "changed_mind"}}}

    reason: CancelReason


class ConfirmedOut(Out):
    """The step is done."""

    success: Literal[True]
    transaction_id: int
    status: TransactionStatus


class TransactionOut(Out):
    """A purchase as the conversation has it."""

    id: int
    product_id: int
    seller_id: int
    buyer_id: int
    amount: RinggitOut
    created_at: datetime
    updated_at: datetime
    status: TransactionStatus


class StepOut(Out):
    """One line of a timeline."""

    kind: str
    actor_id: int | None
    at: datetime
    details: dict[str, Any]


class OrderOut(Out):
    """A purchase, as one of its two people sees it."""

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
    # Who asked to cancel after the payment, and until when the other person may agree.
    cancel_asked_by: int | None
    cancel_asked_until: datetime | None


class StaffOrderOut(OrderOut):
    """A purchase as staff sees it; `userId` is its buyer (ADM-16)."""

    user_id: int


class StaffOrderPageOut(StaffOrderOut):
    """The same with every step that was taken; what the two wrote and sent each other is not in it."""

    timeline: list[StepOut]


class BulkOrdersIn(LinesIn):
    """What staff makes of many orders, each if it may be, and why."""

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
    """What staff makes of an order, and why; the screen asks for the reason, both people read the words."""

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
    """A file that one of the two sent while the purchase went on."""

    # Signed for its reader; for some minutes.
    url: str
    sender_id: int
    at: datetime


class OrderDetailsOut(OrderOut):
    """A purchase with its timeline and its documents."""

    timeline: list[StepOut]
    documents: list[DocumentOut]


class DealStateOut(Out):
    """Whether a deal stands, for catalog and boost."""

    is_open: bool
    is_paid: bool
    is_cancelled: bool


class MatterOut(Out):
    """A purchase that is still open for a person."""

    code: Literal["open_purchase"]
    transaction_id: int


class MattersOut(Out):
    """What is still open for a person."""

    matters: list[MatterOut]


class FiguresOut(Out):
    """Figures of a seller's newest hundred deliveries; null while there are fewer than three."""

    # In percent: delivered without a report of the buyer.
    satisfaction: int | None
    # The median from payment to delivery.
    shipping_days: int | None
